import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { answerSiteList } from '../../shared/lists/answer-list.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { listSiteAlertsRoute } from './list-site-alerts.route.ts';

export const createHandler = createEndpoint(listSiteAlertsRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, filters, page) => listAlerts(table, extent, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
