import { GUARD_ITSELF, type RecordedActor } from '../actor.ts';
import { sha256 } from '../sha256.ts';
import { type ItemKey, runawayKey } from '../table/keys.ts';
import { type AlertInput, DEDUP_KEY_LENGTH } from './alert-input.ts';
import { type Claim, dedupClaimKey, hasOwnClaims } from './dedup-key.ts';
import { readClaim } from './find-dedup-claims.ts';
import type { RaiseContext } from './raise-context.ts';
import { readTally, type StoredTally, type TallyChange } from './runaway-item.ts';
import { highestOf, ruleOn, withoutOld } from './runaway-tally.ts';

/** One character more than a dedup key of a report may have, so that no report counts on a runaway alert or resolves it. */
const RUNAWAY_KEY_LENGTH = DEDUP_KEY_LENGTH + 1;

type Item = Readonly<Record<string, unknown>>;

/**
 * The place where the alerts of a device, of one type and zone, are counted: their tally, and the claim of their runaway
 * alert. A key that is bound to the device has places of its own, so that a site's key cannot silence the device.
 */
export interface RunawayPlace {
  readonly tallyKey: ItemKey;
  readonly claimKey: ItemKey;
  readonly dedupKey: string;
}

/** `undefined` for alerts that are always raised: those of people, of Guard, without a device, panic and fire. */
export function runawayPlaceOf(
  { site_id, zone_id, device_id, type }: AlertInput,
  { tenantId, actor, dedupScope }: Pick<RaiseContext, 'tenantId' | 'actor' | 'dedupScope'>,
): RunawayPlace | undefined {
  if (actor.kind !== 'key' || !device_id || hasOwnClaims(type)) return undefined;
  const reporter = dedupScope === 'device' ? '' : 'site ';
  const dedupKey = `runaway ${reporter}${type} ${zone_id ?? 'no-zone'} `.padEnd(RUNAWAY_KEY_LENGTH, '-');
  const site = { tenant_id: tenantId, site_id, device_id };
  return {
    tallyKey: runawayKey(tenantId, device_id, sha256(dedupKey)),
    claimKey: dedupClaimKey({ ...site, type: RUNAWAY_TYPE }, dedupKey, 'device'),
    dedupKey,
  };
}

/** The type of a runaway alert. Its `reported_type` is that of the reports that it counts. */
const RUNAWAY_TYPE = 'runaway';

/** What decides whether a report that would raise an alert counts on a runaway alert instead. */
export interface RunawayFacts {
  readonly dedupKey: string;
  /** The `runaway_after` of the device. */
  readonly threshold: number;
  readonly tally: StoredTally;
  /** The claim of the open runaway alert. */
  readonly claim: Claim | undefined;
}

export function readRunaway(
  { tallyKey, claimKey, dedupKey }: RunawayPlace,
  threshold: number,
  items: { readonly tally: Item | undefined; readonly runaway: Item | undefined },
): RunawayFacts {
  return {
    dedupKey,
    threshold,
    tally: readTally(tallyKey, items.tally),
    claim: readClaim(claimKey, items.runaway),
  };
}

/** The effect of a report that would raise an alert. */
export interface RunawayRuling {
  /** The runaway alert that the report is an occurrence of; `undefined` if its own alert is raised. */
  readonly runaway: RunawayReport | undefined;
  readonly change: TallyChange;
}

/** A report that counts as an occurrence of a runaway alert, or raises it if there is none. */
export interface RunawayReport {
  readonly input: AlertInput & { readonly reported_type: string };
  /** The claim of the runaway alert; `undefined` if none is open. */
  readonly claim: Claim | undefined;
  readonly dedupScope: 'device';
  /** The actor who raises the runaway alert. */
  readonly actor: RecordedActor;
}

/**
 * Rules on a report that would raise an alert; pure. Raised alerts of a device with a threshold are counted in the
 * transaction that creates them, so exactly that many are raised within 10 minutes, also by concurrent reports.
 */
export function ruleOnRunaway(
  { dedupKey, threshold, tally: stored, claim }: RunawayFacts,
  input: AlertInput,
  now: Date,
): RunawayRuling {
  const at = now.getTime();
  const reported = { severity: input.severity, now: at, threshold };
  const tally = withoutOld(stored.tally, at);
  const ruling = ruleOn(tally, reported);
  if (ruling.kind === 'raise') return { runaway: undefined, change: { kind: 'count', tally, reported } };
  const runawayOf = (severity: AlertInput['severity']): RunawayReport => ({
    input: {
      ...input,
      type: RUNAWAY_TYPE,
      reported_type: input.type,
      severity,
      message: `More than ${threshold} ${input.type} ${threshold === 1 ? 'alert' : 'alerts'} in 10 minutes`,
      dedup_key: dedupKey,
      metadata: undefined,
    },
    claim,
    dedupScope: 'device',
    actor: GUARD_ITSELF,
  });
  if (ruling.kind === 'hold') {
    const { severity = input.severity } = tally.held ?? {};
    return { runaway: runawayOf(severity), change: { kind: 'prolong' } };
  }
  const severity = highestOf(ruling.severity, claim?.open.severity);
  return { runaway: runawayOf(severity), change: { kind: 'begin', severity } };
}
