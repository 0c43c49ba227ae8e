import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { webhookPageSchema } from '../../shared/webhooks/webhook-contract.ts';

export const listWebhooksRoute = defineRoute('webhooks/list-webhooks', {
  method: 'GET',
  path: '/api/v1/webhooks',
  summary: 'List webhooks, newest first',
  access: 'webhooks:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the webhooks in the scope of the caller.', body: webhookPageSchema },
  table: listUse(WEBHOOKS),
});
