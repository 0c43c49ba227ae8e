import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getActionPlanRoute } from './get-action-plan.route.ts';

export const createHandler = createEndpoint(getActionPlanRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
