import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { planVersionKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putNew } from '../table/writes.ts';
import { type ActionPlan, planStepSchema } from './action-plan.ts';

/** The part of a plan that alerts show. A version never changes and outlives its plan, because alerts refer to it. */
const planVersionSchema = z.object({ name: z.string(), steps: z.array(planStepSchema) });

export type PlanVersion = z.infer<typeof planVersionSchema>;

export function versionItem({ id, tenant_id, version, name, steps }: ActionPlan) {
  return { ...planVersionKey(tenant_id, id, version), name, steps };
}

/** Refused if another change has made this version. */
export function putVersion(table: Table, plan: ActionPlan): GuardedWrite {
  return putNew(table, versionItem(plan), 'stale');
}

export function readVersionItem(
  item: Readonly<Record<string, unknown>> | undefined,
): PlanVersion | undefined {
  return item && planVersionSchema.parse(item);
}
