import { triggers } from '../../functions/triggers.ts';
import { defineTrigger, type TriggeredFunction } from '../../shared/lambda/trigger.ts';

/** A function that gets changes of the table, as no function of Guard does yet. */
export const STREAM_READER = defineTrigger('trials/read-stream', {
  description: 'Reads changes of alerts',
  trigger: {
    kind: 'stream',
    sortKeys: ['ALERT#', 'SITE#'],
    events: ['INSERT', 'REMOVE'],
    batchSize: 25,
    maximumAgeSeconds: 3_600,
    retries: 3,
  },
  table: { actions: ['GetItem'] },
  sendsTo: ['deliver'],
  environment: { TRIAL: 'yes' },
  timeoutSeconds: 20,
});

/** A function that gets messages of a queue in order. */
export const QUEUE_READER = defineTrigger('trials/deliver', {
  description: 'Delivers messages',
  trigger: { kind: 'queue', isFifo: true, batchSize: 5, attempts: 4 },
});

/** What is declared, and a function of each kind that is not. */
export const TRIAL_TRIGGERS: readonly TriggeredFunction[] = [...triggers, STREAM_READER, QUEUE_READER];
