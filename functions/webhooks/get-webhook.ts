import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { warnOfDeletedSites } from '../../shared/sites/check-sites.ts';
import { getWebhookRoute } from './get-webhook.route.ts';

export const createHandler = createEndpoint(
  getWebhookRoute,
  async ({ target: { entity: webhook } }, { table }) => ({
    body: { ...webhook, warnings: await warnOfDeletedSites(table, webhook.tenant_id, webhook.site_ids) },
  }),
);

export const handler = createHandler(lambdaRuntime);
