import { Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration, StackMetric } from './alarm.ts';
import { requestCount } from './api-metrics.ts';
import { TWICE_IN_THREE } from './periods.ts';
import { shareOf } from './share.ts';
import { INDEXES_BY_SCOPE, operationMetric, TABLE_OPERATIONS, tableSum } from './table-metrics.ts';
import type { Watched } from './watched.ts';

/**
 * The client retries throttled and failed calls. If the retries fail, too, the requests fail and page. So these tickets give
 * the cause only. They count per hundred requests to the API, most of which make several calls.
 */
const SHARED = {
  severity: 'ticket',
  wellUpTo: 0.1,
  periodMinutes: 5,
  periods: TWICE_IN_THREE,
  missing: 'well',
} as const;

export const tableAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    ...SHARED,
    name: 'table-read-throttles',
    meaning:
      'DynamoDB throttled reads of the table itself, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes.',
    watches: perRequest(watched, [tableSum(watched, 'ReadThrottleEvents')], 'throttled reads'),
  },
  {
    ...SHARED,
    name: 'table-write-throttles',
    meaning:
      'DynamoDB throttled writes to the table itself, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes.',
    watches: perRequest(watched, [tableSum(watched, 'WriteThrottleEvents')], 'throttled writes'),
  },
  {
    ...SHARED,
    name: 'index-read-throttles',
    meaning:
      'DynamoDB throttled reads of an index, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes: lists fail.',
    watches: byScope(watched, 'ReadThrottleEvents', 'throttled reads'),
  },
  {
    ...SHARED,
    name: 'index-write-throttles',
    meaning:
      'An index cannot keep up and throttles writes to the whole table, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes.',
    // Back-pressure: the write that is refused is the table's (AWS, "Understanding GSI write throttling and back
    // pressure in DynamoDB").
    watches: byScope(watched, 'WriteThrottleEvents', 'throttled writes'),
  },
  {
    ...SHARED,
    name: 'table-system-errors',
    meaning:
      'DynamoDB itself failed, at least 3 times and more than once in 1,000 requests, twice in 15 minutes.',
    watches: perRequest(
      watched,
      TABLE_OPERATIONS.map((operation) => operationMetric(watched, 'SystemErrors', operation)),
      'system errors',
    ),
  },
];

function perRequest(watched: Watched, events: readonly IMetric[], label: string) {
  return shareOf({
    part: events,
    whole: [requestCount(watched)],
    minimum: 3,
    label: `${label}, per 100 requests`,
  });
}

/** One metric for the indexes of each scope. */
function byScope(
  watched: Watched,
  metric: 'ReadThrottleEvents' | 'WriteThrottleEvents',
  label: string,
): ReadonlyMap<string, StackMetric> {
  const stack = Stack.of(watched.apiStage);
  return new Map(
    [...INDEXES_BY_SCOPE].map(([scope, indexes]) => {
      const events = indexes.map((index) => tableSum(watched, metric, index));
      return [scope, { metric: perRequest(watched, events, label), stack }];
    }),
  );
}
