import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import type { AlarmDeclaration } from './alarm.ts';
import { errorRate, latency } from './api-metrics.ts';
import { combineMetrics } from './combine-metrics.ts';
import { errorsOf, throttlesOf, timeoutShare } from './function-metrics.ts';
import { guardMetric } from './guard-metric.ts';
import { INDEXES_BY_SCOPE, operationMetric, TABLE_OPERATIONS, tableSum } from './table-metrics.ts';
import type { Watched } from './watched.ts';

const ONCE = { bad: 1, of: 1 };
const TWICE_IN_THREE = { bad: 2, of: 3 };

/**
 * Every alarm of a stage. Periods slide, minute by minute (AWS, "Alarm evaluation window"): a long one notices a
 * sudden outage as soon as a short one, and gathers what fails now and then, so that a quiet stage is watched as well
 * as a busy one. A count has no value while nobody calls, which is well.
 *
 * Cold starts have no alarm: on a quiet stage nearly every request is one, and nothing is wrong. Where they make
 * people wait, api-latency tells; the dashboard shows them.
 */
export function declareAlarms(watched: Watched): AlarmDeclaration[] {
  return [
    ...apiAlarms(watched),
    ...functionAlarms(watched),
    ...tableAlarms(watched),
    ...guardAlarms(watched),
  ];
}

const apiAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-server-errors',
    meaning: 'At least 3 requests of the last 15 minutes, and more than 1 %, were answered 5xx.',
    // One may be an accident that the client's retry made good. Three are not, whether 10 called or 10,000.
    watches: errorRate(watched, '5xx', 3),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'api-client-errors',
    meaning: 'At least 100 requests of the last 15 minutes, and more than 50 %, were answered 4xx.',
    // Clients err all the time. Half of all requests means that a release broke clients, or that somebody probes.
    watches: errorRate(watched, '4xx', 100),
    wellUpTo: 50,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'api-latency',
    meaning: 'The slowest hundredth of requests took more than 3 seconds, in 10 of the last 15 minutes.',
    // Cold starts and logins stay well below. A call to the table that hangs is given up after 2 s and repeated: only
    // one that hangs twice comes near.
    watches: latency(watched, 99),
    wellUpTo: 3_000,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
];

const functionAlarms = ({ functionGroups, deadLetters }: Watched): AlarmDeclaration[] => [
  {
    name: 'function-errors',
    meaning: 'A function threw an error, ran out of time or memory, or could not start.',
    // Never well: what may fail is answered, not thrown.
    watches: mapValues(functionGroups, (functions) => combineMetrics('SUM', errorsOf(functions), 'errors')),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-throttles',
    meaning: 'Lambda refused to run a function, because too many run at once.',
    // Nobody repeats what API Gateway could not run: each is a request that failed.
    watches: mapValues(functionGroups, (functions) =>
      combineMetrics('SUM', throttlesOf(functions), 'throttles'),
    ),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-duration',
    meaning: 'A function took more than 80 % of the time after which Lambda ends it, twice in 15 minutes.',
    // A call to the table takes 6 s at worst, its repetitions included. Longer means that several go wrong in a row.
    watches: mapValues(functionGroups, timeoutShare),
    wellUpTo: 80,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
  ...deadLetterAlarms(deadLetters),
];

/** One alarm per function that has dead letters; none where no function has. */
function deadLetterAlarms(deadLetters: Watched['deadLetters']): AlarmDeclaration[] {
  if (deadLetters.size === 0) return [];
  return [
    {
      name: 'dead-letters',
      meaning: 'A function could not do something in all its tries: it lies among its dead letters.',
      // They stay there until somebody looks at them and sends them again, and so does the alarm.
      watches: mapValues(deadLetters, (queue) =>
        queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, label: 'dead letters' }),
      ),
      wellUpTo: 0,
      periodMinutes: 5,
      periods: ONCE,
      missing: 'well',
    },
  ];
}

/** The client repeats what DynamoDB throttles or fails: what is over within one period has hurt nobody. */
const tableAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'table-read-throttles',
    meaning: 'DynamoDB throttled reads of the table itself, twice in 15 minutes.',
    watches: tableSum(watched, 'ReadThrottleEvents'),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
  {
    name: 'table-write-throttles',
    meaning: 'DynamoDB throttled writes to the table itself, twice in 15 minutes.',
    watches: tableSum(watched, 'WriteThrottleEvents'),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
  {
    name: 'index-read-throttles',
    meaning: 'DynamoDB throttled reads of an index, twice in 15 minutes: lists fail.',
    watches: indexSums(watched, 'ReadThrottleEvents', 'throttled reads'),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
  {
    name: 'index-write-throttles',
    meaning: 'An index cannot keep up and throttles writes to the whole table, twice in 15 minutes.',
    // Back-pressure: the write that is refused is the table's (AWS, "Understanding GSI write throttling and back
    // pressure in DynamoDB").
    watches: indexSums(watched, 'WriteThrottleEvents', 'throttled writes'),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
  {
    name: 'table-system-errors',
    meaning: 'DynamoDB itself failed, twice in 15 minutes.',
    watches: combineMetrics(
      'SUM',
      TABLE_OPERATIONS.map((operation) => operationMetric(watched, 'SystemErrors', operation)),
      'system errors',
    ),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
];

const guardAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'login-failures',
    meaning: 'So many passwords were refused in 5 minutes that somebody is trying them out.',
    // What one address may try in two minutes. People who mistype theirs stay far below, a whole shift of them too.
    watches: guardMetric(watched, 'AuthenticationFailures', {
      statistic: Stats.SUM,
      dimensions: { credential: 'password' },
    }),
    wellUpTo: 2 * watched.settings.loginRequestsPerAddressPerMinute,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'refused-tokens',
    meaning: 'More than 300 tokens were refused in 5 minutes.',
    // One a second: a client that goes on with a dead token. Tokens that expire or are revoked are refused once each.
    watches: guardMetric(watched, 'AuthenticationFailures', {
      statistic: Stats.SUM,
      dimensions: { credential: 'token' },
    }),
    wellUpTo: 300,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'rate-limited-requests',
    meaning: 'More than 300 requests in 5 minutes were beyond the limits of users, twice in 15 minutes.',
    // One a second, and for longer than a burst: a client that does not heed Retry-After.
    watches: guardMetric(watched, 'RateLimited', { statistic: Stats.SUM, dimensions: {} }),
    wellUpTo: 300,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
  {
    name: 'unacknowledged-critical-alert',
    meaning: 'A critical alert has been waiting for its acknowledgement for more than 5 minutes.',
    // The metric is an age already: waiting for a second value would only add to it. Where measuring stops, it stays
    // as it was, and alert-ages-not-measured says the rest.
    watches: guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', {
      statistic: Stats.MAXIMUM,
      dimensions: {},
    }),
    wellUpTo: 300,
    periodMinutes: 1,
    periods: ONCE,
    missing: 'as before',
  },
  {
    name: 'alert-ages-not-measured',
    meaning: 'For 5 minutes nobody has measured how long critical alerts have been waiting.',
    // Measured every minute. An alarm of its own, since other people mend it than those who acknowledge alerts.
    watches: guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', {
      statistic: Stats.SAMPLE_COUNT,
      dimensions: {},
    }),
    wellFrom: 1,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'bad',
  },
];

/** Of the indexes of each scope together. */
function indexSums(
  watched: Watched,
  metric: 'ReadThrottleEvents' | 'WriteThrottleEvents',
  label: string,
): ReadonlyMap<string, MetricWithAlarmSupport> {
  return mapValues(INDEXES_BY_SCOPE, (indexes) =>
    combineMetrics(
      'SUM',
      indexes.map((index) => tableSum(watched, metric, index)),
      label,
    ),
  );
}

function mapValues<V>(
  values: ReadonlyMap<string, V>,
  change: (value: V) => MetricWithAlarmSupport,
): ReadonlyMap<string, MetricWithAlarmSupport> {
  return new Map([...values].map(([name, value]) => [name, change(value)]));
}
