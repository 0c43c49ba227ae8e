import { createEndpoint } from '../../shared/http/endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { lambdaNetwork } from '../../shared/outbound/lambda-network.ts';
import { connectKey } from '../../shared/secrets/connect-key.ts';
import { postToWebhook } from '../../shared/webhooks/post-to-webhook.ts';
import { testWebhook } from '../../shared/webhooks/test-webhook.ts';
import { testWebhookRoute } from './test-webhook.route.ts';

export const createHandler = createEndpoint(
  testWebhookRoute,
  async (
    { target, now },
    { table, randomBytes, stopwatch, clock, settings: { destinations, webhookDecryptionKey } },
  ) => {
    const posting = { network: lambdaNetwork(stopwatch), destinations, now };
    return {
      body: await testWebhook(table, target, newId(now, randomBytes), {
        now,
        key: connectKey(webhookDecryptionKey, clock),
        post: (webhook, message, secrets) => postToWebhook(webhook, message, secrets, posting),
      }),
    };
  },
);

export const handler = createHandler(lambdaRuntime);
