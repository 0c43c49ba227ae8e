import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { answerList } from '../../shared/lists/answer-list.ts';
import { siteExtent } from '../../shared/lists/plan.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { listSiteAlertsRoute } from './list-site-alerts.route.ts';

export const createHandler = createEndpoint(listSiteAlertsRoute, async (request, { table }) => ({
  body: await answerList(request, (_, filters, page) =>
    listAlerts(table, siteExtent(request.target), filters, page),
  ),
}));

export const handler = createHandler(lambdaRuntime);
