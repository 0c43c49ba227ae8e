import { updateActionPlan } from '../../shared/action-plans/change-plans.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { warningsOfPlan } from './plan-warnings.ts';
import { updateActionPlanRoute } from './update-action-plan.route.ts';

export const createHandler = createAuditedEndpoint(
  updateActionPlanRoute,
  async ({ target, body, ifMatch, now }, { table }) => {
    const plan = await updateActionPlan(table, target, body, { ifMatch, at: formatTimestamp(now) });
    return { body: { ...plan, warnings: await warningsOfPlan(table, plan.tenant_id, plan) } };
  },
);

export const handler = createHandler(lambdaRuntime);
