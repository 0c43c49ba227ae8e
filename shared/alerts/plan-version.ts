import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { EXISTS, expression } from '../table/expression.ts';
import { planVersionKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putNew, updateItem } from '../table/writes.ts';
import { type ActionPlan, planStepSchema } from './action-plan.ts';

/**
 * The part of an action plan that alerts show. Alerts refer to a version, so it outlives its plan and never changes, except
 * that the current version can be renamed.
 */
const planVersionSchema = z.object({ name: z.string(), steps: z.array(planStepSchema) });

export type PlanVersion = z.infer<typeof planVersionSchema>;

export function versionItem({ id, tenant_id, version, name, steps }: ActionPlan) {
  return { ...planVersionKey(tenant_id, id, version), name, steps };
}

/** Stores a new version of a plan. Fails with `stale` if its version number is taken. */
export function putVersion(table: Table, plan: ActionPlan): GuardedWrite {
  return putNew(table, versionItem(plan), 'stale');
}

/** Renames the current version of a plan. */
export function renameVersion(table: Table, { tenant_id, id, version, name }: ActionPlan): GuardedWrite {
  const update = expression`SET #name = ${name}`;
  return updateItem(table, planVersionKey(tenant_id, id, version), { update, condition: EXISTS }, 'stale');
}

export function readVersionItem(
  item: Readonly<Record<string, unknown>> | undefined,
): PlanVersion | undefined {
  return item && planVersionSchema.parse(item);
}
