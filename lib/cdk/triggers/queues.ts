import { Duration, Validations } from 'aws-cdk-lib';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { visibilitySeconds } from './visibility.ts';

/**
 * As long as SQS keeps a message. What waits for a function may stand nowhere else, and at what is dead somebody must look. Of
 * a standard queue that is counted from when it was sent, dead or not (AWS, "Setting-up dead-letter queue retention").
 */
const KEPT = Duration.days(14);

/**
 * Without it the whole queue is called 300 times a second at most; with it, groups do not take each other's calls (AWS, "High
 * throughput for FIFO queues in Amazon SQS"). A deduplication id then holds within its group.
 */
const HIGH_THROUGHPUT = {
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} as const;

const PROTECTION = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** Where what a function could not do in all its tries is kept, for somebody to look at and to send again. */
function createDeadLetters(scope: Construct, isFifo: boolean): Queue {
  return new Queue(scope, 'DeadLetters', {
    ...PROTECTION,
    ...(isFifo ? { fifo: true } : {}),
    retentionPeriod: KEPT,
  });
}

/** Where Lambda tells which changes of the table a function could not do. */
export function createStreamDeadLetters(scope: Construct): Queue {
  const queue = createDeadLetters(scope, false);
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It holds the dead letters itself.',
  });
  return queue;
}

/** The queue of a function that gets its messages, with its dead letters. */
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
