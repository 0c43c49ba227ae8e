import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidgetType } from 'cdk-monitoring-constructs';
import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { errorCount, errorRate, latency, requestCount } from './api-metrics.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const PERCENTILES = [50, 90, 99];

export function apiSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'API',
    description: 'As clients see it: what API Gateway answers by itself is counted here, and nowhere below.',
    graphs: [
      { title: 'Requests', metrics: [requestCount(watched)] },
      { title: 'Errors', metrics: [errorCount(watched, '5xx'), errorCount(watched, '4xx')] },
      {
        // Beside the errors, so that those a release brought are seen to begin with it.
        title: 'Releases',
        metrics: [guardMetric(watched, 'Releases', { statistic: Stats.SUM, dimensions: {} })],
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
        title: 'Failures by code',
        graphWidgetType: GraphWidgetType.STACKED_AREA,
        metrics: Object.keys(ERRORS).map((code) => failures(watched, code as ErrorCode)),
      },
    ],
  };
}

const failures = (watched: Watched, code: ErrorCode) =>
  guardMetric(watched, 'Failures', { statistic: Stats.SUM, dimensions: { code }, label: code });
