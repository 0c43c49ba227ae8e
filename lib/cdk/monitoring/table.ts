import { Duration } from 'aws-cdk-lib';
import { type IMetric, type MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { INDEX_NAMES, type IndexName } from '../../../shared/table/definition.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { requestCount } from './api.ts';
import { combineMetrics, shareOf } from './metrics.ts';
import type { Section } from './section.ts';
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

/** Why an on-demand table throttles (AWS, "CloudWatch throttling metrics"). */
const THROTTLE_REASONS = [
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
 * The sum of a metric: of the table, which does not include its indexes, or of one index (AWS, "DynamoDB metrics and
 * dimensions").
 */
function tableSum({ table }: Watched, metricName: SummedMetric, index?: IndexName): Metric {
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

/** How many transactions were refused because of a concurrent transaction on the same item. The client retries them. */
function transactionConflicts({ table }: Watched): Metric {
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
function operationMetric(
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

/**
 * The alarms of the table are tickets, which only show causes: the client retries throttled and failed calls, and if the
 * retries fail, too, the failed requests page. They count per hundred requests to the API, most of which make several calls.
 */
const TICKET = {
  severity: 'ticket',
  threshold: 0.1,
  period: Duration.minutes(5),
  datapointsToAlarm: 2,
  evaluationPeriods: 3,
} as const;

export const tableAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    ...TICKET,
    name: 'table-throttles',
    alarmDescription:
      'DynamoDB throttled calls to the table or an index, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes.',
    // A throttled call counts once, whether the table or an index throttles it. A batch counts only if all of its reads are
    // throttled, so the throttled reads of the table are added. If an index is overloaded, the write to the table is
    // throttled.
    metric: perRequest(
      watched,
      [
        ...TABLE_OPERATIONS.filter((operation) => operation !== 'BatchGetItem').map((operation) =>
          operationMetric(watched, 'ThrottledRequests', operation),
        ),
        tableSum(watched, 'ReadThrottleEvents'),
      ],
      'throttled calls',
    ),
  },
  {
    ...TICKET,
    name: 'table-system-errors',
    alarmDescription:
      'DynamoDB itself failed, at least 3 times and more than once in 1,000 requests, twice in 15 minutes.',
    metric: perRequest(
      watched,
      TABLE_OPERATIONS.map((operation) => operationMetric(watched, 'SystemErrors', operation)),
      'system errors',
    ),
  },
];

const perRequest = (watched: Watched, events: readonly IMetric[], label: string): MathExpression =>
  shareOf({
    part: events,
    whole: [requestCount(watched)],
    minimum: 3,
    label: `${label}, per 100 requests`,
  });

export function tableSection(watched: Watched): Section {
  const everywhere = (name: Parameters<typeof tableSum>[1]) =>
    [undefined, ...INDEX_NAMES].map((index) => tableSum(watched, name, index));
  const ofOperations = (name: Parameters<typeof operationMetric>[1], statistic: string) =>
    TABLE_OPERATIONS.map((operation) => operationMetric(watched, name, operation, statistic));
  return {
    title: 'Table',
    description:
      'An index that throttles writes holds up all writes to the table (back-pressure). Reasons: *KeyRange*: one partition is hot; *AccountLimit*: the quota of the account.',
    graphs: [
      { title: 'Throttled writes', metrics: everywhere('WriteThrottleEvents') },
      { title: 'Throttled reads', metrics: everywhere('ReadThrottleEvents') },
      {
        title: 'Throttled, by reason',
        metrics: THROTTLE_REASONS.map((reason) => combineMetrics('SUM', everywhere(reason), reason)),
      },
      { title: 'System errors', metrics: ofOperations('SystemErrors', Stats.SUM) },
      { title: 'Transaction conflicts', metrics: [transactionConflicts(watched)] },
      { title: 'Consumed write units', metrics: everywhere('ConsumedWriteCapacityUnits') },
      { title: 'Consumed read units', metrics: everywhere('ConsumedReadCapacityUnits') },
      { title: 'Latency, average (ms)', metrics: ofOperations('SuccessfulRequestLatency', Stats.AVERAGE) },
      { title: 'Latency, longest (ms)', metrics: ofOperations('SuccessfulRequestLatency', Stats.MAXIMUM) },
    ],
  };
}
