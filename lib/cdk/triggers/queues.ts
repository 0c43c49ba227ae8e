import { Duration, Validations } from 'aws-cdk-lib';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { visibilitySeconds } from '../../../shared/lambda/trigger.ts';

/**
 * How long messages are kept: for the maximum of SQS, because a waiting message may be the only copy, and an operator must
 * handle dead letters. In a standard queue, the time begins when the message is first sent, even for dead letters (AWS,
 * "Setting-up dead-letter queue retention").
 */
const KEPT = Duration.days(14);

/**
 * Turns on the high throughput of FIFO queues. Without it, the whole queue takes at most 300 calls a second (AWS, "High
 * throughput for FIFO queues in Amazon SQS"). With it, a deduplication id only counts within its message group.
 */
const HIGH_THROUGHPUT = {
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} as const;

const PROTECTION = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** Creates the dead-letter queue of a function. An operator inspects its messages and sends them again. */
function createDeadLetters(scope: Construct, isFifo: boolean): Queue {
  return new Queue(scope, 'DeadLetters', {
    ...PROTECTION,
    ...(isFifo ? { fifo: true } : {}),
    retentionPeriod: KEPT,
  });
}

/** The dead-letter queue for changes of the table. */
export function createStreamDeadLetters(scope: Construct): Queue {
  const queue = createDeadLetters(scope, false);
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It holds the dead letters itself.',
  });
  return queue;
}

/** The queue of a function, with its dead-letter queue. */
export function createQueue(scope: Construct, declaration: TriggeredFunction<QueueTrigger>): Queue {
  const { trigger } = declaration;
  return new Queue(scope, 'Queue', {
    ...PROTECTION,
    ...(trigger.isFifo ? { fifo: true, ...HIGH_THROUGHPUT } : {}),
    retentionPeriod: KEPT,
    visibilityTimeout: Duration.seconds(visibilitySeconds(declaration)),
    deadLetterQueue: {
      queue: createDeadLetters(scope, trigger.isFifo),
      maxReceiveCount: trigger.attempts,
    },
  });
}
