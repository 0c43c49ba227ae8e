import { COUNTS } from '../alerts/alert-event.ts';
import { newEntriesOf, type StreamRecord } from '../alerts/logged-changes.ts';
import { timeOfId } from '../base/ids.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { countSmallHour } from './count-hour.ts';
import { type Period, parentOf, periodAt } from './period.ts';
import { changeUnmarked, loadState, markPeriod, type PeriodState } from './period-item.ts';
import { asSmallHour, dueOf, isPast } from './recompute.ts';

/** The actions of history entries that change no number of the statistics, unless the entry itself says so. */
const UNCOUNTED_ACTIONS: readonly (string | undefined)[] = ['noted', 'reoccurred'];

const HOURS_AT_A_TIME = 25;

/**
 * Ensures that an hour is counted again after alerts of that hour changed, given a batch of the table's stream with their new
 * history entries. Safe to repeat.
 */
export async function markHours(table: Table, records: readonly StreamRecord[], now: Date): Promise<void> {
  const hours = new Map(records.flatMap(changedHours).map((it) => [`${it.tenantId} ${it.hour.name}`, it]));
  await runInLanes([...hours.values()], HOURS_AT_A_TIME, (hour) => followChanges(table, hour, now));
}

function changedHours(record: StreamRecord): ChangedHour[] {
  return newEntriesOf(record).flatMap(({ key, image }) => {
    const { data: { M: data } = {}, [COUNTS]: counts } = image ?? {};
    const isUncounted = !counts && UNCOUNTED_ACTIONS.includes(data?.['action']?.S);
    if (data?.['kind']?.S === 'device' || isUncounted) return [];
    const [, alertId = ''] = key.sk.split('#');
    return [{ tenantId: tenantIdOf(key), hour: periodAt('HOUR', timeOfId(alertId)) }];
  });
}

/** More than the clocks of two functions ever differ. */
const CLOCKS_DIFFER_MS = 30_000;

/** The minimum time between two counts of an hour. */
const REST_MS = 60_000;

/**
 * Up to this many alerts, counting an hour is cheaper than marking it: the timer of a mark costs two write units to start and
 * two to stop.
 */
const FEW_ALERTS = 25;

/** An hour of a tenant of which alerts have changed. */
interface ChangedHour {
  readonly tenantId: string;
  readonly hour: Period;
}

/**
 * Ensures that changes up to `now` are counted. There may already be a mark whose run will count them; otherwise the hour is
 * counted immediately if it is small and at rest, or else marked. So a change costs nothing, one write unit, or the two of a
 * mark.
 */
export async function followChanges(table: Table, { tenantId, hour }: ChangedHour, now: Date): Promise<void> {
  const state = await loadState(table, tenantId, hour);
  if (state && isCountedLater(state, now)) return;
  if (state && isAtRest(state, now) && (await countAtOnce(table, state, now))) return;
  await markPeriod(table, tenantId, hour, dueOf(hour, now));
}

/**
 * Whether a run that begins after `now` will count the hour anyway. A run never begins before it is due. Only that run can
 * remove its mark, because an earlier one notices that the generation or the time has changed.
 */
function isCountedLater({ due }: PeriodState, now: Date): boolean {
  return due !== undefined && Date.parse(due) >= now.getTime() + CLOCKS_DIFFER_MS;
}

/**
 * Whether an hour may be counted immediately: it is small and not marked, its day has not ended, and its last count is over a
 * minute old.
 */
function isAtRest({ period, due, parts, alerts, counted_at }: PeriodState, now: Date): boolean {
  if (due !== undefined || parts !== undefined || alerts > FEW_ALERTS || counted_at === undefined)
    return false;
  return Date.parse(counted_at) + REST_MS <= now.getTime() && !isPast(parentOf(period), now);
}

/** Counts an hour now. Returns false if the hour is not small, or was marked or counted meanwhile. */
async function countAtOnce(table: Table, state: PeriodState, now: Date): Promise<boolean> {
  const counted = await countSmallHour(table, state.tenantId, state.period);
  // Some alerts have expired since the last count, so the earlier numbers stay.
  if (!counted || counted.alerts < state.alerts) return false;
  const small = asSmallHour(counted, now);
  return small !== undefined && changeUnmarked(table, state, small);
}
