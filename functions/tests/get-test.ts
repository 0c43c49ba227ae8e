import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { devicesOnTest, shownTest } from '../../shared/tests/check-scope.ts';
import { getTestRoute } from './get-test.route.ts';

export const createHandler = createEndpoint(getTestRoute, async ({ target: { entity } }, { table }) => ({
  body: shownTest(entity, await devicesOnTest(table, entity)),
}));

export const handler = createHandler(lambdaRuntime);
