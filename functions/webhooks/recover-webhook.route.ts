import { defineRoute } from '../../shared/http/route.ts';
import { recoveryInputSchema, recoverySchema } from '../../shared/webhooks/recovery.ts';

export const recoverWebhookRoute = defineRoute('webhooks/recover-webhook', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/recover',
  summary: 'Send again the deliveries that have failed for good since a time',
  access: 'webhooks:update',
  rateClass: 'resend',
  request: { body: recoveryInputSchema },
  response: {
    status: 202,
    description: 'The number of deliveries that are sent again, about ten a second; at most 1,000 a request.',
    body: recoverySchema,
    etag: false,
  },
  errors: ['webhook_not_active'],
  table: { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'], indexes: ['timer'] },
});
