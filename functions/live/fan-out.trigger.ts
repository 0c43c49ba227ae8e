import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { FAN_OUT_CHANGES } from '../../shared/live/stream-changes.ts';

/**
 * Tells connected clients of changes of the table. Late it is of no use: screens list again every five minutes. So what
 * fails is not tried for long, and holds up nothing behind it for long.
 */
export const fanOutTrigger = defineTrigger('live/fan-out', {
  description: 'Tells connected clients of changes',
  trigger: {
    kind: 'stream',
    changes: FAN_OUT_CHANGES,
    batchSize: 100,
    maximumAgeSeconds: 60,
    retries: 2,
  },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'Query'] },
  postsToSockets: true,
  timeoutSeconds: 30,
});
