import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { notifyPeopleTrigger } from '../notifications/notify-people.trigger.ts';
import { deliverWebhookTrigger } from '../webhooks/deliver-webhook.trigger.ts';

export const runTimersTrigger = defineTrigger('timers/run-timers', {
  description: 'Runs due timers',
  // A throttled run counts, too, so AWS advises at least five ("Configuring an SQS event source mapping").
  trigger: { kind: 'queue', isFifo: false, batchSize: 5, attempts: 5 },
  table: {
    // DeleteItem is for the watches of devices that another release has deleted.
    actions: [
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ],
    indexes: ['timer'],
  },
  sendsTo: [deliverWebhookTrigger.name, notifyPeopleTrigger.name],
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
  // It closes expired connections.
  postsToSockets: true,
  timeoutSeconds: 55,
});
