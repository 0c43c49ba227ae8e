import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteWebhookRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, WEBHOOKS, target, { ifMatch });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
