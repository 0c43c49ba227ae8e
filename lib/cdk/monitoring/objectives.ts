import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration, Condition, JointAlarm, MetricAlarm } from './alarm.ts';
import { errorRate, requestCount } from './api.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

/** The service-level objectives, over 30 days. The alarms, the dashboard and docs/operate.md all use these numbers. */
export const OBJECTIVES = {
  /** The percentage of requests that are not answered 5xx. */
  availability: { percent: 99.9 },
  /** The percentage of requests that are answered within this time. */
  latency: { percent: 99, milliseconds: 1_000 },
} as const;

type Objective = keyof typeof OBJECTIVES;

export const OBJECTIVE_DAYS = 30;

/** How fast the error budget is used up: at 1, in 30 days. */
interface BurnRate {
  /** The end of the alarms' names, which is the length of the longer window. */
  readonly name: string;
  readonly times: number;
  readonly severity: 'page' | 'ticket';
  /**
   * The longer window shows that the problem is serious. The shorter window ends the alarm soon after the problem ends, so
   * that the next problem pages again. A ticket has no shorter window.
   */
  readonly windows: { readonly long: number; readonly short?: number };
}

/**
 * The burn rates, with windows in minutes. The numbers are from the Site Reliability Workbook, chapter "Alerting on SLOs".
 */
export const BURN_RATES: readonly BurnRate[] = [
  // 2 % of the budget in an hour.
  { name: '1h', times: 14.4, severity: 'page', windows: { long: 60, short: 5 } },
  // 5 % of the budget in six hours.
  { name: '6h', times: 6, severity: 'page', windows: { long: 360, short: 30 } },
  // 10 % of the budget in a day.
  { name: '1d', times: 3, severity: 'ticket', windows: { long: 1_440 } },
];

/** The percentage of requests that may miss an objective. */
export function budgetPercent(objective: Objective): number {
  return roundToMillionths(100 - OBJECTIVES[objective].percent);
}

/** The percentage of requests above which the error budget is used up faster than at this rate. */
function burnLimit(objective: Objective, { times }: BurnRate): number {
  return roundToMillionths(times * budgetPercent(objective));
}

/** Removes binary rounding errors. */
const roundToMillionths = (value: number) => Math.round(value * 1_000_000) / 1_000_000;

/**
 * How many errors each window must have. With fewer, a quiet stage causes no page, because the clients' retries have repaired
 * them.
 */
const MINIMUM_ERRORS = { long: 3, short: 1 };
/**
 * How many requests there must be. With fewer, most of them meet a cold start, which is no fault; api-latency watches such
 * stages.
 */
const MINIMUM_REQUESTS_PER_MINUTE = 60;

type Window = keyof BurnRate['windows'];

const minutesOf = ({ windows }: BurnRate, window: Window) => windows[window] ?? windows.long;

const burnName = (objective: Objective, rate: BurnRate) => `${objective}-burn-${rate.name}`;

/** One alarm for each objective and rate (docs/operate.md, "Objectives"). */
export function objectiveAlarms(watched: Watched): AlarmDeclaration[] {
  return BURN_RATES.flatMap((rate) => [
    burnAlarm('availability', rate, 'were answered 5xx', (window) =>
      errorRate(watched, '5xx', MINIMUM_ERRORS[window]),
    ),
    burnAlarm('latency', rate, `took more than ${OBJECTIVES.latency.milliseconds / 1_000} s`, (window) =>
      slowRate(watched, MINIMUM_REQUESTS_PER_MINUTE * minutesOf(rate, window)),
    ),
  ]);
}

function burnAlarm(
  objective: Objective,
  rate: BurnRate,
  what: string,
  metricOf: (window: Window) => Condition['metric'],
): MetricAlarm | JointAlarm {
  const threshold = burnLimit(objective, rate);
  const condition = (window: Window): Condition => ({
    metric: metricOf(window),
    threshold,
    period: Duration.minutes(minutesOf(rate, window)),
  });
  const { long, short } = rate.windows;
  const message = (windows: string) => ({
    name: burnName(objective, rate),
    alarmDescription: `Of ${windows}, more than ${threshold} % of all requests ${what}.`,
    severity: rate.severity,
  });
  const ofLong = `the last ${inWords(long)}`;
  if (short === undefined) return { ...message(ofLong), ...condition('long') };
  return {
    ...message(`${ofLong} and of the last ${inWords(short)}`),
    conditions: new Map([
      ['long', condition('long')],
      ['short', condition('short')],
    ]),
  };
}

function inWords(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** The percentage of requests that take longer than the objective allows; 0 if there are fewer than `minimum` requests. */
function slowRate(watched: Watched, minimum: number): MathExpression {
  const { milliseconds } = OBJECTIVES.latency;
  return new MathExpression({
    expression: `IF(requests >= ${minimum}, 100 - fast, 0)`,
    usingMetrics: {
      // A percentile rank is the percentage of values up to the limit (AWS, "CloudWatch statistics definitions"). Alarms do not
      // accept a trimmed count with a limit in milliseconds (AWS, "PutMetricAlarm").
      fast: watched.apiStage.metricLatency({ statistic: `PR(:${milliseconds})`, label: 'fast %' }),
      requests: requestCount(watched),
    },
    label: `slower than ${milliseconds / 1_000} s %`,
  });
}

export function objectiveSection(watched: Watched): Section {
  const limits = (objective: Objective) =>
    BURN_RATES.map((rate) => ({ value: burnLimit(objective, rate), label: burnName(objective, rate) }));
  const { availability, latency } = OBJECTIVES;
  return {
    title: 'Objectives',
    description: `Over ${OBJECTIVE_DAYS} days ${availability.percent} % of requests are not answered 5xx, and ${latency.percent} % within ${latency.milliseconds / 1_000} s. The lines are the shares above which the error budget burns too fast (docs/operate.md).`,
    graphs: [
      {
        title: 'Requests answered 5xx (%)',
        metrics: [errorRate(watched, '5xx', 1)],
        horizontalAnnotations: limits('availability'),
      },
      {
        title: 'Requests that took too long (%)',
        metrics: [slowRate(watched, 1)],
        horizontalAnnotations: limits('latency'),
      },
    ],
  };
}
