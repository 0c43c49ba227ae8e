import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { deliverWebhookTrigger } from '../webhooks/deliver-webhook.trigger.ts';

/** Does what is due of the shards that messages name. */
export const runTimersTrigger = defineTrigger('timers/run-timers', {
  description: 'Does what is due',
  // A message that comes again is no better than the one of the next minute.
  trigger: { kind: 'queue', isFifo: false, batchSize: 5, attempts: 2 },
  table: {
    // And DeleteItem: watches of devices that another release has deleted.
    actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['timer'],
  },
  sendsTo: [deliverWebhookTrigger.name],
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
  // It closes connections whose time is over.
  postsToSockets: true,
  timeoutSeconds: 55,
});
