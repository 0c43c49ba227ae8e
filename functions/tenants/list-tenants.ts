import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listTenants } from '../../shared/tenants/list-tenants.ts';
import { listTenantsRoute } from './list-tenants.route.ts';

export const createHandler = createEndpoint(listTenantsRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listTenants(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
