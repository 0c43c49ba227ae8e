import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSites } from '../../shared/sites/list-sites.ts';
import { siteFor } from '../../shared/sites/site.ts';
import { listSitesRoute } from './list-sites.route.ts';

export const createHandler = createEndpoint(listSitesRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, _, page) => {
    const { items, ...around } = await listSites(table, scope, page);
    return { ...around, items: items.map((site) => siteFor(request.caller, site)) };
  }),
}));

export const handler = createHandler(lambdaRuntime);
