import { answerSiteList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listZones } from '../../shared/zones/list-zones.ts';
import { listSiteZonesRoute } from './list-site-zones.route.ts';

export const createHandler = createEndpoint(listSiteZonesRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, _, page) => listZones(table, extent, page)),
}));

export const handler = createHandler(lambdaRuntime);
