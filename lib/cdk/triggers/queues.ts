import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';

/** As long as SQS keeps a message: somebody must look at it. */
const DEAD_LETTERS_KEPT = Duration.days(14);

/** Lambda may try a batch several times while it is throttled (AWS, "Using Lambda with Amazon SQS"). */
const TIMEOUTS_UNTIL_VISIBLE = 6;

const PROTECTION = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** Where what a function could not do in all its tries is kept, for somebody to look at and to send again. */
export function createDeadLetters(scope: Construct, isFifo: boolean): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    ...PROTECTION,
    ...(isFifo ? { fifo: true } : {}),
    retentionPeriod: DEAD_LETTERS_KEPT,
  });
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It holds the dead letters itself.',
  });
  return queue;
}

/** The queue of a function that gets its messages, with its dead letters. */
export function createQueue(
  scope: Construct,
  { trigger, timeoutSeconds }: TriggeredFunction<QueueTrigger>,
): Queue {
  return new Queue(scope, 'Queue', {
    ...PROTECTION,
    ...(trigger.isFifo ? { fifo: true } : {}),
    visibilityTimeout: Duration.seconds(TIMEOUTS_UNTIL_VISIBLE * timeoutSeconds),
    deadLetterQueue: {
      queue: createDeadLetters(scope, trigger.isFifo),
      maxReceiveCount: trigger.attempts,
    },
  });
}
