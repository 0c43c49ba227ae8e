import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { issuedWebhookSchema, webhookInputSchema } from '../../shared/webhooks/webhook-contract.ts';

export const createWebhookRoute = defineRoute('webhooks/create-webhook', {
  method: 'POST',
  path: '/api/v1/webhooks',
  summary: 'Create a webhook',
  access: 'webhooks:create',
  isAudited: true,
  request: { query: tenantQuery, body: webhookInputSchema },
  response: {
    status: 201,
    description: 'The new webhook with its secret. No other response contains it.',
    body: issuedWebhookSchema,
  },
  errors: ['not_found', 'too_many_webhooks'],
  settings: ['GUARD_WEBHOOK_ENCRYPTION_KEY'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});
