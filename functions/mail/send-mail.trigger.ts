import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../shared/mail/mail-message.ts';

export const sendMailTrigger = defineTrigger('mail/send-mail', {
  description: 'Sends mail',
  trigger: {
    kind: 'queue',
    isFifo: false,
    batchSize: 1,
    // A mail is tried every 90 seconds for a quarter of an hour, in case SES throttles or does not answer.
    attempts: 10,
    // SES takes 14 mails a second of an account that has left its sandbox.
    maxConcurrency: 5,
  },
  // It sends to itself, because a warning becomes a mail to each master.
  sendsTo: [SEND_MAIL],
  settings: ['GUARD_MAIL_FROM', 'GUARD_MAIL_CONFIGURATION_SET'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  callsApi: true,
  sendsMail: true,
});
