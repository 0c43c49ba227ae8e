import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { answerList } from '../../shared/lists/answer-list.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { listAlertsRoute } from './list-alerts.route.ts';

export const createHandler = createEndpoint(listAlertsRoute, async (request, { table }) => ({
  body: await answerList(request, (reach, filters, page) => listAlerts(table, reach, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
