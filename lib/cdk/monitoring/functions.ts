import { Duration } from 'aws-cdk-lib';
import { type MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { receivePublicationTrigger } from '../../../functions/jobs/mqtt.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { unansweredRate } from './api.ts';
import { combineMetrics, guardMetric, shareOf } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched, WatchedFunction } from './watched.ts';

type Functions = readonly WatchedFunction[];

/** How many failures an alarm needs, because a retry may repair a single one. */
const MINIMUM_RUNS = 3;

const errorsOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricErrors({ label: name }));

const throttlesOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricThrottles({ label: `${name} throttled` }));

export const groupMetric = (watched: Watched, name: 'Runs' | 'ServerErrors', group: string): Metric =>
  guardMetric(watched, name, { statistic: Stats.SUM, dimensions: { group } });

/** The concurrent runs of the whole account in the region, to which the quota applies, too. */
const accountConcurrency = (): Metric =>
  LambdaFunction.metricAllConcurrentExecutions({ statistic: Stats.MAXIMUM, label: 'at once' });

export const functionAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'function-errors',
    alarmDescription:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, answered 5xx.',
    // It is a page, because a group is only a small part of all requests: if every login fails, the other requests still
    // succeed.
    severity: 'page',
    metrics: errorsByGroup(watched),
    threshold: 1,
    period: Duration.minutes(15),
  },
  {
    name: 'unanswered-requests',
    alarmDescription:
      'At least 3 requests of the last 15 minutes, and more than 0.2 %, got a 5xx that no function answered.',
    // Functions crashed or were throttled. All endpoints share one alarm, because the cost of an alarm grows with its
    // metrics. With a threshold of 0.2 %, it notices an endpoint that always crashes if that gets one request in 500.
    severity: 'page',
    metric: unansweredRate(watched, MINIMUM_RUNS),
    threshold: 0.2,
    period: Duration.minutes(15),
  },
  {
    name: 'function-crashes',
    alarmDescription:
      'At least 3 runs of a group of functions in 15 minutes, and more than 1 %, crashed or were throttled by Lambda.',
    // It is about functions that answer no request. For the others, unanswered-requests notices crashes.
    severity: 'page',
    metrics: crashesByGroup(watched),
    threshold: 1,
    period: Duration.minutes(15),
  },
  {
    name: 'function-concurrency',
    alarmDescription:
      'More than 80 % of the account’s concurrent functions (accountConcurrency) ran, twice in 15 minutes.',
    // At the quota, requests fail, and AWS takes hours or days to raise it.
    severity: 'page',
    // A missing value is not bad: some functions run every minute, and if none does, api-unreachable notices it.
    metric: accountConcurrency(),
    // A setting is used and not SERVICE_QUOTA(), because AWS does not promise that this function knows the metric, and
    // without a value nobody would be notified.
    threshold: 0.8 * watched.settings.accountConcurrency,
    period: Duration.minutes(5),
    datapointsToAlarm: 2,
    evaluationPeriods: 3,
  },
  ...deadLetterAlarms(watched),
  ...lostPublicationAlarms(watched),
];

/** The percentages of runs that answered 5xx, by group. */
function errorsByGroup(watched: Watched): ReadonlyMap<string, MathExpression> {
  return new Map(
    [...watched.functionGroups].flatMap(([group, functions]) => {
      if (!functions.some(({ name }) => watched.endpoints.has(name))) return [];
      const metric = shareOf({
        part: [groupMetric(watched, 'ServerErrors', group)],
        whole: [groupMetric(watched, 'Runs', group)],
        minimum: MINIMUM_RUNS,
        label: `${group}, errors %`,
      });
      return [[group, metric]];
    }),
  );
}

/**
 * How many functions one alarm covers. It takes at most 10 metrics (AWS, "CloudWatch service quotas"): two for each function,
 * and the runs of the group.
 */
const FUNCTIONS_PER_ALARM = 4;

/**
 * The percentages of runs that crashed or were throttled, by group. If a group has too many functions for one alarm, `live`
 * is followed by `live-2`. Guard itself counts neither kind of run, so they are added to its count.
 */
function crashesByGroup(watched: Watched): ReadonlyMap<string, MathExpression> {
  return new Map(
    [...watched.functionGroups].flatMap(([group, functions]) => {
      const triggered = functions.filter(({ name }) => !watched.endpoints.has(name));
      return Array.from({ length: Math.ceil(triggered.length / FUNCTIONS_PER_ALARM) }, (_, place) => {
        const watchedByOne = triggered.slice(place * FUNCTIONS_PER_ALARM, (place + 1) * FUNCTIONS_PER_ALARM);
        const part = [...errorsOf(watchedByOne), ...throttlesOf(watchedByOne)];
        const whole = [...part, groupMetric(watched, 'Runs', group)];
        const metric = shareOf({ part, whole, minimum: MINIMUM_RUNS, label: `${group}, crashed %` });
        return [place === 0 ? group : `${group}-${place + 1}`, metric] as const;
      });
    }),
  );
}

/** How many queues one alarm covers (AWS, "CloudWatch service quotas"). */
const QUEUES_PER_ALARM = 10;

/**
 * One alarm for the dead-letter queues without an alarm of their own, because an outage fills most of them; a family of alarms
 * if there are too many.
 */
function deadLetterAlarms({ deadLetters }: Watched): AlarmDeclaration[] {
  const shared = [...deadLetters].filter(([label]) => label !== receivePublicationTrigger.name);
  const messages = shared.map(([label, queue]) =>
    queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, label }),
  );
  const sums = Array.from({ length: Math.ceil(messages.length / QUEUES_PER_ALARM) }, (_, place) =>
    combineMetrics(
      'SUM',
      messages.slice(place * QUEUES_PER_ALARM, (place + 1) * QUEUES_PER_ALARM),
      'dead letters',
    ),
  );
  const [metric, ...others] = sums;
  if (!metric) return [];
  return [
    {
      name: 'dead-letters',
      alarmDescription:
        'A message or change failed in every attempt of a function, and is in a dead-letter queue.',
      // The messages, and so the alarm, stay until an operator handles them.
      severity: 'ticket',
      threshold: 0,
      period: Duration.minutes(5),
      ...(others.length === 0
        ? { metric }
        : { metrics: new Map(sums.map((sum, place) => [String(place + 1), sum])) }),
    },
  ];
}

/** An alarm of a device may be among them, and IoT Core has acknowledged it: its device does not repeat it. */
function lostPublicationAlarms({ deadLetters }: Watched): AlarmDeclaration[] {
  const queue = deadLetters.get(receivePublicationTrigger.name);
  if (!queue) return [];
  return [
    {
      name: 'mqtt-messages-failed',
      alarmDescription: 'A message of an MQTT client was not carried out, and is in a dead-letter queue.',
      severity: 'page',
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }),
      threshold: 0,
      period: Duration.minutes(1),
    },
  ];
}

/** Shows the concurrent runs of the account, and then each group of functions. */
export const functionSections = (watched: Watched, alarms: Alarms): Section[] => [
  {
    title: 'Functions',
    graphs: [
      {
        title: 'Concurrent functions of the whole account',
        metrics: [accountConcurrency()],
        horizontalAnnotations: limitsOf(alarms, 'function-concurrency'),
      },
      {
        title: 'Cold starts',
        metrics: [guardMetric(watched, 'ColdStart', { statistic: Stats.SUM, dimensions: {} })],
      },
    ],
  },
  ...[...watched.functionGroups].map(([group, functions]) => groupSection(watched, group, functions)),
];

function groupSection(watched: Watched, group: string, functions: Functions): Section {
  const statistic = Stats.percentile(99);
  return {
    title: `Functions: ${group}`,
    graphs: [
      { title: 'Errors and throttles', metrics: [...errorsOf(functions), ...throttlesOf(functions)] },
      {
        title: 'Completed runs, and runs that answered 5xx',
        metrics: [groupMetric(watched, 'Runs', group), groupMetric(watched, 'ServerErrors', group)],
      },
      {
        title: 'Duration, p99 (ms)',
        metrics: functions.map(({ name, function: it }) => it.metricDuration({ label: name, statistic })),
      },
      {
        title: 'Invocations',
        metrics: functions.map(({ name, function: it }) => it.metricInvocations({ label: name })),
      },
    ],
  };
}
