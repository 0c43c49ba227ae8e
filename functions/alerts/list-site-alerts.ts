import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { answerSiteList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSiteAlertsRoute } from './list-site-alerts.route.ts';

export const createHandler = createEndpoint(listSiteAlertsRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, filters, page) => listAlerts(table, extent, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
