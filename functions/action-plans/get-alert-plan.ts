import { readAlertPlan } from '../../shared/alerts/read-alert-plan.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getAlertPlanRoute } from './get-alert-plan.route.ts';

export const createHandler = createEndpoint(getAlertPlanRoute, async ({ target }, { table }) => ({
  body: await readAlertPlan(table, target),
}));

export const handler = createHandler(lambdaRuntime);
