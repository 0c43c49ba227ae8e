import { ALERT_EVENTS, COUNTS } from '../alerts/alert-event.ts';
import { timeOfId } from '../ids.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type ChangedHour, followChanges } from './follow-changes.ts';
import { periodAt } from './period.ts';

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
