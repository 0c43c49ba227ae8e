import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listAlertsRoute } from './list-alerts.route.ts';

export const createHandler = createEndpoint(listAlertsRoute, async (request, { table }) => ({
  body: await answerList(request, (reach, filters, page) => listAlerts(table, reach, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
