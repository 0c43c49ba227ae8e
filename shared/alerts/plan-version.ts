import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { EXISTS, expression } from '../table/expression.ts';
import { planVersionKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putNew, updateItem } from '../table/writes.ts';
import { type ActionPlan, planStepSchema } from './action-plan.ts';

/**
 * The part of a plan that alerts show. A version never changes, except for its name while it is the current one, and outlives its
 * plan, because alerts refer to it.
 */
const planVersionSchema = z.object({ name: z.string(), steps: z.array(planStepSchema) });

export type PlanVersion = z.infer<typeof planVersionSchema>;

export function versionItem({ id, tenant_id, version, name, steps }: ActionPlan) {
  return { ...planVersionKey(tenant_id, id, version), name, steps };
}

/** Fails with `stale` if this version number is taken. */
export function putVersion(table: Table, plan: ActionPlan): GuardedWrite {
  return putNew(table, versionItem(plan), 'stale');
}

/** Gives the current version another name. */
export function renameVersion(table: Table, { tenant_id, id, version, name }: ActionPlan): GuardedWrite {
  const update = expression`SET #name = ${name}`;
  return updateItem(table, planVersionKey(tenant_id, id, version), { update, condition: EXISTS }, 'stale');
}

export function readVersionItem(
  item: Readonly<Record<string, unknown>> | undefined,
): PlanVersion | undefined {
  return item && planVersionSchema.parse(item);
}
