import { listEvents } from '../../shared/alerts/list-events.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listAlertEventsRoute } from './list-alert-events.route.ts';

export const createHandler = createEndpoint(listAlertEventsRoute, async (request, { table }) => {
  const { entity: alert } = request.target;
  return { body: await answerList(request, (_scope, _filters, page) => listEvents(table, alert, page)) };
});

export const handler = createHandler(lambdaRuntime);
