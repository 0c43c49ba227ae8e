import { GUARD_ITSELF, type RecordedActor } from '../actor.ts';
import type { Device } from '../devices/device.ts';
import { sha256 } from '../sha256.ts';
import { batchGet } from '../table/batch-get.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { type ItemKey, runawayKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type AlertInput, DEDUP_KEY_LENGTH } from './alert-input.ts';
import { type Claim, dedupClaimKey } from './dedup-key.ts';
import { readClaim } from './find-dedup-claims.ts';
import type { RaiseContext } from './raise-context.ts';
import { addToTally, prolongRunaway, readTally, replaceTally } from './runaway-item.ts';
import { counted, highestOf, ruleOn, withoutOld } from './runaway-tally.ts';

/** Alerts of these types are always raised. */
const ALWAYS_RAISED: ReadonlySet<string> = new Set(['panic', 'fire']);

/** One character more than a dedup key of a report may have, so that no report counts on a runaway alert or resolves it. */
const RUNAWAY_KEY_LENGTH = DEDUP_KEY_LENGTH + 1;

type Item = Readonly<Record<string, unknown>>;

/**
 * The place where the alerts of a device, of one type and zone, are counted: their tally, and the claim of their runaway
 * alert.
 */
export interface RunawayPlace {
  readonly tallyKey: ItemKey;
  readonly claimKey: ItemKey;
  readonly dedupKey: string;
}

/** `undefined` for alerts that are always raised: those of people, of Guard, without a device, and of some types. */
export function runawayPlaceOf(
  { site_id, zone_id, device_id, type }: AlertInput,
  { tenantId, actor }: Pick<RaiseContext, 'tenantId' | 'actor'>,
): RunawayPlace | undefined {
  if (actor.kind !== 'key' || !device_id || ALWAYS_RAISED.has(type)) return undefined;
  const dedupKey = `runaway ${type} ${zone_id ?? 'no-zone'} `.padEnd(RUNAWAY_KEY_LENGTH, '-');
  const site = { tenant_id: tenantId, site_id, device_id };
  return {
    tallyKey: runawayKey(tenantId, device_id, sha256(dedupKey)),
    claimKey: dedupClaimKey(site, dedupKey, 'device'),
    dedupKey,
  };
}

/** The items of a place, in this order. */
export const keysOfPlace = ({ tallyKey, claimKey }: RunawayPlace) => [tallyKey, claimKey] as const;

/** The effect of a report that would raise an alert, instead or in addition. */
export interface RunawayRuling {
  /** The runaway alert that the report is an occurrence of; `undefined` if its own alert is raised. */
  readonly runaway: RunawayReport | undefined;
  /** Writes of the same transaction. */
  readonly writes: readonly GuardedWrite[];
  /** Writes that need no transaction. */
  readonly writeSeparately: () => Promise<void>;
}

/** A report that counts as an occurrence of a runaway alert, or raises it if there is none. */
export interface RunawayReport {
  readonly input: AlertInput;
  /** The claim of the runaway alert; `undefined` if none is open. */
  readonly claim: Claim | undefined;
  readonly dedupScope: 'device';
  /** The actor who raises the runaway alert. */
  readonly actor: RecordedActor;
}

interface Reported {
  readonly input: AlertInput;
  readonly device: Device | undefined;
  readonly now: Date;
  /** The items of the place, if they were read already. */
  readonly items: readonly (Item | undefined)[];
}

/**
 * Rules on a report that would raise an alert. Raised alerts of a device with a threshold are counted in the transaction
 * that creates them, so exactly that many are raised within 10 minutes, also by concurrent reports.
 */
export async function ruleOnRunaway(
  table: Table,
  place: RunawayPlace | undefined,
  { input, device, now, items }: Reported,
): Promise<RunawayRuling | undefined> {
  const threshold = device?.runaway_after;
  if (!place || !threshold) return undefined;
  const [tallyItem, claimItem] = items.length > 0 ? items : await batchGet(table, keysOfPlace(place));
  const stored = readTally(place.tallyKey, tallyItem);
  const claim = readClaim(place.claimKey, claimItem);
  const at = now.getTime();
  const reported = { severity: input.severity, now: at, threshold };
  const tally = withoutOld(stored.tally, at);
  const ruling = ruleOn(tally, reported);
  if (ruling.kind === 'raise') {
    const count =
      tally === stored.tally && stored.series !== undefined
        ? addToTally(table, stored, reported)
        : replaceTally(table, stored, counted(tally, reported), at);
    return { runaway: undefined, writes: [count], writeSeparately: nothing };
  }
  const runawayOf = (severity: AlertInput['severity']): RunawayReport => ({
    input: {
      ...input,
      type: 'runaway',
      severity,
      message: `More than ${threshold} ${input.type} ${threshold === 1 ? 'alert' : 'alerts'} in 10 minutes`,
      dedup_key: place.dedupKey,
      metadata: undefined,
    },
    claim,
    dedupScope: 'device',
    actor: GUARD_ITSELF,
  });
  if (ruling.kind === 'hold') {
    const { severity = input.severity } = tally.held ?? {};
    return {
      runaway: runawayOf(severity),
      writes: [],
      writeSeparately: () => prolongRunaway(table, stored, at),
    };
  }
  const severity = highestOf(ruling.severity, claim?.open.severity);
  const begun = { counts: {}, latest: {}, held: { severity, at } };
  return {
    runaway: runawayOf(severity),
    writes: [replaceTally(table, stored, begun, at)],
    writeSeparately: nothing,
  };
}

async function nothing(): Promise<void> {}
