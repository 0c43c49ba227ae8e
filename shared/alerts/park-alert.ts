import { GUARD_ITSELF } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { DAY_MS } from '../base/time.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import type { TimerWork } from '../table/due-timers.ts';
import type { Table } from '../table/table.ts';
import { withExactOccurrences } from './act-on-alert.ts';
import { type ActionContext, type AlertActionContext, actionTime } from './action-context.ts';
import { ALERTS, type Alert, type AlertSeverity, isHigher, type StoredAlert } from './alert.ts';
import { changeStored } from './change-stored.ts';
import { current, severityOf } from './escalate.ts';
import { isParking } from './escalation-steps.ts';
import { findAlert } from './find-alert.ts';
import { newEntry } from './history.ts';
import { RETURNED_AT, reminderTimer, WORKED_AT } from './reminder.ts';
import { type AcceptedTransition, changeAlert } from './transition.ts';

/** The longest time for which an alert is parked. A critical one must not be out of sight for longer than people remember it. */
const LONGEST_MS = DAY_MS;
const LONGEST_CRITICAL_MS = 3_600_000;

interface Parking extends AlertActionContext {
  /** When it comes back, a timestamp of the API. */
  readonly until: string;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Parks an acknowledged alert: it leaves the queue, its reminder waits, and it comes back at the given time. Parking it again
 * changes the time and the reason; a repetition by the same person changes nothing. Throws `alert_not_acknowledged`,
 * `severity_raised` if its severity is higher than the one that the actor saw, and `validation_failed` if the time is past or
 * too late for its severity.
 */
export async function parkAlert(table: Table, alert: StoredAlert, parking: Parking): Promise<Alert> {
  const { actor, until, reason, severity: seen } = parking;
  const load = reloadEntity(table, ALERTS, alert);
  const parked = await decideAndWrite(table, alert, load, (stored, writeId): Decision<AcceptedTransition> => {
    const { entity, pending, reminding = {} } = stored;
    if (entity.status !== 'acknowledged') throw new ApiError('alert_not_acknowledged');
    if (isParkedBy(entity, parking)) return { writes: [], result: { outcome: 'unchanged', alert: entity } };
    if (seen !== undefined && isHigher(entity.severity, seen)) throw new ApiError('severity_raised');
    checkUntil(entity.severity, parking);
    const { updated_at } = changeAlert(entity, {}, parking.at);
    const by = { id: actor.id ?? '', name: actor.name };
    const result = changeAlert(entity, { parked: { since: updated_at, until, reason, by } }, updated_at);
    const timer = entity.drill ? pending : reminderTimer(result, reminding);
    const change = {
      alert: result,
      timer,
      entries: [newEntry(result, 'parked', parking, reason, { until })],
      besideAfter: { [WORKED_AT]: updated_at },
    };
    const writes = changeStored(table, stored, change, writeId);
    return { writes, result: { outcome: 'changed', alert: result } };
  });
  return (await withExactOccurrences(table, alert, parked)).alert;
}

/** Whether this person has parked the alert like this already, because the first response may have been lost. */
function isParkedBy({ parked }: Alert, { actor, until, reason }: Parking): boolean {
  return parked?.until === until && parked.reason === reason && parked.by.id === actor.id;
}

/** Throws `validation_failed` unless an alert of this severity may be parked until then. */
function checkUntil(severity: AlertSeverity, { until, now }: Pick<Parking, 'until' | 'now'>): void {
  const ahead = Date.parse(until) - now.getTime();
  if (ahead <= 0) throw invalidField('until', 'The until field must be in the future.');
  if (severity === 'critical' && ahead > LONGEST_CRITICAL_MS) {
    throw invalidField(
      'until',
      'The until field must be at most 60 minutes ahead, because the alert is critical.',
    );
  }
  if (ahead > LONGEST_MS) throw invalidField('until', 'The until field must be at most 24 hours ahead.');
}

/** Brings a parked alert back to the queue, by hand. An alert that is not parked stays as it is. */
export async function unparkAlert(table: Table, alert: StoredAlert, context: ActionContext): Promise<Alert> {
  const load = reloadEntity(table, ALERTS, alert);
  const result = await decideAndWrite(table, alert, load, (stored, writeId) =>
    decideUnpark(table, stored, context, writeId),
  );
  return (await withExactOccurrences(table, alert, result)).alert;
}

/** Decides the writes that bring an alert back. Its reminder begins again then; it has one in any case if it comes back by itself. */
function decideUnpark(
  table: Table,
  stored: StoredAlert,
  context: ActionContext,
  writeId: string,
): Decision<AcceptedTransition> {
  const { entity, pending, reminding } = stored;
  if (!entity.parked) return { writes: [], result: { outcome: 'unchanged', alert: entity } };
  const result = changeAlert(entity, { parked: undefined }, context.at);
  const { updated_at } = result;
  const returnedAt = context.actor.kind === GUARD_ITSELF.kind ? updated_at : undefined;
  const back = { ...reminding, workedAt: updated_at, ...(returnedAt === undefined ? {} : { returnedAt }) };
  const timer = entity.drill ? pending : reminderTimer(result, back);
  const change = {
    alert: result,
    timer,
    entries: [newEntry(result, 'unparked', context)],
    besideAfter: {
      [WORKED_AT]: updated_at,
      ...(returnedAt === undefined ? {} : { [RETURNED_AT]: returnedAt }),
    },
  };
  const writes = changeStored(table, stored, change, writeId);
  return { writes, result: { outcome: 'changed', alert: result } };
}

/**
 * Brings a parked alert back when its time has come, also if that was during an outage. A repeated run finds an alert that is not
 * parked. If somebody else has changed the time, the timer follows it.
 */
export const PARK_WORK: TimerWork = {
  severityOf,
  canWait: (item) => severityOf(item) !== 'critical',
  async run(item, { table, now, randomBytes, log }) {
    const context = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF };
    const read = ALERTS.read(item);
    const { id, tenant_id: tenantId } = read.entity;
    const load = async () => current(await findAlert(table, tenantId, id));
    const back = await decideAndWrite(table, current(read), load, ({ stored }, writeId) => {
      if (!stored || !isParking(stored.pending)) return NOTHING;
      const { entity, reminding = {} } = stored;
      const isDue = entity.parked && Date.parse(entity.parked.until) <= now.getTime();
      if (isDue) return decideUnpark(table, stored, context, writeId);
      const timer = entity.status === 'acknowledged' ? reminderTimer(entity, reminding) : {};
      return { writes: changeStored(table, stored, { alert: entity, timer }, writeId), result: undefined };
    });
    if (back) log('Parked alert is back', { tenantId, alertId: id, severity: back.alert.severity });
  },
};

const NOTHING: Decision<AcceptedTransition | undefined> = { writes: [], result: undefined };
