import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidgetType } from 'cdk-monitoring-constructs';
import { METRICS, METRICS_NAMESPACE, type MetricName, serviceName } from '../../../shared/lambda/metrics.ts';
import { errorCount, errorRate, failures, latency, requestCount, SERVER_ERROR_CODES } from './api-metrics.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const PERCENTILES = [50, 90, 99];

export function apiSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'API',
    description: 'As clients see it, including the responses of API Gateway itself.',
    graphs: [
      { title: 'Requests', metrics: [requestCount(watched)] },
      { title: 'Errors', metrics: [errorCount(watched, '5xx'), errorCount(watched, '4xx')] },
      {
        // Releases are next to the errors, to show whether they began with a release.
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
        metrics: PERCENTILES.map((percentile) => latency(watched, percentile)),
        horizontalAnnotations: limitsOf(alarms, 'api-latency'),
      },
      {
        title: 'Errors of endpoints, by code',
        graphWidgetType: GraphWidgetType.STACKED_AREA,
        metrics: SERVER_ERROR_CODES.map((code) => failures(watched, code)),
      },
    ],
  };
}

/** The errors that roll a release back. The dashboard finds the series when it is opened. */
const internalErrors = ({ settings }: Watched) => {
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
};
