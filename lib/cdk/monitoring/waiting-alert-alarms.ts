import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CRITICAL_ALERT_LIMIT_SECONDS } from '../../../shared/alerts/alert-age.ts';
import { METRICS_NAMESPACE, type MetricName, serviceName } from '../../../shared/lambda/metrics.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

export const waitingAlertAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'unacknowledged-critical-alert',
    meaning: 'A critical alert of a tenant has been waiting for its acknowledgement for more than 5 minutes.',
    severity: 'page',
    watches: waitingByTenant(watched),
    wellUpTo: CRITICAL_ALERT_LIMIT_SECONDS,
    periodMinutes: 1,
    // The metric is an age already: waiting for a second value would only add to it. One value of three keeps the alarm
    // on where a value comes late.
    periods: { bad: 1, of: 3 },
    // A tenant is measured only while it has an alert that waits. Where nothing is measured any more,
    // alert-ages-not-measured tells.
    missing: 'well',
  },
  {
    name: 'alert-ages-not-measured',
    meaning: 'For 5 minutes nobody has measured how long critical alerts have been waiting.',
    // Measured every minute. An alarm of its own, since other people mend it than those who acknowledge alerts.
    severity: 'page',
    watches: guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', {
      statistic: Stats.SAMPLE_COUNT,
      dimensions: {},
    }),
    wellFrom: 1,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'bad',
  },
];

/**
 * The longest wait of each tenant: a time series for each, found as the query runs. An alarm on such a query tells of
 * each series (contributor) by itself, and is on while one is (AWS, "Create a CloudWatch alarm based on a Metrics Insights
 * query" and "Acting on alarm changes"): while one tenant's alert waits, another's still tells.
 */
export function waitingByTenant({ settings }: Pick<Watched, 'settings'>): MathExpression {
  const name: MetricName = 'UnacknowledgedCriticalAlertAge';
  return new MathExpression({
    expression: [
      `SELECT MAX(${name}) FROM SCHEMA("${METRICS_NAMESPACE}", service, tenant_id)`,
      `WHERE service = '${serviceName(settings.stage)}' GROUP BY tenant_id ORDER BY MAX() DESC`,
    ].join(' '),
    usingMetrics: {},
    label: 'tenant',
  });
}
