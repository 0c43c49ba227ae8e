import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Tries one delivery once. */
export const deliverWebhookTrigger = defineTrigger('webhooks/deliver-webhook', {
  description: 'Sends an event to a webhook',
  trigger: {
    kind: 'queue',
    isFifo: true,
    // One message at a time: in a batch, a receiver that is slow would hold up others.
    batchSize: 1,
    attempts: 10,
    // Of the 1,000 that an account has by default. Each receiver that hangs holds one, and the API needs the others.
    maxConcurrency: 100,
  },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
  // The attempt takes 5 s at most, and a call of the table 6 s.
  timeoutSeconds: 30,
});
