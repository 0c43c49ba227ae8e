import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CRITICAL_ALERT_LIMIT_SECONDS } from '../../../shared/alerts/alert-ages.ts';
import { METRICS_NAMESPACE, type MetricName, serviceName } from '../../../shared/lambda/metrics.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

export const waitingAlertAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'unacknowledged-critical-alert',
    meaning: 'A critical alert of a tenant has been unacknowledged for more than 5 minutes.',
    severity: 'page',
    watches: waitingByTenant(watched),
    wellUpTo: CRITICAL_ALERT_LIMIT_SECONDS,
    periodMinutes: 1,
    // The metric is an age: waiting for a second value would only add a delay. One bad value of three keeps the alarm on if a
    // value is late.
    periods: { bad: 1, of: 3 },
    // A tenant is measured only while it has such an alert. alert-ages-not-measured notices if nothing is measured.
    missing: 'well',
  },
  {
    name: 'alert-ages-not-measured',
    meaning: 'For 5 minutes the ages of critical alerts have not been measured.',
    // The age is measured every minute. The alarm is separate, because those who acknowledge alerts cannot fix this.
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
 * The longest wait of each tenant, as a time series for each. An alarm on such a query notifies for each series
 * (contributor), and is on while one of them is bad (AWS, "Create a CloudWatch alarm based on a Metrics Insights query" and
 * "Acting on alarm changes"). So the alert of one tenant does not hide the alert of another.
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
