import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { visibilitySeconds } from './visibility.ts';

/** As long as SQS keeps a message: somebody must look at it. */
const DEAD_LETTERS_KEPT = Duration.days(14);

const PROTECTION = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** Where what a function could not do in all its tries is kept, for somebody to look at and to send again. */
function createDeadLetters(scope: Construct, isFifo: boolean): Queue {
  return new Queue(scope, 'DeadLetters', {
    ...PROTECTION,
    ...(isFifo ? { fifo: true } : {}),
    retentionPeriod: DEAD_LETTERS_KEPT,
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
    ...(trigger.isFifo ? { fifo: true } : {}),
    visibilityTimeout: Duration.seconds(visibilitySeconds(declaration)),
    deadLetterQueue: {
      queue: createDeadLetters(scope, trigger.isFifo),
      maxReceiveCount: trigger.attempts,
    },
  });
}
