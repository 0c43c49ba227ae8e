import { triggers } from '../../functions/triggers.ts';
import { defineTrigger, type TriggeredFunction } from '../../shared/lambda/trigger.ts';

/** A function that receives changes of the table. */
export const STREAM_READER = defineTrigger('trials/read-stream', {
  description: 'Reads changes of alerts',
  trigger: {
    kind: 'stream',
    changes: { INSERT: ['ALERT#', 'SITE#'], REMOVE: ['SITE#'] },
    partitions: ['TRIAL#'],
    batchSize: 25,
    parallelBatches: 5,
    maximumAgeSeconds: 3_600,
    retries: 3,
  },
  table: { actions: ['GetItem'] },
  sendsTo: ['deliver'],
  environment: { TRIAL: 'yes' },
  timeoutSeconds: 20,
});

/** A function that receives messages of a FIFO queue. */
export const QUEUE_READER = defineTrigger('trials/deliver', {
  description: 'Delivers messages',
  trigger: { kind: 'queue', isFifo: true, batchSize: 5, attempts: 4 },
});

/** Functions for connections, messages and disconnections of WebSocket clients. */
export const SOCKET_CONNECT = defineTrigger('trials/connect-socket', {
  description: 'Lets clients in',
  trigger: { kind: 'socket', route: '$connect' },
  table: { actions: ['PutItem'] },
});
export const SOCKET_MESSAGE = defineTrigger('trials/receive-socket', {
  description: 'Receives messages of clients',
  trigger: { kind: 'socket', route: '$default' },
  postsToSockets: true,
});
export const SOCKET_DISCONNECT = defineTrigger('trials/end-socket', {
  description: 'Receives disconnections',
  trigger: { kind: 'socket', route: '$disconnect' },
});

/** The declared triggers and the trial ones. A WebSocket API has one function for each of its routes. */
export const TRIAL_TRIGGERS: readonly TriggeredFunction[] = [
  ...triggers.filter(({ trigger }) => trigger.kind !== 'socket'),
  STREAM_READER,
  QUEUE_READER,
  SOCKET_CONNECT,
  SOCKET_MESSAGE,
  SOCKET_DISCONNECT,
];

/** The triggers without streams, sockets, webhooks and notifications. */
export const SILENT_TRIGGERS: readonly TriggeredFunction[] = triggers
  .filter(
    ({ trigger, resource }) =>
      !['stream', 'socket'].includes(trigger.kind) && !['webhooks', 'notifications'].includes(resource),
  )
  .map((it) => ({ ...it, sendsTo: [], postsToSockets: false }));
