import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IndexName } from '../../../shared/table/definition.ts';
import type { Watched } from './watched.ts';

/** The operations that Guard uses. */
export const TABLE_OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
] as const;

/** The reasons for which an on-demand table throttles (AWS, "CloudWatch throttling metrics"). */
export const THROTTLE_REASONS = [
  'ReadKeyRangeThroughputThrottleEvents',
  'WriteKeyRangeThroughputThrottleEvents',
  'ReadAccountLimitThrottleEvents',
  'WriteAccountLimitThrottleEvents',
] as const;

type SummedMetric =
  | 'ReadThrottleEvents'
  | 'WriteThrottleEvents'
  | 'ConsumedReadCapacityUnits'
  | 'ConsumedWriteCapacityUnits'
  | (typeof THROTTLE_REASONS)[number];

/**
 * The sum of a metric for the table, which does not include its indexes, or for one index (AWS, "DynamoDB metrics and
 * dimensions").
 */
export function tableSum({ table }: Watched, metricName: SummedMetric, index?: IndexName): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: {
      TableName: table.tableName,
      ...(index === undefined ? {} : { GlobalSecondaryIndexName: index }),
    },
    statistic: Stats.SUM,
    label: index ?? 'table',
  });
}

/** Transactions refused for a concurrent transaction on the same item; the client retries them. */
export function transactionConflicts({ table }: Watched): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'TransactionConflict',
    dimensionsMap: { TableName: table.tableName },
    statistic: Stats.SUM,
    label: 'conflicts',
  });
}

/**
 * A metric of an operation. Latencies have an average and a maximum, but no percentiles (AWS, "DynamoDB metrics and
 * dimensions").
 */
export function operationMetric(
  { table }: Watched,
  metricName: 'SystemErrors' | 'ThrottledRequests' | 'SuccessfulRequestLatency',
  operation: (typeof TABLE_OPERATIONS)[number],
  statistic: string = Stats.SUM,
): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName, Operation: operation },
    statistic,
    label: operation,
  });
}
