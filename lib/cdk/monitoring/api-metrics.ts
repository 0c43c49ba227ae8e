import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from './watched.ts';

const ERRORS = { '4xx': 'metricClientError', '5xx': 'metricServerError' } as const;

export type ErrorClass = keyof typeof ERRORS;

export const requestCount = ({ apiStage }: Watched): Metric => apiStage.metricCount({ label: 'requests' });

export const errorCount = ({ apiStage }: Watched, errorClass: ErrorClass): Metric =>
  apiStage[ERRORS[errorClass]]({ statistic: Stats.SUM, label: errorClass });

/**
 * Of `errors` and `requests`, errors in a hundred requests; 0 while there are fewer errors than `minimum`, since one of
 * three requests is a third of them and still tells nothing.
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

export const latency = ({ apiStage }: Watched, percentile: number): Metric =>
  apiStage.metricLatency({ statistic: Stats.percentile(percentile), label: `p${percentile}` });

/** Requests that took longer, in a hundred; 0 while there are fewer requests than `minimum`. */
export function slowRate(watched: Watched, milliseconds: number, minimum: number): MathExpression {
  return new MathExpression({
    expression: `IF(requests >= ${minimum}, 100 * slow / requests, 0)`,
    usingMetrics: {
      // Trimmed count: how many values lie above the limit (AWS, "CloudWatch statistics definitions").
      slow: watched.apiStage.metricLatency({ statistic: `TC(${milliseconds}:)`, label: 'slow' }),
      requests: requestCount(watched),
    },
    label: `slower than ${milliseconds / 1_000} s %`,
  });
}
