import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listOverrides } from '../../shared/schedules/change-overrides.ts';
import { listOverridesRoute } from './list-overrides.route.ts';

export const createHandler = createEndpoint(listOverridesRoute, async ({ target }, { table }) => ({
  body: { data: await listOverrides(table, target) },
}));

export const handler = createHandler(lambdaRuntime);
