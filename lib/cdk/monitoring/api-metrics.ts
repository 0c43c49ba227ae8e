import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from './watched.ts';

const ERRORS = { '4xx': 'metricClientError', '5xx': 'metricServerError' } as const;

export type ErrorClass = keyof typeof ERRORS;

export const requestCount = ({ apiStage }: Watched): Metric => apiStage.metricCount({ label: 'requests' });

export const errorCount = ({ apiStage }: Watched, errorClass: ErrorClass): Metric =>
  apiStage[ERRORS[errorClass]]({ statistic: Stats.SUM, label: errorClass });

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
