import { defineTrigger } from '../../shared/lambda/trigger.ts';

export const noteMailFeedbackTrigger = defineTrigger('mail/note-mail-feedback', {
  description: 'Ends mail to addresses that bounce or complain',
  trigger: { kind: 'queue', isFifo: false, batchSize: 10, attempts: 10 },
  table: { actions: ['PutItem'] },
});
