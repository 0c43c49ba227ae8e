import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listDeliveries } from '../../shared/webhooks/list-webhooks.ts';
import { listWebhookDeliveriesRoute } from './list-webhook-deliveries.route.ts';

export const createHandler = createEndpoint(listWebhookDeliveriesRoute, async (request, { table }) => {
  const { entity: webhook } = request.target;
  return {
    body: await answerList(request, (_scope, _filters, page) => listDeliveries(table, webhook, page)),
  };
});

export const handler = createHandler(lambdaRuntime);
