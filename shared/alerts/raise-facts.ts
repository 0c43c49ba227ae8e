import { wrongReferences } from '../base/references.ts';
import {
  type Escalation,
  type Reminders,
  readTenantEscalation,
  readTenantReminders,
} from '../base/severities.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import { type ListedTest, readListedTests } from '../sites/listed-test.ts';
import { SITES, type Site } from '../sites/site.ts';
import { ZONES, type Zone } from '../sites/zone.ts';
import { type ItemKey, planDirectoryKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { findTest, type TestedAlert } from '../test-mode/site-test.ts';
import type { ActionContext } from './action-context.ts';
import type { DedupScope } from './alert.ts';
import type { AlertInput } from './alert-input.ts';
import type { PlanRule } from './choose-plan.ts';
import { type Claim, dedupClaimKey } from './dedup-key.ts';
import { readClaim } from './find-alert.ts';
import { readDirectory } from './plan-directory.ts';
import type { RaiseContext } from './raise-context.ts';
import { type KnownEvent, recall } from './reported-event.ts';
import { type RunawayFacts, type RunawayPlace, readRunaway, runawayPlaceOf } from './runaway.ts';
import { fieldWarning, type Warning } from './warning.ts';

/** What the decision on a report depends on, all as of one instant. */
export interface RaiseFacts {
  readonly origin: Origin;
  /** The escalation of the site; if it has none, that of the tenant. */
  readonly escalation: Escalation;
  /** After how long the tenant is reminded of an acknowledged alert. */
  readonly reminders: Reminders;
  /** The active action plans of the tenant. They are parsed only if the decision needs them. */
  readonly plans: () => readonly PlanRule[];
  /** The test that covers the report. */
  readonly test: ListedTest | undefined;
  /** The claim of the report's dedup key. */
  readonly own: Claim | undefined;
  /** What decides whether the device is runaway; `undefined` if the report never counts towards that. */
  readonly runaway: RunawayFacts | undefined;
}

/** A report whose site, zone and device are not checked yet. */
interface PlacedReport {
  /** What is recorded about the event id; `undefined` for a report without an id. */
  readonly known: KnownEvent | undefined;
  /** The site of the report. It is the site of the device if the report names no site. */
  readonly siteId: string;
  /** How to correct the site, zone or device, if the report may be repaired and needs it. */
  readonly repair: PlaceRepair | undefined;
  /** Reads the remaining facts. Throws `validation_failed` if site, zone or device do not belong together. */
  readonly facts: () => Promise<RaiseFacts>;
}

/**
 * Reads all that a report depends on, in one call. A second call is needed only if nobody knew before that the device has a
 * `runaway_after`.
 */
export async function readReport(
  table: Table,
  input: AlertInput,
  raising: RaiseContext,
): Promise<PlacedReport> {
  const { tenantId, now, once, followsDevice, dedupScope = 'site' } = raising;
  const [siteKey, zoneKey, deviceKey] = originKeys(tenantId, input);
  const claimKey = claimKeyIn(dedupScope, input, tenantId);
  const runawayPlace = runawayPlaceOf(input, raising);
  const early = raising.mayRunAway ? runawayPlace : undefined;
  const items = await readNamed(table, {
    site: siteKey,
    zone: zoneKey,
    device: deviceKey,
    claim: claimKey,
    event: once?.key,
    ownEvent: once?.own?.key,
    formerEvent: once?.former,
    tenant: tenantKey(tenantId),
    plans: planDirectoryKey(tenantId),
    tally: early?.tallyKey,
    runaway: early?.claimKey,
  });
  const readFacts = async (): Promise<RaiseFacts> => {
    const origin = readOrigin(input, items);
    return {
      origin,
      escalation: origin.site.escalation ?? readTenantEscalation(items.tenant),
      reminders: readTenantReminders(items.tenant),
      plans: () => readDirectory(items.plans),
      test: findTest(readListedTests(items.site), testedAlert(origin, input, raising), now),
      own: readClaim(claimKey, items.claim),
      runaway: await runawayFacts(table, origin, runawayPlace, early && items),
    };
  };
  return {
    known: once && recall(once, [items.event, items.ownEvent, items.formerEvent], now),
    siteId: followsDevice && items.device ? DEVICES.entityOf(items.device).site_id : input.site_id,
    repair: raising.repairs ? repairPlace(input, items) : undefined,
    facts: readFacts,
  };
}

function claimKeyIn(scope: DedupScope, input: AlertInput, tenantId: string): ItemKey | undefined {
  const { dedup_key } = input;
  return dedup_key === undefined
    ? undefined
    : dedupClaimKey({ ...input, tenant_id: tenantId }, dedup_key, scope);
}

type Item = Readonly<Record<string, unknown>>;

/** Reads named items by their keys in one call. A name without a key gets no item. */
async function readNamed<N extends string>(
  table: Table,
  keys: Readonly<Record<N, ItemKey | undefined>>,
): Promise<Readonly<Record<N, Item | undefined>>> {
  const named = (Object.entries(keys) as [N, ItemKey | undefined][]).flatMap(([name, key]) =>
    key ? [{ name, key }] : [],
  );
  const items = await batchGet(
    table,
    named.map(({ key }) => key),
  );
  const found: Partial<Record<N, Item | undefined>> = {};
  for (const [place, { name }] of named.entries()) found[name] = items[place];
  return found as Record<N, Item | undefined>;
}

async function runawayFacts(
  table: Table,
  { device }: Origin,
  place: RunawayPlace | undefined,
  read: { readonly tally: Item | undefined; readonly runaway: Item | undefined } | undefined,
): Promise<RunawayFacts | undefined> {
  const threshold = device?.runaway_after;
  if (!place || !threshold) return undefined;
  const [tally, runaway] = read
    ? [read.tally, read.runaway]
    : await batchGet(table, [place.tallyKey, place.claimKey]);
  return readRunaway(place, threshold, { tally, runaway });
}

/** The facts that decide whether an alert is on test. If the report names no zone, the zone of the device counts. */
export function testedAlert(
  { zone, device }: Origin,
  { type }: Pick<AlertInput, 'type'>,
  { actor }: Pick<ActionContext, 'actor'>,
): TestedAlert {
  const zoneId = zone?.id ?? device?.zone_id ?? undefined;
  return { type, zoneId, deviceId: device?.id, raisedBy: actor.kind };
}

type Place = Pick<AlertInput, 'site_id' | 'zone_id' | 'device_id'>;

interface Origin {
  readonly site: Site;
  readonly zone: Zone | undefined;
  readonly device: Device | undefined;
}

/** The keys of an alert's site, zone and device. If it has no zone or device, the key of the site replaces it. */
export function originKeys(
  tenantId: string,
  { site_id, zone_id, device_id }: Place,
): [site: ItemKey, zone: ItemKey, device: ItemKey] {
  const site = SITES.key(tenantId, site_id);
  return [
    site,
    zone_id ? ZONES.key(tenantId, zone_id) : site,
    device_id ? DEVICES.key(tenantId, device_id) : site,
  ];
}

type PlaceItems = { readonly [N in keyof Origin]: Item | undefined };

/** The site, zone and device that exist among those that a report names. */
function entitiesOf({ zone_id, device_id }: Place, { site, zone, device }: PlaceItems) {
  return {
    site: site && SITES.entityOf(site),
    zone: zone_id && zone ? ZONES.entityOf(zone) : undefined,
    device: device_id && device ? DEVICES.entityOf(device) : undefined,
  };
}

/** The fields that name a zone or device which is not one of the site. */
function strayIn(
  place: Place,
  { zone, device }: Pick<Origin, 'zone' | 'device'>,
): ('zone_id' | 'device_id')[] {
  const { site_id, zone_id, device_id } = place;
  return [
    ...(zone_id && zone?.site_id !== site_id ? (['zone_id'] as const) : []),
    ...(device_id && device?.site_id !== site_id ? (['device_id'] as const) : []),
  ];
}

/** Throws `validation_failed`, naming each of site, zone and device that does not exist or does not belong to the others. */
export function readOrigin(place: Place, items: PlaceItems): Origin {
  const { site, ...others } = entitiesOf(place, items);
  const wrong = strayIn(place, others);
  if (!site) throw wrongReferences('site_id', ...wrong);
  if (wrong.length > 0) throw wrongReferences(...wrong);
  return { site, ...others };
}

/** How a report's site, zone and device are corrected, and the warnings about it. */
interface PlaceRepair {
  readonly place: Partial<Place>;
  readonly warnings: readonly Warning[];
}

/**
 * Makes the corrections after which `readOrigin` accepts the report: a zone or device that is gone or belongs to another site
 * is left out, and a missing site is replaced by the site of the device. `undefined` if no correction is needed, or none
 * helps.
 */
function repairPlace(place: Place, items: PlaceItems): PlaceRepair | undefined {
  const { site, ...others } = entitiesOf(place, items);
  if (!site) {
    const { site_id } = others.device ?? {};
    const happened = 'is not an existing site. The site of the device counts.';
    if (site_id === undefined) return undefined;
    return { place: { site_id }, warnings: [fieldWarning('site_id', 'left_out', happened)] };
  }
  const stray = strayIn(place, others);
  if (stray.length === 0) return undefined;
  return {
    place: Object.fromEntries(stray.map((field) => [field, undefined])),
    warnings: stray.map(leftOut),
  };
}

/** Makes the warning that a zone or device was left out. It is the same for an id of another tenant and for an unknown id. */
export function leftOut(field: 'zone_id' | 'device_id'): Warning {
  const kind = field === 'zone_id' ? 'zone' : 'device';
  return fieldWarning(field, 'left_out', `is not a ${kind} of the site and was left out.`);
}
