import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Tries one delivery once. */
export const deliverWebhookTrigger = defineTrigger('webhooks/deliver-webhook', {
  description: 'Sends an event to a webhook',
  // One message at a time: in a batch, a receiver that is slow would hold up others.
  trigger: { kind: 'queue', isFifo: true, batchSize: 1, attempts: 10 },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
  // The attempt takes 5 s at most, and a call of the table 6 s.
  timeoutSeconds: 30,
});
