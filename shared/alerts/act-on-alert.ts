import type { RecordedActor } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { lowestIdAt } from '../base/ids.ts';
import { laterThan } from '../base/time.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { getItem, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { ActionContext, AlertActionContext } from './action-context.ts';
import type { PlanStep } from './action-plan.ts';
import { ALERTS, type Alert, isHigher, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, type AlertEventAction } from './alert-event.ts';
import { eventsOfLog } from './alert-log.ts';
import { checkSteps, findRequiredSteps } from './alert-plan.ts';
import { changeStored } from './change-stored.ts';
import {
  type Claimant,
  claimDedupKey,
  claimKeyOf,
  coverReports,
  findOpenAlert,
  type OpenAlert,
  readOpenAlert,
  releaseDedupKey,
  withOccurrences,
} from './dedup-key.ts';
import { endOf } from './escalation-steps.ts';
import { countedAlert, findAlert } from './find-alert.ts';
import { firstActionOf } from './first-action.ts';
import { acknowledgerOf, newEntry, newEvent, restEntries, withRest } from './history.ts';
import { reminderTimer, WORKED_AT } from './reminder.ts';
import { removalOf } from './retain-alert.ts';
import {
  type AcceptedTransition,
  type AlertAction,
  changeAlert,
  isReopenable,
  reopened,
  takenOver,
  transition,
} from './transition.ts';

const EVENT_OF = { acknowledge: 'acknowledged', resolve: 'resolved' } as const satisfies Record<
  AlertAction,
  AlertEventAction
>;

/**
 * Acknowledges or resolves an alert that was just read. If several actions are concurrent, exactly one records its actor and
 * note; the others return its result. Throws `plan_incomplete` if required steps of the plan have no outcome.
 */
export async function actOnAlert(
  table: Table,
  alert: StoredAlert,
  action: AlertAction,
  context: AlertActionContext,
): Promise<AcceptedTransition> {
  const load = reloadEntity(table, ALERTS, alert);
  let isRepeated = false;
  const accepted = await decideAndWrite(table, alert, load, async (current, writeId) => {
    if (action === 'acknowledge') {
      // An open alert with a dedup key holds its claim, unless a restored backup lost it.
      const holdsClaim = !isRepeated || (await findOpenAlert(table, current)) !== undefined;
      isRepeated = true;
      return decideAction(table, current, action, context, { holdsClaim, writeId });
    }
    const [open, required] = await Promise.all([
      findOpenAlert(table, current),
      findRequiredSteps(table, current, context),
    ]);
    return decideAction(table, current, action, context, { open, required, writeId });
  });
  return action === 'acknowledge' ? withExactOccurrences(table, alert, accepted) : accepted;
}

/**
 * Replaces the number of occurrences of an acknowledged alert by the exact one. If the alert is resolved meanwhile, the
 * result is still the acknowledged alert, with the final count. A failed read is ignored, because the alert is acknowledged
 * already.
 */
export async function withExactOccurrences(
  table: Table,
  { dedupScope }: StoredAlert,
  accepted: AcceptedTransition,
): Promise<AcceptedTransition> {
  const { alert } = accepted;
  const counted = await countedAlert(table, { entity: alert, dedupScope }).catch(() => alert);
  const { occurrences, last_occurred_at } = counted;
  const isOver = counted.status === 'resolved';
  return { ...accepted, alert: isOver ? { ...alert, occurrences, last_occurred_at } : counted };
}

interface ActionBasis {
  /** The claim of the alert, for a resolve. */
  readonly open?: OpenAlert | undefined;
  /** Whether the alert holds the claim of its dedup key, for an acknowledgement. */
  readonly holdsClaim?: boolean | undefined;
  /** The steps of the plan that still need an outcome before the alert is resolved. */
  readonly required?: readonly PlanStep[] | undefined;
  readonly writeId: string;
}

/**
 * Decides the result of an action and its writes: they end the escalation, start the reminder and add a history entry. A resolve also releases
 * the dedup key, and an acknowledgement covers the reports that its claim has counted.
 */
export function decideAction(
  table: Table,
  stored: StoredAlert,
  action: AlertAction,
  context: AlertActionContext,
  { open, holdsClaim = false, required = [], writeId }: ActionBasis,
): Decision<AcceptedTransition> {
  const { entity, pending, dedupScope, planState, firstAction, reminding = {} } = stored;
  checkSeen(entity, context);
  const noted = withRest(entity, open, context.at);
  const result = transition(withOccurrences(noted, open), action, context);
  if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
  if (result.outcome === 'unchanged') return { writes: [], result };
  const overridesPlan = checkSteps(required, planState, context);
  const { alert } = result;
  const event = {
    ...newEvent(alert, EVENT_OF[action], context, context.note),
    ...(overridesPlan ? { overrides_plan: true as const } : {}),
  };
  const timer = alert.drill ? endOf(alert.id, pending) : reminderTimer(alert, reminding);
  const change = {
    alert,
    entries: [...restEntries(noted, open, context), { event }],
    besideAfter: firstActionOf({ ...entity, firstAction }, alert, context.actor),
    ...(alert.status === 'resolved' ? { removal: removalAfter(alert, context) } : { timer }),
  };
  const writes = [
    ...changeStored(table, stored, change, writeId),
    ...(overridesPlan
      ? auditWrites(table, ALERTS, alert, alert, {
          action: 'plan_overridden',
          facts: { site: alert.site_name ?? '' },
        })
      : []),
    ...(action === 'resolve' ? releaseDedupKey(table, { entity: alert, dedupScope }, open) : []),
    ...(holdsClaim ? coverReports(table, { entity: alert, dedupScope }) : []),
  ];
  return { writes, result };
}

const removalAfter = (alert: Alert, { retentionDays }: AlertActionContext) =>
  retentionDays === undefined ? undefined : removalOf(alert, retentionDays);

/** Throws `severity_raised` if the severity of an alert that waits for somebody is higher than the one that the actor saw. */
function checkSeen({ status, severity }: Alert, { severity: seen }: AlertActionContext): void {
  if (status !== 'active' || seen === undefined || !isHigher(severity, seen)) return;
  throw new ApiError('severity_raised');
}

/**
 * Hands an acknowledged alert to the actor. Its reminder starts again, and the first response still counts in the statistics.
 * A repetition by whoever has it changes nothing. Throws `alert_not_acknowledged`, and `severity_raised` if its severity is
 * higher than the one that the actor saw.
 */
export async function takeOverAlert(
  table: Table,
  alert: StoredAlert,
  context: AlertActionContext,
): Promise<Alert> {
  const { actor, severity: seen } = context;
  const load = reloadEntity(table, ALERTS, alert);
  const taken = await decideAndWrite(table, alert, load, (stored, writeId): Decision<AcceptedTransition> => {
    const { entity, pending, firstAction, reminding = {} } = stored;
    if (entity.status !== 'acknowledged') throw new ApiError('alert_not_acknowledged');
    if (entity.acknowledged_by === actor.id) {
      return { writes: [], result: { outcome: 'unchanged', alert: entity } };
    }
    if (seen !== undefined && isHigher(entity.severity, seen)) throw new ApiError('severity_raised');
    const result = takenOver(entity, context);
    const timer = entity.drill ? endOf(entity.id, pending) : reminderTimer(result, reminding);
    const change = {
      alert: result,
      timer,
      entries: [newEntry(result, 'taken_over', context, undefined, acknowledgerOf(entity))],
      besideAfter: firstActionOf({ ...entity, firstAction }, result, actor),
    };
    const writes = changeStored(table, stored, change, writeId);
    return { writes, result: { outcome: 'changed', alert: result } };
  });
  return (await withExactOccurrences(table, alert, taken)).alert;
}

/**
 * Records that the cause of an open alert is over. The alert remains open, because a person resolves it. A repetition, or the
 * restore of a resolved alert, changes nothing.
 */
export function restoreAlert(table: Table, alert: StoredAlert, context: AlertActionContext): Promise<Alert> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), (current, writeId) =>
    decideRestore(table, current, context, writeId),
  );
}

/** Decides the writes of a restore, and the alert after it. */
export function decideRestore(
  table: Table,
  stored: StoredAlert,
  context: AlertActionContext,
  writeId: string,
): Decision<Alert> {
  const { entity } = stored;
  if (entity.status === 'resolved' || entity.restored_at !== undefined) return { writes: [], result: entity };
  const restored_at = laterThan(entity.updated_at, context.at);
  const result = changeAlert(entity, { restored_at }, context.at);
  const change = { alert: result, entries: [newEntry(result, 'restored', context, context.note)] };
  return { writes: changeStored(table, stored, change, writeId), result };
}

/**
 * Marks an open alert as cancelled by a user of its panel. The mark changes neither its status nor its escalation, because
 * whoever holds the code may be forced to use it. A repetition, or the cancel of a resolved alert, changes nothing.
 */
export function cancelAlert(
  table: Table,
  alert: StoredAlert,
  user: Omit<NonNullable<Alert['cancelled']>, 'at'>,
  context: AlertActionContext,
): Promise<Alert> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), (stored, writeId) => {
    const { entity } = stored;
    const isRepeated = entity.cancelled?.user_number === user.user_number;
    if (entity.status === 'resolved' || isRepeated) return { writes: [], result: entity };
    const cancelled = { at: laterThan(entity.updated_at, context.at), ...user };
    const result = changeAlert(entity, { cancelled }, context.at);
    const change = { alert: result, entries: [newEntry(result, 'cancelled', context, context.note)] };
    return { writes: changeStored(table, stored, change, writeId), result };
  });
}

/**
 * Adds a note to the history of an alert of any status and returns the history entry. That of a person is work on it. Raises the
 * version of the alert, so that watching clients read it again. `alongside` returns further writes of the same transaction.
 */
export function noteAlert(
  table: Table,
  alert: StoredAlert,
  text: string,
  context: ActionContext,
  alongside: (event: AlertEvent) => readonly GuardedWrite[] = () => [],
): Promise<AlertEvent> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), (stored, writeId) => {
    const noted = changeAlert(stored.entity, {}, context.at);
    const event = newEvent(noted, 'noted', context, text);
    const besideAfter = context.actor.kind === 'user' ? { [WORKED_AT]: noted.updated_at } : {};
    const change = { alert: noted, entries: [{ event }], besideAfter };
    return { writes: [...changeStored(table, stored, change, writeId), ...alongside(event)], result: event };
  });
}

interface Reopening extends ActionContext {
  readonly note: string;
  readonly now: Date;
}

/** The attributes by which a resolved alert expires. A timer sets the time only once the alert can no longer be reopened. */
const RETENTION = { [TIMER_INDEX]: '', [DUE_ATTRIBUTE]: '', [TTL_ATTRIBUTE]: 0 };

/**
 * Reopens a resolved alert: it is acknowledged, claims its dedup key again, and does not expire or escalate. If nobody works on
 * it, it is active again, as after each acknowledgement. Throws
 * `not_reopenable`, and `dedup_key_taken` if another open alert has its dedup key. A repetition by the same person with the
 * same note changes nothing, because the first response may have been lost.
 */
export function reopenAlert(table: Table, alert: StoredAlert, reopening: Reopening): Promise<Alert> {
  const { note, now, actor } = reopening;
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), async (stored, writeId) => {
    const { entity, dedupScope, firstAction, reminding = {} } = stored;
    if (!isReopenable(entity, now)) {
      if (!(await isReopenedBy(table, stored, reopening))) throw new ApiError('not_reopenable');
      return { writes: [], result: await countedAlert(table, stored) };
    }
    const result = reopened(entity, reopening);
    const change = {
      alert: result,
      timer: reminderTimer(result, reminding),
      entries: [newEntry(result, 'reopened', reopening, note)],
      beside: RETENTION,
      besideAfter: firstActionOf({ ...entity, firstAction }, result, actor),
    };
    const writes = [
      ...changeStored(table, stored, change, writeId),
      ...(await restoreDedupKey(table, { entity: result, dedupScope }, actor)),
    ];
    return { writes, result };
  });
}

/** Whether the alert is acknowledged now because this person reopened it with this note. */
async function isReopenedBy(
  table: Table,
  { entity, log }: StoredAlert,
  { actor, note }: Reopening,
): Promise<boolean> {
  const { id, tenant_id, status, acknowledged_at, acknowledged_by } = entity;
  if (status !== 'acknowledged' || acknowledged_at === null || acknowledged_by !== actor.id) return false;
  const isReopening = ({ id: entryId, action, note: recorded }: AlertEvent) =>
    action === 'reopened' && recorded === note && entryId.startsWith(idsBeginAt(acknowledged_at));
  if (eventsOfLog(entity, log).some(isReopening)) return true;
  const { pk, sk } = ALERT_EVENTS.key(tenant_id, id, idsBeginAt(acknowledged_at));
  for await (const item of queryAll(table, pk, sk)) {
    if (isReopening(ALERT_EVENTS.entityOf(item))) return true;
  }
  return false;
}

/** The prefix that the ids of one millisecond share. */
const idsBeginAt = (at: string) => lowestIdAt(new Date(at)).slice(0, 13);

/** Claims the dedup key of a reopened alert again. In a restored backup, a resolved alert may still hold the claim. */
async function restoreDedupKey(table: Table, claimant: Claimant, by: RecordedActor): Promise<GuardedWrite[]> {
  const { entity: alert } = claimant;
  const key = claimKeyOf(claimant);
  const claim = key && (await getItem(table, key));
  if (!claim) return claimDedupKey(table, claimant, by, undefined);
  const holderId = readOpenAlert(claim).alertId;
  const holder = holderId === alert.id ? undefined : await findAlert(table, alert.tenant_id, holderId);
  if (holder && holder.entity.status !== 'resolved') throw new ApiError('dedup_key_taken');
  return claimDedupKey(table, claimant, by, holderId);
}
