import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { deliverWebhookTrigger } from '../webhooks/deliver-webhook.trigger.ts';

export const runTimersTrigger = defineTrigger('timers/run-timers', {
  description: 'Runs due timers',
  // Few attempts: the next minute sends another message anyway.
  trigger: { kind: 'queue', isFifo: false, batchSize: 5, attempts: 2 },
  table: {
    // DeleteItem is for the watches of devices that another release has deleted.
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['timer'],
  },
  sendsTo: [deliverWebhookTrigger.name],
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
  // It closes expired connections.
  postsToSockets: true,
  timeoutSeconds: 55,
});
