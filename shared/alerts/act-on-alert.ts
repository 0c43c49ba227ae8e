import type { PlanStep } from '../action-plans/action-plan.ts';
import { ApiError } from '../errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { type Decision, decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import type { AlertActionContext } from './action-context.ts';
import { ALERTS, type Alert, alertItem, changedAlertItem, isHigher, type StoredAlert } from './alert.ts';
import type { AlertEventAction } from './alert-event.ts';
import { findOpenAlert, type OpenAlert, releaseDedupKey, withOccurrences } from './dedup-key.ts';
import { NO_STEPS } from './escalation-steps.ts';
import { firstActionOf } from './first-action.ts';
import { newEvent, putEvent, recordRest, withRest } from './history.ts';
import { countedAlert } from './read-alert.ts';
import { checkSteps, findRequiredSteps } from './required-steps.ts';
import { type AcceptedTransition, type AlertAction, transition } from './transition.ts';

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
  const accepted = await decideAndWrite(table, alert, load, async (current, writeId) => {
    if (action === 'acknowledge') return decideAction(table, current, action, context, { writeId });
    const [open, required] = await Promise.all([
      findOpenAlert(table, current),
      findRequiredSteps(table, current, context),
    ]);
    return decideAction(table, current, action, context, { open, required, writeId });
  });
  return action === 'acknowledge' ? withExactOccurrences(table, alert, accepted) : accepted;
}

/**
 * Adds the exact occurrences to an acknowledged alert. If it is resolved meanwhile, the result is still the acknowledged
 * alert, with the final count. A failed read is ignored, because the alert is acknowledged already.
 */
async function withExactOccurrences(
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
  readonly open?: OpenAlert | undefined;
  /** The steps of the plan that need an outcome first. */
  readonly required?: readonly PlanStep[] | undefined;
  readonly writeId: string;
}

/** The result of an action and its writes: the alert without escalation steps, the history entry, the released dedup key. */
export function decideAction(
  table: Table,
  { entity, version, pending, dedupScope, planState, firstAction }: StoredAlert,
  action: AlertAction,
  context: AlertActionContext,
  { open, required = [], writeId }: ActionBasis,
): Decision<AcceptedTransition> {
  checkSeen(entity, context);
  const noted = withRest(entity, open, context.at);
  const result = transition(withOccurrences(noted, open), action, context);
  if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
  if (result.outcome === 'unchanged') return { writes: [], result };
  const overridesPlan = checkSteps(required, planState, context);
  const { alert } = result;
  const writes = [
    changeItem(
      table,
      alertItem(entity, pending),
      {
        ...changedAlertItem(alert, NO_STEPS),
        ...firstActionOf({ ...entity, firstAction }, alert, context.actor),
      },
      { version, writeId },
    ),
    ...recordRest(table, noted, open, context),
    putEvent(table, {
      ...newEvent(alert, EVENT_OF[action], context, context.note),
      ...(overridesPlan ? { overrides_plan: true as const } : {}),
    }),
    ...(overridesPlan ? auditWrites(table, ALERTS, alert, alert, { action: 'plan_overridden' }) : []),
    ...(action === 'resolve' ? releaseDedupKey(table, { entity: alert, dedupScope }, open) : []),
  ];
  return { writes, result };
}

/** Throws `severity_raised` if an alert that waits for somebody is worse than the actor saw. */
function checkSeen({ status, severity }: Alert, { severity: seen }: AlertActionContext): void {
  if (status !== 'active' || seen === undefined || !isHigher(severity, seen)) return;
  throw new ApiError('severity_raised');
}
