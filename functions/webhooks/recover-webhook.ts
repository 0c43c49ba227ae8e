import { createEndpoint } from '../../shared/http/endpoint.ts';
import { startParts } from '../../shared/http/time-for-parts.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { recoverDeliveries } from '../../shared/webhooks/recover-deliveries.ts';
import { recoverWebhookRoute } from './recover-webhook.route.ts';

export const createHandler = createEndpoint(
  recoverWebhookRoute,
  async ({ target, body: { since }, now }, { table, stopwatch }) => ({
    body: await recoverDeliveries(table, target.entity, { since, now, hasTime: startParts(stopwatch) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
