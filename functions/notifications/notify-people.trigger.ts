import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { SENDER_SETTINGS } from '../../shared/senders/sender-settings.ts';

export const notifyPeopleTrigger = defineTrigger('notifications/notify-people', {
  description: 'Notifies people of events',
  trigger: {
    kind: 'queue',
    isFifo: false,
    batchSize: 1,
    attempts: 10,
    maxConcurrency: 50,
  },
  settings: [...SENDER_SETTINGS, 'GUARD_SMS_PER_DAY'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  callsApi: true,
  sendsMessages: true,
  // A message that a run did not end is delivered again after six times this.
  timeoutSeconds: 14,
});
