import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ErrorCode } from '../../../shared/base/errors.ts';
import { guardMetric } from './guard-metric.ts';
import type { Watched } from './watched.ts';

const ERRORS = { '4xx': 'metricClientError', '5xx': 'metricServerError' } as const;

export type ErrorClass = keyof typeof ERRORS;

export const requestCount = ({ apiStage }: Watched): Metric => apiStage.metricCount({ label: 'requests' });

export const errorCount = ({ apiStage }: Watched, errorClass: ErrorClass): Metric =>
  apiStage[ERRORS[errorClass]]({ statistic: Stats.SUM, label: errorClass });

/** The codes with which endpoints answer 5xx. */
export const SERVER_ERROR_CODES = ['internal_error', 'service_unavailable'] as const satisfies ErrorCode[];

export const failures = (watched: Watched, code: (typeof SERVER_ERROR_CODES)[number]): Metric =>
  guardMetric(watched, 'Failures', { statistic: Stats.SUM, dimensions: { code }, label: code });

/**
 * The percentage of requests that were answered 5xx but not by an endpoint: its function crashed or was throttled. 0 below
 * `minimum` of them. Errors are in each sum, because a sum has no value if none of its metrics has one.
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

/** The percentage of `errors` in `requests`; 0 below `minimum` errors, since one error in three requests means nothing. */
export const errorRateExpression = (minimum: number): string =>
  `IF(errors >= ${minimum}, 100 * errors / requests, 0)`;

export function errorRate(watched: Watched, errorClass: ErrorClass, minimum: number): MathExpression {
  return new MathExpression({
    expression: errorRateExpression(minimum),
    usingMetrics: { errors: errorCount(watched, errorClass), requests: requestCount(watched) },
    label: `${errorClass} %`,
  });
}

export const latency = ({ apiStage }: Watched, percentile: number): Metric =>
  apiStage.metricLatency({ statistic: Stats.percentile(percentile), label: `p${percentile}` });

/** The percentage of requests that took longer; 0 below `minimum` requests. */
export function slowRate(watched: Watched, milliseconds: number, minimum: number): MathExpression {
  return new MathExpression({
    expression: `IF(requests >= ${minimum}, 100 * slow / requests, 0)`,
    usingMetrics: {
      // Trimmed count: the number of values above the limit (AWS, "CloudWatch statistics definitions").
      slow: watched.apiStage.metricLatency({ statistic: `TC(${milliseconds}:)`, label: 'slow' }),
      requests: requestCount(watched),
    },
    label: `slower than ${milliseconds / 1_000} s %`,
  });
}
