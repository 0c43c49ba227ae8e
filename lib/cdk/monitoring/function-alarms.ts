import { Stack } from 'aws-cdk-lib';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { AlarmDeclaration, StackMetric } from './alarm.ts';
import { unansweredRate } from './api-metrics.ts';
import { crashShare, errorShare } from './function-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

/** A retry may fix a single failure. */
const MINIMUM_RUNS = 3;

export const functionAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'function-errors',
    meaning: 'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, answered 5xx.',
    // A group is a small part of all requests: if every login fails, the other requests still succeed.
    severity: 'page',
    watches: errorsByGroup(watched),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'unanswered-requests',
    meaning:
      'At least 3 requests of the last 15 minutes, and more than 0.2 %, got a 5xx that no function answered.',
    // Functions crashed or were throttled. All endpoints share one alarm, because each metric of an alarm costs as much. A
    // threshold of 0.2 % notices an endpoint that always crashes if it gets one request in 500.
    severity: 'page',
    watches: unansweredRate(watched, MINIMUM_RUNS),
    wellUpTo: 0.2,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-crashes',
    meaning:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, crashed or were throttled by Lambda.',
    // This covers functions that answer no request: unanswered-requests notices the others.
    severity: 'page',
    watches: crashesByGroup(watched),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'function-concurrency',
    meaning:
      'More than 80 % of the account’s concurrent functions (accountConcurrency) ran, twice in 15 minutes.',
    // At the quota requests fail, and AWS takes hours or days to raise it.
    severity: 'page',
    watches: accountConcurrency(),
    // SERVICE_QUOTA() is not used: AWS does not promise that it knows this metric, and without a value nobody would be
    // notified.
    wellUpTo: 0.8 * watched.settings.accountConcurrency,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    // Functions run every minute: api-unreachable notices if none does.
    missing: 'well',
  },
  ...deadLetterAlarms(watched.deadLetters),
];

/** The alarms of errors, each in the stack of the first endpoint of its group. */
function errorsByGroup(watched: Watched): ReadonlyMap<string, StackMetric> {
  return new Map(
    [...watched.functionGroups].flatMap(([group, functions]) => {
      const endpoint = functions.find(({ name }) => watched.endpoints.has(name));
      if (!endpoint) return [];
      const metric = errorShare(watched, group, MINIMUM_RUNS);
      return [[group, { metric, stack: Stack.of(endpoint.function) }]];
    }),
  );
}

/** An alarm takes 10 metrics at most (AWS, "CloudWatch service quotas"): two of each function, and the group's runs. */
const FUNCTIONS_PER_ALARM = 4;

/** The alarms of crashes by group: `live`, and `live-2` with the functions that exceed one alarm. */
function crashesByGroup(watched: Watched): ReadonlyMap<string, StackMetric> {
  const stack = Stack.of(watched.apiStage);
  return new Map(
    [...watched.functionGroups].flatMap(([group, functions]) => {
      const triggered = functions.filter(({ name }) => !watched.endpoints.has(name));
      return Array.from({ length: Math.ceil(triggered.length / FUNCTIONS_PER_ALARM) }, (_, place) => {
        const part = triggered.slice(place * FUNCTIONS_PER_ALARM, (place + 1) * FUNCTIONS_PER_ALARM);
        const metric = crashShare(watched, group, part, MINIMUM_RUNS);
        return [place === 0 ? group : `${group}-${place + 1}`, { metric, stack }] as const;
      });
    }),
  );
}

/** The concurrency of the whole account and region, like the quota. */
export const accountConcurrency = (): Metric =>
  LambdaFunction.metricAllConcurrentExecutions({ statistic: Stats.MAXIMUM, label: 'at once' });

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
