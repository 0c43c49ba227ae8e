import { defineRoute } from '../../shared/http/route.ts';
import { issuedWebhookSchema } from '../../shared/webhooks/webhook-contract.ts';

export const rotateWebhookSecretRoute = defineRoute('webhooks/rotate-webhook-secret', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/rotate',
  summary: 'Give a webhook a new secret',
  access: 'webhooks:update',
  isAudited: true,
  response: {
    description: 'The webhook with its new secret. For 24 hours the previous secret signs too.',
    body: issuedWebhookSchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  settings: ['GUARD_WEBHOOK_ENCRYPTION_KEY'],
  table: { actions: ['UpdateItem'] },
});
