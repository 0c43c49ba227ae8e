import { ALERT_EVENTS, COUNTS } from '../alerts/alert-event.ts';
import { timeOfId } from '../base/ids.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { countSmallHour } from './count-hour.ts';
import { type Period, parentOf, periodAt } from './period.ts';
import { changeUnmarked, loadState, markPeriod, type PeriodState } from './period-item.ts';
import { asSmallHour, dueOf, isPast } from './recompute.ts';

interface Value {
  readonly S?: string | undefined;
  readonly M?: Readonly<Record<string, Value>> | undefined;
}

interface ChangeRecord {
  readonly dynamodb?:
    | {
        readonly Keys?: Readonly<Record<string, Value>> | undefined;
        readonly NewImage?: Readonly<Record<string, Value>> | undefined;
      }
    | undefined;
}

/** The actions that change no number of the statistics, unless the entry says so. */
const UNCOUNTED_ACTIONS: readonly (string | undefined)[] = ['noted', 'reoccurred'];

const HOURS_AT_A_TIME = 25;

/**
 * Ensures that the hours of the alerts to which new history entries of the table's stream belong are counted again. Safe to
 * repeat.
 */
export async function markHours(table: Table, records: readonly ChangeRecord[], now: Date): Promise<void> {
  const hours = new Map(records.flatMap(changedHours).map((it) => [`${it.tenantId} ${it.hour.name}`, it]));
  await runInLanes([...hours.values()], HOURS_AT_A_TIME, (hour) => followChanges(table, hour, now));
}

function changedHours({ dynamodb }: ChangeRecord): ChangedHour[] {
  const [pk, sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S];
  if (!pk || !sk?.startsWith(ALERT_EVENTS.prefix())) return [];
  const { data: { M: data } = {}, [COUNTS]: counts } = dynamodb?.NewImage ?? {};
  const isUncounted = !counts && UNCOUNTED_ACTIONS.includes(data?.['action']?.S);
  if (data?.['kind']?.S === 'device' || isUncounted) return [];
  const [, alertId = ''] = sk.split('#');
  return [{ tenantId: tenantIdOf({ pk, sk }), hour: periodAt('HOUR', timeOfId(alertId)) }];
}

/** The clocks of two functions differ by far less. */
const CLOCKS_DIFFER_MS = 30_000;

/** An hour is counted at most once a minute. */
const REST_MS = 60_000;

/** Up to this many alerts, counting is cheaper than a mark: its timer costs two write units to start and two to stop. */
const FEW_ALERTS = 25;

/** An hour of a tenant in which alerts were created that have changed. */
interface ChangedHour {
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
