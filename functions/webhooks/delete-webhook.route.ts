import { defineRoute } from '../../shared/http/route.ts';

export const deleteWebhookRoute = defineRoute('webhooks/delete-webhook', {
  method: 'DELETE',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  access: 'webhooks:delete',
  isAudited: true,
  response: { description: 'The webhook is deleted; nothing more is sent to it.' },
  table: { actions: ['DeleteItem', 'UpdateItem'] },
});
