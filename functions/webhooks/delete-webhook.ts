import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteWebhook } from '../../shared/webhooks/delete-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteWebhookRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteWebhook(table, target, ifMatch);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
