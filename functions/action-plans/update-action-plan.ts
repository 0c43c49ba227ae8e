import { updateActionPlan } from '../../shared/action-plans/change-plans.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateActionPlanRoute } from './update-action-plan.route.ts';

export const createHandler = createAuditedEndpoint(
  updateActionPlanRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateActionPlan(table, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
