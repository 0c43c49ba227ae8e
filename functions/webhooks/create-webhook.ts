import { etagOf } from '../../shared/etag.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { connectKeyIfAny } from '../../shared/secrets/connect-key.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createWebhook } from '../../shared/webhooks/create-webhook.ts';
import { createWebhookRoute } from './create-webhook.route.ts';

export const createHandler = createAuditedEndpoint(
  createWebhookRoute,
  async ({ body, query, scope, now, url }, { table, randomBytes, clock, settings }) => {
    const { webhook: created, secret } = await createWebhook(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
      randomBytes,
      destinations: settings.destinations,
      key: connectKeyIfAny(settings.webhookEncryptionKey, clock),
    });
    // A new webhook names existing sites only.
    const webhook = { ...created, warnings: [] };
    // The ETag belongs to the webhook without its secret, as later responses show it.
    const headers = { Location: `${url}/${webhook.id}`, ETag: etagOf(webhook) };
    return { body: { ...webhook, secret }, headers };
  },
);

export const handler = createHandler(lambdaRuntime);
