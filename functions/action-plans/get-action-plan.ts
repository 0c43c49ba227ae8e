import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getActionPlanRoute } from './get-action-plan.route.ts';
import { warningsOfPlan } from './plan-warnings.ts';

export const createHandler = createEndpoint(
  getActionPlanRoute,
  async ({ target: { entity: plan } }, { table }) => ({
    body: { ...plan, warnings: await warningsOfPlan(table, plan.tenant_id, plan) },
  }),
);

export const handler = createHandler(lambdaRuntime);
