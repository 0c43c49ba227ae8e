import { defineTrigger } from '../../shared/lambda/trigger.ts';

export const deliverWebhookTrigger = defineTrigger('webhooks/deliver-webhook', {
  description: 'Sends an event to a webhook',
  trigger: {
    kind: 'queue',
    isFifo: true,
    // In a larger batch, a slow receiver would delay other webhooks.
    batchSize: 1,
    attempts: 10,
    // Each hanging receiver occupies a run. An account has 1,000 runs by default, and the API needs the others.
    maxConcurrency: 100,
  },
  settings: ['GUARD_AUDIT_RETENTION_DAYS', 'GUARD_WEBHOOK_DECRYPTION_KEY'],
  // The event of a webhook that Guard disables is new.
  table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  // An attempt takes at most 5 s, and each call of the table and of KMS 6 s.
  timeoutSeconds: 30,
});
