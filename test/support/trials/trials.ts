import type { FunctionSource } from '../../../functions/sources.ts';
import { defineTrigger } from '../../../shared/lambda/trigger.ts';

/** The items that the trial functions write, all in one partition. */
export const TRIAL_PARTITION = 'TRIAL';

/**
 * Functions of every trigger in a chain: clients and the schedule write items, a stream function queues the changes, and a
 * queue function sends them to all clients.
 */
export const TRIALS = [
  defineTrigger('trials/connect', {
    description: 'Connects clients with the right ticket',
    trigger: { kind: 'socket', route: '$connect' },
  }),
  defineTrigger('trials/receive', {
    description: 'Stores messages of clients',
    trigger: { kind: 'socket', route: '$default' },
  }),
  defineTrigger('trials/disconnect', {
    description: 'Removes clients',
    trigger: { kind: 'socket', route: '$disconnect' },
  }),
  defineTrigger('trials/tick', {
    description: 'Writes that it ran',
    trigger: { kind: 'schedule', everyMinutes: 1 },
  }),
  defineTrigger('trials/read-changes', {
    description: 'Queues changes',
    trigger: {
      kind: 'stream',
      changes: { INSERT: ['CLIENT#', 'SAID#', 'TICK#'], REMOVE: ['CLIENT#', 'SAID#', 'TICK#'] },
      batchSize: 10,
      maximumAgeSeconds: 3_600,
      retries: 2,
    },
    sendsTo: ['send-to-clients'],
    environment: { TRIAL_GROUP: 'changes' },
  }),
  defineTrigger('trials/send-to-clients', {
    description: 'Sends changes to all clients',
    trigger: { kind: 'queue', isFifo: true, batchSize: 5, attempts: 2 },
    postsToSockets: true,
  }),
];

/** The entry points of their code. */
export const TRIAL_SOURCES: readonly FunctionSource[] = TRIALS.map(({ name }) => ({
  name,
  entry: `./test/support/trials/${name}.ts`,
  hashesPasswords: false,
  files: [],
}));
