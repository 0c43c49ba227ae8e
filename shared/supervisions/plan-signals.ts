import type { ActionTime } from '../alerts/action-context.ts';
import { GUARD_ITSELF, type RecordedActor } from '../base/actor.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Device } from '../devices/device.ts';
import { type Opening, openingItem } from '../openings/opening.ts';
import {
  changeSiteState,
  decidingAreas,
  isClosed,
  isOpened,
  readSiteState,
  type SiteState,
  withOpening,
  withTest,
} from '../openings/site-state.ts';
import { SITES, type StoredSite } from '../sites/site.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { planDirectoryKey, siteStateKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { endAwaited, raiseMissing, siteFacts } from './alerts-of.ts';
import { expectationOf } from './expectation.ts';
import { rulesOf, SUPERVISION_KINDS, type SupervisionKind } from './kinds.ts';
import { localTime } from './local-time.ts';
import { SUPERVISIONS, type Supervision } from './supervision.ts';
import { isWithin } from './windows.ts';

/** An opening or closing that was reported. */
export type ReportedOpening = Pick<Opening, 'state' | 'partition' | 'user_number' | 'user_name' | 'at'>;

/** What one report says about a site. */
export interface SiteSignals {
  readonly openings: readonly ReportedOpening[];
  /** When the device sent a test signal; `undefined` if it sent none. */
  readonly testedAt?: string | undefined;
}

interface Place {
  readonly tenantId: string;
  readonly siteId: string;
  /** The device that reported. */
  readonly device?: Device | undefined;
}

interface Signalling extends ActionTime {
  readonly actor: RecordedActor;
  readonly now: Date;
  readonly writeId: string;
}

interface PlannedSignals {
  /** `undefined` if the site does not exist. */
  readonly site: StoredSite | undefined;
  readonly state: SiteState;
  readonly writes: readonly GuardedWrite[];
}

/**
 * Makes the writes of openings, closings and tests, for one transaction: the history, the state of the site, the alerts that end
 * with them, and those of openings out of hours. They are refused if anything has been reported or judged meanwhile.
 */
export async function planSignals(
  table: Table,
  place: Place,
  { openings: reported, testedAt }: SiteSignals,
  signalling: Signalling,
): Promise<PlannedSignals> {
  const { tenantId, siteId, device } = place;
  const [siteItem, stateItem, tenant, directory] = await batchGet(table, [
    SITES.key(tenantId, siteId),
    siteStateKey(tenantId, siteId),
    tenantKey(tenantId),
    planDirectoryKey(tenantId),
  ]);
  const before = readSiteState(stateItem);
  const site = siteItem && SITES.read(siteItem);
  if (!site) return { site, state: before, writes: [] };
  const openings = reported.map((it) => openingOf(it, place, signalling));
  const withOpenings = openings.reduce(withOpening, before);
  const supervised = new Set(site.supervisions.flatMap((it) => it.device_id ?? []));
  const tested =
    testedAt === undefined || !device
      ? withOpenings
      : withTest(withOpenings, device.id, testedAt, supervised);
  const facts = siteFacts(site, tenant, directory);
  const asGuard = { ...signalling, actor: GUARD_ITSELF };
  const outside = await openedOutOfHours(table, site, openings);
  const isRaised = (id: string) => outside.some(({ supervision }) => supervision.id === id);
  const ended = await endAwaited(
    table,
    {
      tenantId,
      state: tested,
      isOver: ({ supervision_id, ends, partition, device_id }) =>
        !isRaised(supervision_id) &&
        (ends === 'tested'
          ? testedAt !== undefined && device_id === device?.id
          : openings.length > 0 && isEnd(ends, tested, partition)),
    },
    { ...asGuard, note: noteOf(openings, site) },
  );
  const writes = [...openings.map((it) => putOwn(table, openingItem(it))), ...ended.writes];
  let { state } = ended;
  for (const { supervision, opening } of outside) {
    const message = messageOf(supervision, opening, site);
    const missing = { supervision, message, occurredAt: opening.at, device, metadata: metadataOf(opening) };
    const raised = await raiseMissing(table, facts, state, missing, asGuard);
    writes.push(...raised.writes);
    state = raised.state;
  }
  if (state !== before) writes.push(changeSiteState(table, place, before, state, signalling.writeId));
  return { site, state, writes };
}

function openingOf(
  { state, partition, user_number, user_name, at }: ReportedOpening,
  { tenantId, siteId, device }: Place,
  { actor, newId, now }: Signalling,
): Opening {
  const received_at = formatTimestamp(now);
  return {
    id: newId(received_at),
    tenant_id: tenantId,
    site_id: siteId,
    action: state === 'open' ? 'opened' : 'closed',
    state,
    partition,
    user_number,
    user_name,
    device_id: device?.id ?? null,
    device_name: device?.name ?? null,
    actor,
    at: at < received_at ? at : received_at,
    received_at,
  };
}

function isEnd(ends: string, state: SiteState, partition: string | undefined): boolean {
  const areas = decidingAreas(state, partition);
  return ends === 'closed' ? isClosed(areas) : ends === 'opened' && isOpened(areas);
}

interface Outside {
  readonly supervision: Supervision;
  readonly opening: Opening;
}

const isOfOpenings = (kind: string): boolean =>
  Object.hasOwn(SUPERVISION_KINDS, kind) && rulesOf(kind as SupervisionKind).rhythm === 'opening';

/** The openings outside every window of a supervision, one for each supervision. */
async function openedOutOfHours(
  table: Table,
  { entity: site, supervisions }: StoredSite,
  openings: readonly Opening[],
): Promise<Outside[]> {
  const opened = openings.filter(({ state }) => state === 'open');
  const ids = opened.length === 0 ? [] : supervisions.filter(({ kind }) => isOfOpenings(kind));
  if (ids.length === 0) return [];
  const items = await batchGet(
    table,
    ids.map(({ id }) => SUPERVISIONS.key(site.tenant_id, id)),
  );
  const found = await Promise.all(
    items.map(async (item): Promise<Outside[]> => {
      const supervision = item && SUPERVISIONS.entityOf(item);
      if (supervision?.status !== 'active') return [];
      const expected = await expectationOf(table, supervision, site);
      const opening = opened.find(
        ({ partition, at }) =>
          (supervision.partition === null || partition === null || partition === supervision.partition) &&
          !isWithin(expected, Date.parse(at), expected.graceMs),
      );
      return opening ? [{ supervision, opening }] : [];
    }),
  );
  return found.flat();
}

const whoOf = ({ user_number, user_name }: Opening): string[] =>
  user_number === null
    ? []
    : [user_name === null ? `user ${user_number}` : `${user_name} (user ${user_number})`];

const whatOf = (opening: Opening, { entity: { timezone } }: StoredSite): string =>
  [
    `${opening.state === 'open' ? 'opened' : opening.state === 'partial' ? 'closed in part' : 'closed'} at ${localTime(opening.at, timezone)}`,
    ...(opening.partition === null ? [] : [`area ${opening.partition}`]),
    ...whoOf(opening),
  ].join(', ');

const messageOf = ({ name }: Supervision, opening: Opening, site: StoredSite): string =>
  `${name}: ${whatOf(opening, site)}`;

function noteOf(openings: readonly Opening[], site: StoredSite): string {
  const last = openings.at(-1);
  return last ? `The site was ${whatOf(last, site)}.` : 'A test was received.';
}

const metadataOf = ({ partition, user_number, user_name }: Opening): Record<string, string> => ({
  ...(partition === null ? {} : { partition }),
  ...(user_number === null ? {} : { user: user_name ?? user_number }),
});
