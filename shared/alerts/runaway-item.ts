import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { ABSENT, allOf, attribute, type Expression, expression } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { updateItem } from '../table/writes.ts';
import { type AlertSeverity, alertSeverityField } from './alert.ts';
import {
  counted,
  countedAt,
  nameOf,
  RUNAWAY_MS,
  type Tally,
  type TallyReport,
  totalOf,
} from './runaway-tally.ts';

/** The tally of a device, type and zone as it was read. */
export interface StoredTally {
  readonly key: ItemKey;
  readonly tally: Tally;
  /** Marks the last write of the whole tally; `undefined` if there is no item. Later writes only add. */
  readonly series: string | undefined;
}

/** What a report changes in a tally. `count` starts from the tally without what is too old. */
export type TallyChange =
  | { readonly kind: 'count'; readonly tally: Tally; readonly reported: TallyReport }
  | { readonly kind: 'begin'; readonly severity: AlertSeverity }
  | { readonly kind: 'prolong' };

/** The write of a change, for the transaction of the alert. A prolonged runaway needs none: see `prolongRunaway`. */
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

export function readTally(key: ItemKey, item: Readonly<Record<string, unknown>> | undefined): StoredTally {
  if (!item) return { key, tally: { counts: {}, latest: {} }, series: undefined };
  const { series, ...tally } = tallySchema.parse(item);
  return { key, tally, series };
}

/**
 * Replaces a tally, in the transaction of what it counts. Refused if anything was counted or held since it was read.
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
 * Counts a new alert in the transaction that creates it, below the threshold only. An addition, so that concurrent alerts
 * do not refuse each other.
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
 * Records that a report was held now, so that the device stays runaway for 10 minutes more. One write unit, apart from the
 * count of the report: if it fails, the next report records it.
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
