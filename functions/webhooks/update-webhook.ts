import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { warnOfDeletedSites } from '../../shared/sites/check-sites.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateWebhook } from '../../shared/webhooks/update-webhook.ts';
import { updateWebhookRoute } from './update-webhook.route.ts';

export const createHandler = createAuditedEndpoint(
  updateWebhookRoute,
  async ({ target, body, ifMatch, now }, { table, settings: { destinations } }) => {
    const context = { ifMatch, at: formatTimestamp(now), destinations };
    const webhook = await updateWebhook(table, target, body, context);
    const warnings = await warnOfDeletedSites(table, webhook.tenant_id, webhook.site_ids);
    return { body: { ...webhook, warnings } };
  },
);

export const handler = createHandler(lambdaRuntime);
