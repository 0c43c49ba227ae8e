import { triggers } from '../../functions/triggers.ts';
import { defineTrigger, type TriggeredFunction } from '../../shared/lambda/trigger.ts';

/** A function that gets changes of the table, as no function of Guard does yet. */
export const STREAM_READER = defineTrigger('trials/read-stream', {
  description: 'Reads changes of alerts',
  trigger: {
    kind: 'stream',
    changes: { INSERT: ['ALERT#', 'SITE#'], REMOVE: ['SITE#'] },
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

/** A function that lets clients of the WebSocket API in, and functions that hear what they say and that they are gone. */
export const SOCKET_CONNECT = defineTrigger('trials/connect-socket', {
  description: 'Lets clients in',
  trigger: { kind: 'socket', route: '$connect' },
  table: { actions: ['PutItem'] },
});
export const SOCKET_MESSAGE = defineTrigger('trials/receive-socket', {
  description: 'Hears what clients say',
  trigger: { kind: 'socket', route: '$default' },
  postsToSockets: true,
});
export const SOCKET_DISCONNECT = defineTrigger('trials/end-socket', {
  description: 'Hears that clients are gone',
  trigger: { kind: 'socket', route: '$disconnect' },
});

/** What is declared, and trials beside it; a WebSocket API has one function for each of its routes. */
export const TRIAL_TRIGGERS: readonly TriggeredFunction[] = [
  ...triggers.filter(({ trigger }) => trigger.kind !== 'socket'),
  STREAM_READER,
  QUEUE_READER,
  SOCKET_CONNECT,
  SOCKET_MESSAGE,
  SOCKET_DISCONNECT,
];
