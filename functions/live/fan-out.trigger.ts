import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { FAN_OUT_CHANGES } from '../../shared/live/stream-changes.ts';

/**
 * Retries only for a short time, because a failing batch delays later ones. A late batch skips the tenants with the most
 * connections (shed-load.ts). Changes are dropped without a run only after an outage that is longer than clients
 * wait between two lists.
 */
export const fanOutTrigger = defineTrigger('live/fan-out', {
  description: 'Sends changes to connected clients',
  trigger: {
    kind: 'stream',
    changes: FAN_OUT_CHANGES,
    batchSize: 100,
    // This is safe without the order of the shard, because a message has the current state of an item and its version.
    parallelBatches: 10,
    maximumAgeSeconds: 900,
    retries: 2,
  },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] },
  postsToSockets: true,
  timeoutSeconds: 30,
});
