import { formatTimestamp } from '../base/time.ts';
import type { TimerWork } from '../table/due-timers.ts';
import { attribute, type Expression, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { pack, partOf, partsFor, storeCell } from './cells.ts';
import { type CountedHour, countHour } from './count-hour.ts';
import { hourPartKey } from './keys.ts';
import { endOf, type Period, parentOf } from './period.ts';
import {
  type Changes,
  changeClaimed,
  claimPeriod,
  loadState,
  markPeriod,
  type Part,
  type PeriodState,
  ROWS,
  readState,
  settlePeriod,
  writeParts,
} from './period-item.ts';
import { rollUp } from './roll-up.ts';

/**
 * The pause between two runs of a period, so that one run counts many changes. Timers run every minute, so reports are up to
 * date within 3 minutes.
 */
const WAIT_MS = 100_000;

/**
 * Up to this size, the numbers of an hour are in its own item. A larger item would take more than one write unit, with every
 * mark of the hour.
 */
const LARGEST_IN_ITEM_BYTES = 600;

const HOUR_MS = 3_600_000;

/** How long after its end a day or month is rolled up for the first time. Until then, reports read its hours or days. */
const ROLLED_AFTER_MS = { HOUR: 0, DAY: 2 * HOUR_MS, MONTH: 26 * HOUR_MS };

/** Within how many milliseconds the runs of different tenants are spread. */
const SPREAD_MS = 240_000;

/** The context of a run that recomputes a period. */
export interface Recomputing {
  readonly table: Table;
  readonly now: Date;
  /**
   * Whether a change of a past period is also rolled up into its day and month immediately. Otherwise the timers of these do
   * it.
   */
  readonly rollsUp: boolean;
}

/**
 * Handles the timers of statistics: recomputes periods that were marked as changed. The result replaces the former one, so a
 * run may come at any time, be repeated or be concurrent with others: the token and the generation of the period put marks
 * and results into an order.
 */
export const STATISTICS_WORK: TimerWork = {
  async run(item, { table, now }) {
    const state = readState(item);
    if (state) await recomputePeriod({ table, now, rollsUp: true }, state);
  },
};

export async function recomputePeriod(run: Recomputing, state: PeriodState): Promise<void> {
  if (state.period.level === 'HOUR') await recomputeHour(run, state);
  else await recomputeRollUp(run, state, undefined);
}

/**
 * The time at which a marked hour is recomputed: immediately if its day is past, because its day and month must be recomputed
 * after it.
 */
export function dueOf(hour: Period, now: Date): Date {
  return isPast(parentOf(hour), now) ? now : new Date(now.getTime() + WAIT_MS);
}

/** Whether a period may be rolled up now or within an hour. That hour allows for the different clocks of two runs. */
export function isPast(period: Period | undefined, now: Date): boolean {
  if (!period) return false;
  return now.getTime() >= endOf(period).getTime() + ROLLED_AFTER_MS[period.level] - HOUR_MS;
}

async function recomputeHour(run: Recomputing, hour: PeriodState): Promise<void> {
  const { table, now } = run;
  const { tenantId, period } = hour;
  const day = parentOf(period);
  if (!isPast(day, now)) {
    await planPeriod(run, tenantId, day);
    if (hour.parts === undefined && (await recomputeSmallHour(run, hour))) return;
  }
  const claimed = await claimPeriod(table, hour);
  if (!claimed) return;
  const counted = await countHour(table, tenantId, period);
  if (hasExpired(counted, hour)) return settlePeriod(table, claimed, laterThan(now));
  const changes = await storeHour(run, claimed, counted);
  await finishPeriod(run, claimed, changes, new Set(counted.cells.values().map(({ siteId }) => siteId)));
}

/** Recomputes an hour with a single write, without a claim. Returns false if its numbers are too large for its own item. */
async function recomputeSmallHour({ table, now }: Recomputing, hour: PeriodState): Promise<boolean> {
  const counted = await countHour(table, hour.tenantId, hour.period);
  if (hasExpired(counted, hour)) {
    await settlePeriod(table, hour, laterThan(now));
    return true;
  }
  const small = asSmallHour(counted, now);
  if (!small) return false;
  const generation = expression`${attribute('generation')} = ${hour.generation + 1}`;
  await settlePeriod(table, hour, laterThan(now), { set: expression`${small}, ${generation}` });
  return true;
}

/** Whether alerts of an hour have expired since the last count, so that the earlier numbers stay. */
const hasExpired = (counted: CountedHour, before: PeriodState) => counted.alerts < before.alerts;

/** Makes the change that stores the numbers of a claimed hour. If they are large, it writes them into items of their own. */
async function storeHour(
  { table, now }: Recomputing,
  { tenantId, period, generation, parts: before }: PeriodState,
  { cells, alerts }: CountedHour,
): Promise<Changes> {
  const rows = cells.values();
  const packed = pack(rows.map(storeCell));
  if (before === undefined && packed.length <= LARGEST_IN_ITEM_BYTES) {
    return { set: countedAs(packed, { alerts, now }) };
  }
  const parts = partsFor(packed.length, before);
  const divided = Map.groupBy(rows, ({ siteId }) => partOf(siteId, parts));
  const items = Array.from({ length: parts }, (_, part): Part => {
    const its = divided.get(part) ?? [];
    return { key: hourPartKey(tenantId, period, parts, part), packed: pack(its.map(storeCell)) };
  });
  await writeParts(table, items, generation);
  return { set: expression`#parts = ${parts}, #alerts = ${alerts}`, removed: attribute(ROWS) };
}

/**
 * Stores the result of a claimed period, and stops its timer. If the day or month around it is rolled up already, that must
 * change, too, so it is marked before the timer stops. `only` contains the sites that have changed, if nothing else has.
 */
async function finishPeriod(
  run: Recomputing,
  claimed: PeriodState,
  changes: Changes,
  only: ReadonlySet<string> | undefined,
): Promise<void> {
  const { table, now } = run;
  if (!isPast(parentOf(claimed.period), now)) return settlePeriod(table, claimed, laterThan(now), changes);
  if (!(await changeClaimed(table, claimed, changes))) return;
  await rollUpParent(run, claimed, only);
  await settlePeriod(table, claimed, laterThan(now));
}

/**
 * Makes the update that stores the numbers in the hour's own item; `undefined` if they are too large. `now` is the time at
 * which counting began.
 */
export function asSmallHour({ cells, alerts }: CountedHour, now: Date): Expression | undefined {
  const packed = pack(cells.values().map(storeCell));
  return packed.length <= LARGEST_IN_ITEM_BYTES ? countedAs(packed, { alerts, now }) : undefined;
}

function countedAs(packed: Uint8Array, { alerts, now }: { alerts: number; now: Date }): Expression {
  return expression`${attribute(ROWS)} = ${packed}, #alerts = ${alerts}, #counted_at = ${formatTimestamp(now)}`;
}

/**
 * Recomputes a day from its hours, or a month from its days. `only` contains the sites that have changed, if nothing else
 * has.
 */
async function recomputeRollUp(
  run: Recomputing,
  state: PeriodState,
  only: ReadonlySet<string> | undefined,
): Promise<void> {
  const { table, now } = run;
  const { tenantId, period } = state;
  const parent = parentOf(period);
  if (!isPast(parent, now)) await planPeriod(run, tenantId, parent);
  const claimed = await claimPeriod(table, state);
  if (!claimed) return;
  const parts = await rollUp(table, claimed, only);
  // A day of the month is not rolled up yet; its own timer is due.
  if (parts === undefined) return postpone(run, claimed);
  await finishPeriod(run, claimed, { set: expression`#parts = ${parts}, #rolled = ${true}` }, only);
}

/** Marks the day of an hour, or the month of a day, before the timer of that hour or day stops, so that no change is lost. */
async function rollUpParent(
  run: Recomputing,
  { tenantId, period }: PeriodState,
  only: ReadonlySet<string> | undefined,
): Promise<void> {
  const parent = parentOf(period);
  if (!parent) return;
  const { before, marked } = await markPeriod(run.table, tenantId, parent, run.now);
  if (!run.rollsUp) return;
  // If there was another mark, it may be about other sites, and its run may have failed.
  const isOnlyChange = before?.rolled === true && before.timer === undefined;
  await recomputeRollUp(run, marked, isOnlyChange ? only : undefined);
}

/** Plans the first roll-up of the day of an hour, or of the month of a day. */
async function planPeriod(
  { table }: Recomputing,
  tenantId: string,
  period: Period | undefined,
): Promise<void> {
  if (!period || (await loadState(table, tenantId, period))) return;
  await markPeriod(table, tenantId, period, rolledUpAt(tenantId, period));
}

/** The time at which a day or month of a tenant is rolled up for the first time. */
export function rolledUpAt(tenantId: string, period: Period): Date {
  const spread = (Number.parseInt(tenantId.slice(-2, -1), 16) || 0) * SPREAD_MS;
  return new Date(endOf(period).getTime() + ROLLED_AFTER_MS[period.level] + spread);
}

async function postpone({ table, now }: Recomputing, state: PeriodState): Promise<void> {
  await changeClaimed(table, state, { set: expression`#due = ${formatTimestamp(laterThan(now))}` });
}

const laterThan = (now: Date) => new Date(now.getTime() + WAIT_MS);
