import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listNotifications } from '../../shared/notifications/list-notifications.ts';
import { listNotificationsRoute } from './list-notifications.route.ts';

export const createHandler = createEndpoint(listNotificationsRoute, async (request, { table }) => {
  const { entity: alert } = request.target;
  return {
    body: await answerList(request, (_scope, _filters, page) => listNotifications(table, alert, page)),
  };
});

export const handler = createHandler(lambdaRuntime);
