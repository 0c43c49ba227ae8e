import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { type ItemKey, siteStateKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { OPENING_STATES, type Opening, partitionField, userFields } from './opening.ts';

/** The last opening or closing of an area: of a partition of a device, of all partitions of a device, or of the whole site. */
const areaSchema = z.object({
  state: z.enum(OPENING_STATES),
  /** When the area took this state. */
  since: z.string(),
  /** When it was last reported. */
  at: z.string(),
  /** Orders what was reported with the same time. */
  order: z.int(),
  partition: z.nullable(z.string()),
  user_number: z.nullable(z.string()),
  user_name: z.nullable(z.string()),
  device_id: z.nullable(z.string()),
  device_name: z.nullable(z.string()),
  actor: recordedActorSchema,
});

export type Area = z.infer<typeof areaSchema>;

/** What ends the alert of a supervision. */
export type AlertEnd = 'closed' | 'opened' | 'tested' | 'checked_in';

/**
 * An alert of a supervision that ends, or whose cause is over, once something is reported. What ends it is an open set: another
 * release may know more kinds.
 */
const awaitedSchema = z.object({
  supervision_id: z.string(),
  alert_id: z.string(),
  ends: z.string(),
  /** Whether Guard then resolves it, or writes into its history that its cause is over. */
  does: z.string(),
  partition: z.optional(z.string()),
  device_id: z.optional(z.string()),
  /** By whom the alert was made active again in the last minutes. */
  reactivations: z.optional(z.readonly(z.array(z.object({ source: z.string(), at: z.int() })))),
});

export type Awaited = z.infer<typeof awaitedSchema>;

const checkInSchema = z.object({ at: z.string(), by: recordedActorSchema });

/**
 * What was reported about a site: openings, tests of its devices, check-ins; and which alerts wait for one of them. It is one item
 * beside that of the site. What is judged and what is reported change it both, so that one of the two sees the other.
 */
const siteStateSchema = z.object({
  areas: z._default(z.array(areaSchema), []),
  /** The devices that have sent a test signal, and when the last time. */
  tests: z._default(z.array(z.object({ device_id: z.string(), at: z.string() })), []),
  check_in: z.optional(checkInSchema),
  awaited: z._default(z.array(awaitedSchema), []),
});

type StoredFields = z.infer<typeof siteStateSchema>;

export interface SiteState extends StoredFields {
  readonly version: Version;
}

type Item = Readonly<Record<string, unknown>>;

/** Reads what is known of a site; nothing yet without an item. */
export const readSiteState = (item: Item | undefined): SiteState => ({
  ...siteStateSchema.parse(item ?? {}),
  version: readVersion(item),
});

interface Place {
  readonly tenantId: string;
  readonly siteId: string;
}

function itemOf({ tenantId, siteId }: Place, { version: _, ...fields }: SiteState): ItemKey & Item {
  return { ...siteStateKey(tenantId, siteId), ...fields };
}

/** Makes the write of a changed state. It is refused if another report or judgement has changed the state meanwhile. */
export function changeSiteState(
  table: Table,
  place: Place,
  before: SiteState,
  after: SiteState,
  writeId: string,
): GuardedWrite {
  const { version } = before;
  // An item that does not exist has no attributes, so all of them are written.
  const from =
    version.revision === 0 ? { ...siteStateKey(place.tenantId, place.siteId) } : itemOf(place, before);
  return changeItem(table, from, itemOf(place, after), { version, writeId });
}

/** How many areas of a site are known, and how long their names may be. Real panels have fewer and shorter ones. */
const MOST_AREAS = 100;
const LONGEST_AREA = 16;

const isSameArea = (
  one: Pick<Area, 'device_id' | 'partition'>,
  other: Pick<Area, 'device_id' | 'partition'>,
) => one.device_id === other.device_id && one.partition === other.partition;

/**
 * The state after an opening or closing. What is reported late, after a later one of its area, changes nothing: it is in the
 * history only. Of two with the same time, the one that arrived last counts.
 */
export function withOpening(state: SiteState, opening: Opening): SiteState {
  const { partition, user_number, user_name, device_id, device_name, actor, at } = opening;
  const { areas } = state;
  const before = areas.find((it) => isSameArea(it, opening));
  const isKnown = before !== undefined || areas.length < MOST_AREAS;
  if (!isKnown || (partition ?? '').length > LONGEST_AREA || (before && before.at > at)) return state;
  const since = before?.state === opening.state ? before.since : at;
  const order = Math.max(0, ...areas.map((it) => it.order)) + 1;
  const by = { user_number, user_name, device_id, device_name, actor };
  const area: Area = { state: opening.state, since, at, order, partition, ...by };
  return { ...state, areas: [...areas.filter((it) => it !== before), area] };
}

/** How many devices of a site are known to send tests. */
const MOST_TESTING = 100;

/**
 * The state after a test signal of a device. Of many devices, the one whose test is the oldest is forgotten, but none that is
 * supervised as long as another one is there.
 */
export function withTest(
  state: SiteState,
  deviceId: string,
  at: string,
  supervised: ReadonlySet<string> = new Set(),
): SiteState {
  const before = state.tests.find((it) => it.device_id === deviceId);
  if (before && before.at >= at) return state;
  const others = state.tests
    .filter((it) => it !== before)
    .toSorted(
      (one, other) =>
        Number(supervised.has(other.device_id)) - Number(supervised.has(one.device_id)) ||
        (one.at < other.at ? 1 : -1),
    );
  return { ...state, tests: [{ device_id: deviceId, at }, ...others.slice(0, MOST_TESTING - 1)] };
}

/** The state of a site that a device has left: its areas and tests are not those of the site any more. */
export function withoutDevice(state: SiteState, deviceId: string): SiteState {
  const isOther = (it: { readonly device_id: string | null }) => it.device_id !== deviceId;
  const [areas, tests] = [state.areas.filter(isOther), state.tests.filter(isOther)];
  const isSame = areas.length === state.areas.length && tests.length === state.tests.length;
  return isSame ? state : { ...state, areas, tests };
}

/** The state after a check-in. */
export function withCheckIn(state: SiteState, checkIn: NonNullable<SiteState['check_in']>): SiteState {
  return state.check_in && state.check_in.at >= checkIn.at ? state : { ...state, check_in: checkIn };
}

/** How wide an area is: a partition, a whole device or the whole site. */
const widthOf = ({ device_id, partition }: Area) => (partition !== null ? 0 : device_id === null ? 2 : 1);

const includes = (wide: Area, narrow: Area) =>
  widthOf(wide) > widthOf(narrow) && (wide.device_id === null || wide.device_id === narrow.device_id);

const isLater = (one: Area, other: Area) =>
  one.at === other.at ? one.order > other.order : one.at > other.at;

/**
 * The areas that decide about a site. What is reported for a whole device or site counts for each of its areas that has nothing
 * later; where no smaller area is known, it counts itself.
 */
export function decidingAreas({ areas }: Pick<SiteState, 'areas'>, partition?: string | null): Area[] {
  const all = areas;
  const named = partition === null || partition === undefined ? undefined : partition;
  const smallest = all.filter((area) => !all.some((other) => includes(area, other)));
  const deciding = named === undefined ? smallest : ofPartition(all, named);
  return deciding.map((area) => {
    const wider = all.filter((it) => includes(it, area) && isLater(it, area));
    const last = wider.reduce<Area | undefined>((one, it) => (one && isLater(one, it) ? one : it), undefined);
    return last ? { ...last, partition: area.partition, device_id: area.device_id } : area;
  });
}

/** The areas with this name; if there is none, what was reported for all of them. */
function ofPartition(all: readonly Area[], partition: string): Area[] {
  const own = all.filter((it) => it.partition === partition);
  if (own.length > 0) return own;
  const wide = all.filter((it) => it.partition === null);
  return wide.filter((area) => !wide.some((other) => includes(area, other)));
}

/** Whether all of these areas are closed; an unknown state is not. */
export const isClosed = (areas: readonly Area[]): boolean =>
  areas.length > 0 && areas.every(({ state }) => state === 'closed');

/** Whether one of these areas is open, so that somebody has come. */
export const isOpened = (areas: readonly Area[]): boolean => areas.some(({ state }) => state === 'open');

const SITE_STATES = ['open', 'closed', 'partial', 'unknown'] as const;

export const openingStateField = withMeta(z.enum(SITE_STATES), {
  id: 'SiteOpeningState',
  description:
    '`partial`: only some areas are closed, or people are inside. `unknown`: nothing was ever reported.',
});

const sinceField = withMeta(z.nullable(timestampField), { description: 'Since when; null if unknown.' });

const byField = withMeta(z.nullable(z.object({ ...userFields, actor: recordedActorSchema })), {
  description: 'Who opened or closed last; null if nothing was reported.',
});

export const siteOpeningsSchema = withMeta(
  z.object({
    state: openingStateField,
    since: sinceField,
    by: byField,
    partitions: withMeta(
      z.array(
        z.object({
          partition: partitionField,
          device_id: z.nullable(idField),
          state: openingStateField,
          since: sinceField,
          by: byField,
        }),
      ),
      { description: 'The areas, where there are several.' },
    ),
  }),
  { id: 'SiteOpenings', description: 'Whether a site is open.' },
);

export type SiteOpenings = z.infer<typeof siteOpeningsSchema>;

const nameOf = ({ partition, device_name }: Area) => `${partition ?? ''} ${device_name ?? ''}`;

const byOf = ({ user_number, user_name, device_id, device_name, actor }: Area): SiteOpenings['by'] => ({
  user_number,
  user_name,
  device_id,
  device_name,
  actor,
});

/** Whether a site is open, as clients see it. */
export function openingsOf(state: Pick<SiteState, 'areas'>): SiteOpenings {
  const areas = decidingAreas(state);
  const last = areas.reduce<Area | undefined>((one, it) => (one && isLater(one, it) ? one : it), undefined);
  if (!last) return { state: 'unknown', since: null, by: null, partitions: [] };
  const states = new Set(areas.map((it) => it.state));
  const [only] = states.size === 1 ? states : [];
  const since =
    areas
      .map((it) => it.since)
      .toSorted()
      .at(-1) ?? last.since;
  return {
    state: only ?? 'partial',
    since,
    by: byOf(last),
    partitions:
      areas.length < 2
        ? []
        : areas
            .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true }))
            .map((area) => ({
              partition: area.partition,
              device_id: area.device_id,
              state: area.state,
              since: area.since,
              by: byOf(area),
            })),
  };
}
