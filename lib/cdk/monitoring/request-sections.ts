import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidgetType } from 'cdk-monitoring-constructs';
import { ALERT_SEVERITIES } from '../../../shared/alerts/alert.ts';
import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { errorCount, errorRate, latency, requestCount } from './api-metrics.ts';
import type { Alarms } from './create-alarms.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const PERCENTILES = [50, 90, 99];

export function alertSection(watched: Watched, alarms: Alarms): Section {
  const timesTo = (name: 'SecondsToAcknowledge' | 'SecondsToResolve') =>
    ALERT_SEVERITIES.map((severity) =>
      guardMetric(watched, name, {
        statistic: Stats.percentile(90),
        dimensions: { severity },
        label: severity,
      }),
    );
  return {
    title: 'Alerts of the premises',
    graphs: [
      {
        title: 'Oldest critical alert that nobody has acknowledged (s)',
        metrics: [
          guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', {
            statistic: Stats.MAXIMUM,
            dimensions: {},
          }),
        ],
        horizontalAnnotations: limitsOf(alarms, 'unacknowledged-critical-alert'),
      },
      { title: 'Time to acknowledge, p90 by severity (s)', metrics: timesTo('SecondsToAcknowledge') },
      { title: 'Time to resolve, p90 by severity (s)', metrics: timesTo('SecondsToResolve') },
    ],
  };
}

export function apiSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'API',
    description: 'As clients see it: what API Gateway answers by itself is counted here, and nowhere below.',
    graphs: [
      { title: 'Requests', metrics: [requestCount(watched)] },
      { title: 'Errors', metrics: [errorCount(watched, '5xx'), errorCount(watched, '4xx')] },
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

export function callerSection(watched: Watched, alarms: Alarms): Section {
  const refused = (credential: 'password' | 'token') =>
    guardMetric(watched, 'AuthenticationFailures', {
      statistic: Stats.SUM,
      dimensions: { credential },
      label: credential,
    });
  return {
    title: 'Callers',
    graphs: [
      {
        title: 'Refused passwords',
        metrics: [refused('password')],
        horizontalAnnotations: limitsOf(alarms, 'login-failures'),
      },
      {
        title: 'Refused tokens',
        metrics: [refused('token')],
        horizontalAnnotations: limitsOf(alarms, 'refused-tokens'),
      },
      {
        title: 'Requests beyond the limits (429)',
        metrics: [guardMetric(watched, 'RateLimited', { statistic: Stats.SUM, dimensions: {} })],
        horizontalAnnotations: limitsOf(alarms, 'rate-limited-requests'),
      },
    ],
  };
}

const failures = (watched: Watched, code: ErrorCode) =>
  guardMetric(watched, 'Failures', { statistic: Stats.SUM, dimensions: { code }, label: code });
