import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listNotificationRules } from '../../shared/notification-rules/list-notification-rules.ts';
import { listNotificationRulesRoute } from './list-notification-rules.route.ts';

export const createHandler = createEndpoint(listNotificationRulesRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listNotificationRules(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
