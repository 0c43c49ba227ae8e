import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../shared/mail/mail-message.ts';
import { BUDGET_SETTINGS, SENDER_SETTINGS } from '../../shared/senders/sender-settings.ts';

export const notifyPeopleTrigger = defineTrigger('notifications/notify-people', {
  description: 'Notifies people of events',
  trigger: {
    kind: 'queue',
    isFifo: false,
    // A hanging provider would delay the other messages of a batch.
    batchSize: 1,
    attempts: 10,
    maxConcurrency: 50,
  },
  settings: [...SENDER_SETTINGS, ...BUDGET_SETTINGS],
  // It sends to itself, because an event becomes an attempt for each person and channel.
  sendsTo: ['notify-people', SEND_MAIL],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'], indexes: ['timer'] },
  callsApi: true,
  sendsMessages: true,
  // A message that a run did not end is delivered again after six times this.
  timeoutSeconds: 14,
});
