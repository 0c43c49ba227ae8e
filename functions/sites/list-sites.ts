import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSites } from '../../shared/sites/list-sites.ts';
import { listSitesRoute } from './list-sites.route.ts';

export const createHandler = createEndpoint(listSitesRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listSites(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
