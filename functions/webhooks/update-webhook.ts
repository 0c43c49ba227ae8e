import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateWebhook } from '../../shared/webhooks/update-webhook.ts';
import { updateWebhookRoute } from './update-webhook.route.ts';

export const createHandler = createAuditedEndpoint(
  updateWebhookRoute,
  async ({ target, body, ifMatch, now }, { table, settings: { destinations } }) => ({
    body: await updateWebhook(table, target, body, { ifMatch, at: formatTimestamp(now), destinations }),
  }),
);

export const handler = createHandler(lambdaRuntime);
