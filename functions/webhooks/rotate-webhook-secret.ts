import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { rotateSecret } from '../../shared/webhooks/rotate-secret.ts';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.route.ts';

export const createHandler = createEndpoint(
  rotateWebhookSecretRoute,
  async ({ target, now }, { table, randomBytes }) => {
    const { webhook, secret } = await rotateSecret(table, target, { now, randomBytes });
    return { body: { ...webhook, secret } };
  },
);

export const handler = createHandler(lambdaRuntime);
