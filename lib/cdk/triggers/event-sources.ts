import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueTrigger, StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';
import type { FailureDestination } from './failure-destinations.ts';

/** Connects a function with a stream or a queue. `statements` are the permissions that Lambda needs to read from it. */
export interface EventSource {
  readonly statements: readonly PolicyStatement[];
  /** Acknowledges cdk-nag's findings about these statements in the role of the function. */
  readonly acknowledge?: FailureDestination['acknowledge'];
  connect(scope: Construct, target: IFunction): void;
}

/** Connects a function with the changes that its trigger declares, beginning with the oldest in the stream. */
export function streamSource(
  { trigger }: TriggeredFunction<StreamTrigger>,
  streamArn: string,
  failures: FailureDestination,
): EventSource {
  const { changes, partitions = [], batchSize, parallelBatches, maximumAgeSeconds, retries } = trigger;
  return {
    statements: [
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [streamArn],
      }),
      // This action cannot be restricted to resources (AWS, "Actions, resources, and condition keys for Amazon DynamoDB").
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      ...failures.statements,
    ],
    ...(failures.acknowledge ? { acknowledge: failures.acknowledge } : {}),
    connect(scope, target) {
      new EventSourceMapping(scope, 'Stream', {
        target,
        eventSourceArn: streamArn,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize,
        ...(parallelBatches === undefined ? {} : { parallelizationFactor: parallelBatches }),
        bisectBatchOnError: true,
        maxRecordAge: Duration.seconds(maximumAgeSeconds),
        retryAttempts: retries,
        onFailure: { bind: () => ({ destination: failures.arn }) },
        filters: [
          ...Object.entries(changes).map(([eventName, prefixes]) =>
            FilterCriteria.filter({ eventName: [eventName], ...withKey(TABLE_KEYS.sortKey, prefixes) }),
          ),
          ...(partitions.length > 0
            ? [FilterCriteria.filter(withKey(TABLE_KEYS.partitionKey, partitions))]
            : []),
        ],
      });
    },
  };
}

const withKey = (name: string, prefixes: readonly string[]) => ({
  dynamodb: { Keys: { [name]: { S: prefixes.flatMap((it) => FilterRule.beginsWith(it)) } } },
});

/**
 * Connects a function with the messages of its queue, if the queue is polled. The function returns the messages of a batch
 * that failed.
 */
export function queueSource(
  { trigger }: TriggeredFunction<QueueTrigger>,
  queue: Queue,
  isPolled: boolean,
): EventSource {
  const { batchSize, maxConcurrency } = trigger;
  return {
    statements: [
      new PolicyStatement({
        actions: [
          'sqs:ChangeMessageVisibility',
          'sqs:DeleteMessage',
          'sqs:GetQueueAttributes',
          'sqs:ReceiveMessage',
        ],
        resources: [queue.queueArn],
      }),
    ],
    connect(scope, target) {
      new EventSourceMapping(scope, 'Messages', {
        target,
        eventSourceArn: queue.queueArn,
        batchSize,
        reportBatchItemFailures: true,
        ...(isPolled ? {} : { enabled: false }),
        ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
      });
    },
  };
}
