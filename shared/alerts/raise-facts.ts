import type { PlanRule } from '../action-plans/choose-plan.ts';
import { readDirectory } from '../action-plans/plan-directory.ts';
import { DEVICES } from '../devices/device.ts';
import { type Escalation, readTenantEscalation } from '../escalation.ts';
import { type ListedTest, readListedTests } from '../sites/listed-test.ts';
import { batchGet } from '../table/batch-get.ts';
import { type ItemKey, planDirectoryKey, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { findTest, type TestedAlert } from '../tests/match-test.ts';
import type { ActionContext } from './action-context.ts';
import type { DedupScope } from './alert.ts';
import type { AlertInput } from './alert-input.ts';
import { type Claim, dedupClaimKey } from './dedup-key.ts';
import { ifRaisedBy, readClaim } from './find-dedup-claims.ts';
import { type Origin, originKeys, type PlaceRepair, readOrigin, repairPlace } from './origin.ts';
import type { RaiseContext } from './raise-context.ts';
import { type KnownEvent, recall } from './reported-event.ts';
import { type RunawayFacts, type RunawayPlace, readRunaway, runawayPlaceOf } from './runaway.ts';

/** What the decision on a report depends on, as it was at one instant. */
export interface RaiseFacts {
  readonly origin: Origin;
  /** The escalation of the site, or else of the tenant. */
  readonly escalation: Escalation;
  /** The active action plans of the tenant. They are parsed only if the decision needs them. */
  readonly plans: () => readonly PlanRule[];
  /** The test that covers the report. */
  readonly test: ListedTest | undefined;
  /** The claim of the dedup key of the report. */
  readonly own: Claim | undefined;
  /** `undefined` if the report never counts towards a runaway device. */
  readonly runaway: RunawayFacts | undefined;
}

/** A report before its place is known to be right. */
export interface PlacedReport {
  /** What is known of the event; `undefined` for a report without an id. */
  readonly known: KnownEvent | undefined;
  /** The site of the report: that of the device if the report follows the device. */
  readonly siteId: string;
  /** What makes the place right, if the report may be repaired and needs it. */
  readonly repair: PlaceRepair | undefined;
  /** Reads the remaining facts. Throws `validation_failed` if site, zone or device do not belong together. */
  readonly facts: () => Promise<RaiseFacts>;
}

/** Reads all that a report depends on, in one call, unless only the device shows that it has a `runaway_after`. */
export async function readReport(
  table: Table,
  input: AlertInput,
  raising: RaiseContext,
): Promise<PlacedReport> {
  const { tenantId, now, once, followsDevice, dedupScope = 'site' } = raising;
  const [siteKey, zoneKey, deviceKey] = originKeys(tenantId, input);
  const claimKey = claimKeyIn(dedupScope, input, tenantId);
  const formerKey = dedupScope === 'device' ? claimKeyIn('site', input, tenantId) : undefined;
  const runawayPlace = runawayPlaceOf(input, raising);
  const early = raising.mayRunAway ? runawayPlace : undefined;
  const items = await readNamed(table, {
    site: siteKey,
    zone: zoneKey,
    device: deviceKey,
    claim: claimKey,
    former: formerKey,
    event: once?.key,
    ownEvent: once?.own?.key,
    tenant: tenantKey(tenantId),
    plans: planDirectoryKey(tenantId),
    tally: early?.tallyKey,
    runaway: early?.claimKey,
  });
  const readFacts = async (): Promise<RaiseFacts> => {
    const origin = readOrigin(input, items);
    const own =
      readClaim(claimKey, items.claim) ??
      (await ifRaisedBy(table, raising.actor, readClaim(formerKey, items.former)));
    return {
      origin,
      escalation: origin.site.escalation ?? readTenantEscalation(items.tenant),
      plans: () => readDirectory(items.plans),
      test: findTest(readListedTests(items.site), testedAlert(origin, input, raising), now),
      own,
      runaway: await runawayFacts(table, origin, runawayPlace, early && items),
    };
  };
  return {
    known: once && recall(once, [items.event, items.ownEvent], now),
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

/** Reads items by their keys in one call. A name without a key has no item. */
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

/** The facts that decide whether an alert is on test. If no zone is named, the zone of the device counts. */
export function testedAlert(
  { zone, device }: Origin,
  { type }: Pick<AlertInput, 'type'>,
  { actor }: Pick<ActionContext, 'actor'>,
): TestedAlert {
  const zoneId = zone?.id ?? device?.zone_id ?? undefined;
  return { type, zoneId, deviceId: device?.id, raisedBy: actor.kind };
}
