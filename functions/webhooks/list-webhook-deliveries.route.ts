import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';
import { DELIVERIES, deliveryPageSchema } from '../../shared/webhooks/delivery.ts';

export const listWebhookDeliveriesRoute = defineRoute('webhooks/list-webhook-deliveries', {
  method: 'GET',
  path: '/api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook of the last week, newest first',
  access: 'webhooks:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the deliveries of the webhook.', body: deliveryPageSchema },
  table: listUse(DELIVERIES),
});
