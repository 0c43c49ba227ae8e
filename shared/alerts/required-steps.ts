import type { PlanStep } from '../action-plans/action-plan.ts';
import { ApiError } from '../errors.ts';
import type { Table } from '../table/table.ts';
import type { AlertActionContext } from './action-context.ts';
import type { StoredAlert } from './alert.ts';
import type { AlertPlanState } from './pinned-plan.ts';
import { findPlanVersion } from './read-alert-plan.ts';

/** The steps that need an outcome before this actor resolves the alert. Devices and Guard itself are never held up. */
export async function findRequiredSteps(
  table: Table,
  alert: StoredAlert,
  { actor }: Pick<AlertActionContext, 'actor'>,
): Promise<readonly PlanStep[]> {
  if (actor.kind !== 'user' || alert.entity.status === 'resolved') return [];
  const { steps = [] } = (await findPlanVersion(table, alert)) ?? {};
  return steps.filter(({ required }) => required);
}

/**
 * Throws `plan_incomplete`, naming each required step without an outcome. Returns whether the actor overrides the plan: there
 * are such steps, and the actor resolves nevertheless.
 */
export function checkSteps(
  required: readonly PlanStep[],
  { steps }: AlertPlanState,
  { override_plan = false }: Pick<AlertActionContext, 'override_plan'>,
): boolean {
  const missing = required.filter(({ key }) => !steps.some((step) => step.key === key));
  if (missing.length === 0 || override_plan) return missing.length > 0;
  const fields = missing.map(({ key, text }) => [`steps.${key}`, [`The step "${text}" has no outcome.`]]);
  throw new ApiError('plan_incomplete', { fields: Object.fromEntries(fields) });
}
