import { defineRoute } from '../../shared/http/route.ts';
import { webhookChangesSchema, webhookSchema } from '../../shared/webhooks/webhook.ts';

export const updateWebhookRoute = defineRoute('webhooks/update-webhook', {
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Change a webhook',
  access: 'webhooks:update',
  request: { body: webhookChangesSchema },
  response: { description: 'The changed webhook.', body: webhookSchema },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});
