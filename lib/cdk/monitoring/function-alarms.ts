import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import type { AlarmDeclaration, StackMetric } from './alarm.ts';
import { type GroupPart, groupParts } from './function-groups.ts';
import { errorShare, slowShare, throttleShare } from './function-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

/** One run may fail by an accident that a retry makes good. */
const MINIMUM_RUNS = 3;

export const functionAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'function-errors',
    meaning:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, crashed or answered 5xx.',
    // Among all requests a group is a small part: while nobody can sign in, the others still succeed.
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
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, were refused by Lambda.',
    // Nobody repeats what API Gateway could not run: each is a request that failed.
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
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, took over 80 % of their time.',
    severity: 'ticket',
    // A call to the table takes 6 s at worst, its repetitions included. Longer means that several go wrong in a row.
    watches: byGroup(watched, (part) => slowShare(watched, part, { percent: 80, minimum: MINIMUM_RUNS })),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-concurrency',
    meaning: 'More than 80 % of the functions that the account may run at once ran, twice in 15 minutes.',
    // At the quota nobody is served any more, and AWS takes hours or days to raise it.
    severity: 'page',
    watches: concurrencyShare(),
    wellUpTo: 80,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    // Functions run every minute, so there always is a value, unless CloudWatch does not know the quota.
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

/** Of the whole account and region, of which the quota is (AWS, "Visualizing your service quotas and setting alarms"). */
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

/** One alarm per function that has dead letters; none where no function has. */
function deadLetterAlarms(deadLetters: Watched['deadLetters']): AlarmDeclaration[] {
  if (deadLetters.size === 0) return [];
  return [
    {
      name: 'dead-letters',
      meaning: 'A function could not do something in all its tries: it lies among its dead letters.',
      // They stay there until somebody looks at them and sends them again, and so does the alarm.
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
