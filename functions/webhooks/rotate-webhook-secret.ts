import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { connectKeyIfAny } from '../../shared/secrets/connect-key.ts';
import { rotateSecret } from '../../shared/webhooks/rotate-secret.ts';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.route.ts';

export const createHandler = createAuditedEndpoint(
  rotateWebhookSecretRoute,
  async ({ target, now }, { table, randomBytes, clock, settings }) => {
    const key = connectKeyIfAny(settings.webhookEncryptionKey, clock);
    const { webhook, secret } = await rotateSecret(table, target, { now, randomBytes, key });
    return { body: { ...webhook, secret } };
  },
);

export const handler = createHandler(lambdaRuntime);
