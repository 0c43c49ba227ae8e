import { defineRoute } from '../../shared/http/route.ts';
import { deliverySchema } from '../../shared/webhooks/delivery.ts';

export const testWebhookRoute = defineRoute('webhooks/test-webhook', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test to a webhook',
  access: 'webhooks:update',
  response: {
    description: 'The delivery of the test. It is sent once and not repeated.',
    body: deliverySchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  settings: ['GUARD_WEBHOOK_DECRYPTION_KEY'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});
