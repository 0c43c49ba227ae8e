import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidgetType } from 'cdk-monitoring-constructs';
import type { ErrorCode } from '../../../shared/base/errors.ts';
import { METRICS, METRICS_NAMESPACE, type MetricName, serviceName } from '../../../shared/lambda/metrics.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const ERRORS = { '4xx': 'metricClientError', '5xx': 'metricServerError' } as const;

type ErrorClass = keyof typeof ERRORS;

export const requestCount = ({ apiStage }: Watched): Metric => apiStage.metricCount({ label: 'requests' });

const errorCount = ({ apiStage }: Watched, errorClass: ErrorClass): Metric =>
  apiStage[ERRORS[errorClass]]({ statistic: Stats.SUM, label: errorClass });

/** The error codes of endpoints' 5xx answers. */
const SERVER_ERROR_CODES = ['internal_error', 'service_unavailable'] as const satisfies ErrorCode[];

const failures = (watched: Watched, code: (typeof SERVER_ERROR_CODES)[number]): Metric =>
  guardMetric(watched, 'Failures', { statistic: Stats.SUM, dimensions: { code }, label: code });

/**
 * The percentage of requests that were answered 5xx without an endpoint, because its function crashed or was throttled; 0 if
 * there are fewer than `minimum` of them. Errors are part of each sum, because a sum has no value if none of its metrics has
 * one.
 */
export function unansweredRate(watched: Watched, minimum: number): MathExpression {
  const answered = SERVER_ERROR_CODES.map((code) => [code, failures(watched, code)] as const);
  const unanswered = `(2 * errors - SUM([errors, ${SERVER_ERROR_CODES.join(', ')}]))`;
  return new MathExpression({
    expression: `IF(${unanswered} >= ${minimum}, 100 * ${unanswered} / requests, 0)`,
    usingMetrics: {
      errors: errorCount(watched, '5xx'),
      requests: requestCount(watched),
      ...Object.fromEntries(answered),
    },
    label: 'unanswered %',
  });
}

/**
 * The percentage of `errors` in `requests`; 0 if there are fewer than `minimum` errors, because one error in three requests
 * means nothing.
 */
export const errorRateExpression = (minimum: number): string =>
  `IF(errors >= ${minimum}, 100 * errors / requests, 0)`;

export function errorRate(watched: Watched, errorClass: ErrorClass, minimum: number): MathExpression {
  return new MathExpression({
    expression: errorRateExpression(minimum),
    usingMetrics: { errors: errorCount(watched, errorClass), requests: requestCount(watched) },
    label: `${errorClass} %`,
  });
}

const latency = ({ apiStage }: Watched, percentile: number): Metric =>
  apiStage.metricLatency({ statistic: Stats.percentile(percentile), label: `p${percentile}` });

/** The errors that roll a release back. The dashboard looks for the time series when it is opened. */
function internalErrors({ settings }: Watched): MathExpression {
  const name: MetricName = 'InternalErrors';
  const { dimensions } = METRICS[name];
  return new MathExpression({
    expression: [
      `SELECT SUM(${name}) FROM SCHEMA("${METRICS_NAMESPACE}", service, ${dimensions.join(', ')})`,
      `WHERE service = '${serviceName(settings.stage)}' GROUP BY ${dimensions.join(', ')}`,
    ].join(' '),
    usingMetrics: {},
    label: 'internal_error',
  });
}

export const apiAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-server-errors',
    alarmDescription: 'At least 3 requests of the last 15 minutes, and more than 1 %, were answered 5xx.',
    // It is not a page, because lasting errors page by availability-burn. This alarm records short outages.
    severity: 'ticket',
    // The client's retry may repair a single error. Three errors are no accident, whether there are 10 requests or 10,000.
    metric: errorRate(watched, '5xx', 3),
    threshold: 1,
    period: Duration.minutes(15),
  },
  {
    name: 'api-client-errors',
    alarmDescription: 'At least 100 requests of the last 15 minutes, and more than 50 %, were answered 4xx.',
    severity: 'ticket',
    // Clients always cause some errors. If half of all requests fail, a release has broken clients, or a client tries out
    // paths.
    metric: errorRate(watched, '4xx', 100),
    threshold: 50,
    period: Duration.minutes(15),
  },
  {
    name: 'api-latency',
    alarmDescription:
      'The slowest hundredth of requests took more than 3 seconds, in 10 of the last 15 minutes.',
    severity: 'ticket',
    // Cold starts and logins take far less. A call to the table is repeated after 2 s, so only a request whose call hangs
    // twice comes near.
    metric: latency(watched, 99),
    threshold: 3_000,
    period: Duration.minutes(5),
    datapointsToAlarm: 2,
    evaluationPeriods: 3,
  },
];

export const apiSection = (watched: Watched, alarms: Alarms): Section => ({
  title: 'API',
  description: 'As clients see it, including the responses of API Gateway itself.',
  graphs: [
    { title: 'Requests', metrics: [requestCount(watched)] },
    { title: 'Errors', metrics: [errorCount(watched, '5xx'), errorCount(watched, '4xx')] },
    {
      // Releases are shown next to the errors, so that people see whether errors began with a release.
      title: 'Releases',
      metrics: [guardMetric(watched, 'Releases', { statistic: Stats.SUM, dimensions: {} })],
    },
    {
      title: 'Defects (internal_error), by release',
      metrics: [internalErrors(watched)],
    },
    {
      title: '5xx (%)',
      metrics: [errorRate(watched, '5xx', 1)],
      horizontalAnnotations: limitsOf(alarms, 'api-server-errors'),
    },
    {
      title: '4xx (%)',
      metrics: [errorRate(watched, '4xx', 1)],
      horizontalAnnotations: limitsOf(alarms, 'api-client-errors'),
    },
    {
      title: 'Latency (ms)',
      metrics: [50, 90, 99].map((percentile) => latency(watched, percentile)),
      horizontalAnnotations: limitsOf(alarms, 'api-latency'),
    },
    {
      title: 'Errors of endpoints, by code',
      graphWidgetType: GraphWidgetType.STACKED_AREA,
      metrics: SERVER_ERROR_CODES.map((code) => failures(watched, code)),
    },
  ],
});
