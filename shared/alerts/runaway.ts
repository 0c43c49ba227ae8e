import * as z from 'zod/mini';
import { GUARD_ITSELF, type RecordedActor } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { ABSENT, allOf, attribute, type Expression, expression } from '../table/expression.ts';
import { type ItemKey, runawayKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf, updateItem } from '../table/writes.ts';
import { type AlertSeverity, alertSeverityField } from './alert.ts';
import { type AlertInput, DEDUP_KEY_LENGTH } from './alert-input.ts';
import { type Claim, dedupClaimKey, hasOwnClaims } from './dedup-key.ts';
import { readClaim } from './find-alert.ts';
import type { RaiseContext } from './raise-context.ts';
import {
  counted,
  countedAt,
  highestOf,
  nameOf,
  RUNAWAY_MS,
  ruleOn,
  type Tally,
  type TallyReport,
  totalOf,
  withoutOld,
} from './runaway-tally.ts';

/**
 * One character longer than the dedup key of a report may be, so that no report becomes an occurrence of a runaway alert, or
 * resolves it, by its own key.
 */
const RUNAWAY_KEY_LENGTH = DEDUP_KEY_LENGTH + 1;

type Item = Readonly<Record<string, unknown>>;

/**
 * The keys under which Guard counts the alerts of a device, of one type and zone: that of their tally, and that of their
 * runaway alert's claim. A device-bound API key has separate ones, so that a key of the whole site cannot silence the device.
 */
export interface RunawayPlace {
  readonly tallyKey: ItemKey;
  readonly claimKey: ItemKey;
  readonly dedupKey: string;
}

/**
 * Returns where an alert is counted; `undefined` for alerts that are always raised: those that people or Guard itself raise,
 * those without a device, panic and fire.
 */
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

/** The type of a runaway alert. Its `reported_type` is the type of the reports that it holds. */
const RUNAWAY_TYPE = 'runaway';

/** What decides whether a report that would raise an alert becomes an occurrence of a runaway alert instead. */
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

/** What to do with a report that would raise an alert. */
interface RunawayRuling {
  /** The runaway alert of which the report becomes an occurrence; `undefined` if it raises its own alert. */
  readonly runaway: RunawayReport | undefined;
  readonly change: TallyChange;
}

/** A held report: it becomes an occurrence of the runaway alert, or raises that alert if there is none. */
interface RunawayReport {
  readonly input: AlertInput & { readonly reported_type: string };
  /** The claim of the runaway alert; `undefined` if none is open. */
  readonly claim: Claim | undefined;
  readonly dedupScope: 'device';
  /** The actor who raises the runaway alert. */
  readonly actor: RecordedActor;
}

/**
 * Decides on a report that would raise an alert; pure. If the device has a threshold, raised alerts are counted in the
 * transaction that creates them. So exactly that many are raised within 10 minutes, even by concurrent reports.
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

/** The tally of a device, type and zone as it was read. */
interface StoredTally {
  readonly key: ItemKey;
  readonly tally: Tally;
  /** The id of the last write that replaced the whole tally; `undefined` if there is no item. Later writes only add to it. */
  readonly series: string | undefined;
}

/** How a report changes a tally. `count` starts from the tally without what is too old. */
export type TallyChange =
  | { readonly kind: 'count'; readonly tally: Tally; readonly reported: TallyReport }
  | { readonly kind: 'begin'; readonly severity: AlertSeverity }
  | { readonly kind: 'prolong' };

/**
 * Makes the write of a tally's change, for the transaction of the alert. It makes none if a device stays runaway: see
 * `prolongRunaway`.
 */
export function tallyWrites(
  table: Table,
  stored: StoredTally,
  change: TallyChange,
  now: Date,
): GuardedWrite[] {
  const at = now.getTime();
  switch (change.kind) {
    case 'count': {
      const { tally, reported } = change;
      const canAdd = tally === stored.tally && stored.series !== undefined;
      return [
        canAdd
          ? addToTally(table, stored, reported)
          : replaceTally(table, stored, counted(tally, reported), at),
      ];
    }
    case 'begin': {
      const begun = { counts: {}, latest: {}, held: { severity: change.severity, at } };
      return [replaceTally(table, stored, begun, at)];
    }
    case 'prolong':
      return [];
  }
}

const tallySchema = z.object({
  counts: z.record(z.string(), z.int()),
  latest: z.partialRecord(alertSeverityField, z.int()),
  held: z.optional(z.object({ severity: alertSeverityField, at: z.int() })),
  series: z.string(),
});

function readTally(key: ItemKey, item: Readonly<Record<string, unknown>> | undefined): StoredTally {
  if (!item) return { key, tally: { counts: {}, latest: {} }, series: undefined };
  const { series, ...tally } = tallySchema.parse(item);
  return { key, tally, series };
}

/**
 * Replaces a tally, in the transaction of the alert that is counted. Refused if an alert was counted or a report held since
 * the tally was read.
 */
function replaceTally(table: Table, before: StoredTally, tally: Tally, now: number): GuardedWrite {
  const { counts, latest, held } = tally;
  const series = table.newWriteId();
  const state = held ? expression`, #held = ${held}` : expression` REMOVE #held`;
  const update = expression`SET #counts = ${counts}, #latest = ${latest}, #total = ${totalOf(tally)}, #series = ${series}, #ttl = ${expiryAt(now)}${state}`;
  const write = updateItem(table, before.key, { update, condition: isUnchanged(before) }, 'stale');
  return { ...write, hasHappened: (found) => found?.['series'] === series };
}

function isUnchanged({ tally, series }: StoredTally): Expression {
  if (series === undefined) return ABSENT;
  const { held } = tally;
  return allOf(
    expression`#series = ${series} AND #total = ${totalOf(tally)}`,
    held && expression`#held.#at = ${held.at}`,
  );
}

/**
 * Counts a new alert in the transaction that creates it, while the tally is below the threshold. It only adds to the tally,
 * so that concurrent alerts do not refuse each other.
 */
function addToTally(table: Table, { key, series }: StoredTally, reported: TallyReport): GuardedWrite {
  const { severity, now, threshold } = reported;
  const at = countedAt(reported);
  const count = attribute('counts', nameOf(at));
  const latest = attribute('latest', severity);
  const update = expression`SET ${count} = if_not_exists(${count}, ${0}) + ${1}, ${latest} = ${at}, #total = #total + ${1}, #ttl = ${expiryAt(now)}`;
  const condition = expression`#series = ${series} AND #total < ${threshold}`;
  return updateItem(table, key, { update, condition }, 'stale');
}

/**
 * Records that a report is held now, so that the device stays runaway for 10 minutes more. This costs one write unit, besides
 * the count of the occurrence. If it fails, the next held report records it.
 */
export async function prolongRunaway(table: Table, { key, series }: StoredTally, now: number): Promise<void> {
  const update = expression`SET #held.#at = ${now}, #ttl = ${expiryAt(now)}`;
  const condition = expression`#series = ${series} AND #held.#at < ${now}`;
  await updateIf(table, key, { update, condition }).catch(() => false);
}

/** The expiry time in epoch seconds: when nothing in the item counts any more, DynamoDB may delete it. */
function expiryAt(now: number): number {
  return Math.ceil((now + 2 * RUNAWAY_MS) / 1_000);
}
