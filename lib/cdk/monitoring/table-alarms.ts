import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { requestCount } from './api-metrics.ts';
import { TWICE_IN_THREE } from './periods.ts';
import { shareOf } from './share.ts';
import { operationMetric, TABLE_OPERATIONS, tableSum } from './table-metrics.ts';
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
    name: 'table-throttles',
    meaning:
      'DynamoDB throttled calls to the table or an index, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes.',
    // A call counts once if the table or any index throttles it. Batches count only if each of their reads is throttled, so
    // the table's reads are added. Back-pressure of an index throttles the write of the table.
    watches: perRequest(
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
