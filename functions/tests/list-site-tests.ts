import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSiteTests } from '../../shared/tests/read-tests.ts';
import { listSiteTestsRoute } from './list-site-tests.route.ts';

export const createHandler = createEndpoint(listSiteTestsRoute, async ({ target, now }, { table }) => ({
  body: { data: await listSiteTests(table, target, now) },
}));

export const handler = createHandler(lambdaRuntime);
