import { ApiError } from '../errors.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import { ALERTS, alertItem, changedAlertItem, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS, COUNTS } from './alert-event.ts';
import type { AlertStep, StepOutcomeInput } from './alert-plan.ts';
import { FIRST_ACTION, firstActionOf } from './first-action.ts';
import { newEvent } from './history.ts';
import { PLAN_STEPS } from './pinned-plan.ts';
import { findPlanVersion, stepWith } from './read-alert-plan.ts';
import { changeAlert } from './transition.ts';

/**
 * Records the outcome of a step of an alert's plan, whatever the alert's status, with a history entry. Concurrent outcomes
 * of one step each have an entry, and the last one counts. Throws `not_found` if the plan has no such step. `alongside`
 * returns further writes of the same transaction.
 */
export async function recordStep(
  table: Table,
  alert: StoredAlert,
  key: string,
  { outcome, note }: StepOutcomeInput,
  context: ActionContext,
  alongside: (step: AlertStep) => readonly GuardedWrite[] = () => [],
): Promise<AlertStep> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), async (current, writeId) => {
    // A higher severity may have replaced the plan.
    const plan = await findPlanVersion(table, current);
    const step = plan?.steps.find((it) => it.key === key);
    if (!step) throw new ApiError('not_found');
    const { entity, pending, planState, firstAction } = current;
    const changed = changeAlert(entity, {}, context.at);
    const event = { ...newEvent(changed, 'plan_step', context, note), step: key, outcome };
    const others = planState.steps.filter((it) => it.key !== key);
    const steps = [...others, { key, outcome, entry: event.id }];
    const before = { ...alertItem(entity, pending), [PLAN_STEPS]: planState.steps };
    const first = firstActionOf({ ...entity, firstAction }, changed, context.actor);
    const after = { ...changedAlertItem(changed, pending), ...first, [PLAN_STEPS]: steps };
    const result = stepWith(step, outcome, event);
    const change = changeItem(table, before, after, { version: current.version, writeId });
    const isResponse = FIRST_ACTION in first;
    const entry = { ...ALERT_EVENTS.item(event), ...(isResponse ? { [COUNTS]: true } : {}) };
    return { writes: [change, putOwn(table, entry), ...alongside(result)], result };
  });
}
