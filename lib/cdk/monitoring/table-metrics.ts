import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { INDEX_NAMES, type IndexName } from '../../../shared/table/definition.ts';
import type { Watched } from './watched.ts';

/** What the repositories ask the table for. A condition check is part of a transaction. */
export const TABLE_OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
] as const;

/** Why a table that is paid per request throttles (AWS, "CloudWatch throttling metrics"). */
export const THROTTLE_REASONS = [
  'ReadKeyRangeThroughputThrottleEvents',
  'WriteKeyRangeThroughputThrottleEvents',
  'ReadAccountLimitThrottleEvents',
  'WriteAccountLimitThrottleEvents',
] as const;

/** The indexes by their scope: alarms that add up more than 10 metrics do not exist. */
export const INDEXES_BY_SCOPE: ReadonlyMap<string, readonly IndexName[]> = Map.groupBy(INDEX_NAMES, (name) =>
  name.replace(/_.*/, ''),
);

type SummedMetric =
  | 'ReadThrottleEvents'
  | 'WriteThrottleEvents'
  | 'ConsumedReadCapacityUnits'
  | 'ConsumedWriteCapacityUnits'
  | (typeof THROTTLE_REASONS)[number];

/**
 * Of the table alone, or of one of its indexes: what is counted for an index is not counted for the table (AWS,
 * "DynamoDB metrics and dimensions").
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

/** Transactions that met another one at the same item and were refused; the client tries again. */
export function transactionConflicts({ table }: Watched): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'TransactionConflict',
    dimensionsMap: { TableName: table.tableName },
    statistic: Stats.SUM,
    label: 'conflicts',
  });
}

/** Latencies have an average and a maximum, but no percentiles (AWS, "DynamoDB metrics and dimensions"). */
export function operationMetric(
  { table }: Watched,
  metricName: 'SystemErrors' | 'SuccessfulRequestLatency',
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
