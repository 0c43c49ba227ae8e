import { defineRoute } from '../../shared/http/route.ts';
import { webhookSchema } from '../../shared/webhooks/webhook.ts';

export const getWebhookRoute = defineRoute('webhooks/get-webhook', {
  method: 'GET',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Read a webhook',
  access: 'webhooks:read',
  response: { description: 'The webhook, without its secret.', body: webhookSchema },
  table: { actions: ['BatchGetItem'] },
});
