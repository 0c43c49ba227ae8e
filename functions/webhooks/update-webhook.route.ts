import { defineRoute } from '../../shared/http/route.ts';
import { webhookSchema } from '../../shared/webhooks/webhook.ts';
import { webhookChangesSchema } from '../../shared/webhooks/webhook-contract.ts';

export const updateWebhookRoute = defineRoute('webhooks/update-webhook', {
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Change a webhook',
  access: 'webhooks:update',
  isAudited: true,
  request: { body: webhookChangesSchema },
  response: { description: 'The changed webhook.', body: webhookSchema },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});
