import type { Table } from '../table/table.ts';
import { countSmallHour } from './count-hour.ts';
import { type Period, parentOf } from './period.ts';
import { changeUnmarked, loadState, markPeriod, type PeriodState } from './period-item.ts';
import { asSmallHour, dueOf, isPast } from './recompute.ts';

/** The clocks of two functions differ by far less. */
const CLOCKS_DIFFER_MS = 30_000;

/** An hour is counted at most once a minute. */
const REST_MS = 60_000;

/** Up to this many alerts, counting is cheaper than a mark: its timer costs two write units to start and two to stop. */
const FEW_ALERTS = 25;

/** An hour of a tenant in which alerts were created that have changed. */
export interface ChangedHour {
  readonly tenantId: string;
  readonly hour: Period;
}

/**
 * Ensures that changes up to `now` are counted: by the run of an earlier mark, at once if the hour is small and at rest, or
 * by marking the hour. A change costs nothing, one write unit, or the two of a mark.
 */
export async function followChanges(table: Table, { tenantId, hour }: ChangedHour, now: Date): Promise<void> {
  const state = await loadState(table, tenantId, hour);
  if (state && isCountedLater(state, now)) return;
  if (state && isAtRest(state, now) && (await countAtOnce(table, state, now))) return;
  await markPeriod(table, tenantId, hour, dueOf(hour, now));
}

/**
 * Whether a run that begins after `now` counts the hour anyway. It begins when it is due at the earliest. Its mark can be
 * removed only by that run: one that began before finds that the generation or the time has changed.
 */
function isCountedLater({ due }: PeriodState, now: Date): boolean {
  return due !== undefined && Date.parse(due) >= now.getTime() + CLOCKS_DIFFER_MS;
}

/**
 * Whether an hour may be counted at once: it is small and unmarked, its day has not ended, and its last count is over a
 * minute old.
 */
function isAtRest({ period, due, parts, alerts, counted_at }: PeriodState, now: Date): boolean {
  if (due !== undefined || parts !== undefined || alerts > FEW_ALERTS || counted_at === undefined)
    return false;
  return Date.parse(counted_at) + REST_MS <= now.getTime() && !isPast(parentOf(period), now);
}

/** Returns false if the hour was marked or counted meanwhile, or is not small. */
async function countAtOnce(table: Table, state: PeriodState, now: Date): Promise<boolean> {
  const counted = await countSmallHour(table, state.tenantId, state.period);
  // Some alerts have expired since, so the earlier numbers stay.
  if (!counted || counted.alerts < state.alerts) return false;
  const small = asSmallHour(counted, now);
  return small !== undefined && changeUnmarked(table, state, small);
}
