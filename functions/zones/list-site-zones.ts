import { answerSiteList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listEntities } from '../../shared/lists/list-entities.ts';
import { planList } from '../../shared/lists/plan.ts';
import { ZONES } from '../../shared/zones/zone.ts';
import { listSiteZonesRoute } from './list-site-zones.route.ts';

export const createHandler = createEndpoint(listSiteZonesRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, _, page) =>
    listEntities(table, ZONES, planList(ZONES, extent), page),
  ),
}));

export const handler = createHandler(lambdaRuntime);
