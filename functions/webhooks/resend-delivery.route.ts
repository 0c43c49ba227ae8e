import { defineRoute } from '../../shared/http/route.ts';
import { deliverySchema } from '../../shared/webhooks/delivery.ts';

export const resendDeliveryRoute = defineRoute('webhooks/resend-delivery', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
  summary: 'Send a delivery again that was delivered or has failed',
  access: 'webhooks:update',
  rateClass: 'resend',
  response: {
    status: 202,
    description: 'The delivery, with a further attempt within two minutes; `webhook-id` and body stay.',
    body: deliverySchema,
    etag: false,
  },
  errors: ['webhook_not_active', 'delivery_not_ended', 'delivery_without_body', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});
