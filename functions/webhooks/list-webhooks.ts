import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listWebhooks } from '../../shared/webhooks/list-webhooks.ts';
import { listWebhooksRoute } from './list-webhooks.route.ts';

export const createHandler = createEndpoint(listWebhooksRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listWebhooks(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
