import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import type { AlarmDeclaration, StackMetric } from './alarm.ts';
import { type GroupPart, groupParts } from './function-groups.ts';
import { errorShare, slowShare, throttleShare } from './function-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

/** A retry may fix a single failure. */
const MINIMUM_RUNS = 3;

export const functionAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'function-errors',
    meaning:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, crashed or answered 5xx.',
    // A group is a small part of all requests: if every login fails, the other requests still succeed.
    severity: 'page',
    watches: byGroup(watched, (part) => errorShare(watched, part, MINIMUM_RUNS)),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-throttles',
    meaning:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, were throttled by Lambda.',
    // API Gateway does not retry: each throttled run is a failed request.
    severity: 'page',
    watches: byGroup(watched, (part) => throttleShare(watched, part, MINIMUM_RUNS)),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-duration',
    meaning:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, took over 80 % of their timeout.',
    severity: 'ticket',
    // A call to the table takes 6 s at most, including its retries. A longer run means several failed calls in a row.
    watches: byGroup(watched, (part) => slowShare(watched, part, { percent: 80, minimum: MINIMUM_RUNS })),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-concurrency',
    meaning: 'More than 80 % of the account quota of concurrent functions ran, twice in 15 minutes.',
    // At the quota requests fail, and AWS takes hours or days to raise it.
    severity: 'page',
    watches: concurrencyShare(),
    wellUpTo: 80,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    // Functions run every minute, so a value is missing only if CloudWatch does not know the quota.
    missing: 'bad',
  },
  ...deadLetterAlarms(watched.deadLetters),
];

function byGroup(
  { functionGroups }: Watched,
  metricOf: (part: GroupPart) => MetricWithAlarmSupport,
): ReadonlyMap<string, StackMetric> {
  return new Map(
    [...groupParts(functionGroups)].map(([name, part]) => [
      name,
      { metric: metricOf(part), stack: part.stack },
    ]),
  );
}

/** For the whole account and region, like the quota (AWS, "Visualizing your service quotas and setting alarms"). */
export function concurrencyShare(): MathExpression {
  return new MathExpression({
    expression: '100 * concurrent / SERVICE_QUOTA(concurrent)',
    usingMetrics: {
      concurrent: LambdaFunction.metricAllConcurrentExecutions({
        statistic: Stats.MAXIMUM,
        label: 'at once',
      }),
    },
    label: '% of the quota',
  });
}

/** One alarm for each dead-letter queue. */
function deadLetterAlarms(deadLetters: Watched['deadLetters']): AlarmDeclaration[] {
  if (deadLetters.size === 0) return [];
  return [
    {
      name: 'dead-letters',
      meaning: 'A message or change failed in every attempt of a function, and is in its dead-letter queue.',
      // Messages and alarm stay until an operator handles the messages.
      severity: 'ticket',
      watches: new Map(
        [...deadLetters].map(([name, queue]) => [
          name,
          {
            metric: queue.metricApproximateNumberOfMessagesVisible({
              statistic: Stats.MAXIMUM,
              label: 'dead letters',
            }),
            stack: queue.stack,
          },
        ]),
      ),
      wellUpTo: 0,
      periodMinutes: 5,
      periods: ONCE,
      missing: 'well',
    },
  ];
}
