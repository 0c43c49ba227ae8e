import { createEndpoint } from '../../shared/http/endpoint.ts';
import { answerSiteList } from '../../shared/lists/answer-list.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { listZones } from '../../shared/zones/zone-store.ts';
import { listSiteZonesRoute } from './list-site-zones.route.ts';

export const createHandler = createEndpoint(listSiteZonesRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, _, page) => listZones(table, extent, page)),
}));

export const handler = createHandler(lambdaRuntime);
