import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CRITICAL_ALERT_LIMIT_SECONDS } from '../../../shared/alerts/alert-ages.ts';
import { METRICS_NAMESPACE, type MetricName, serviceName } from '../../../shared/lambda/metrics.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

/**
 * The longest wait of an alert of each tenant, as a separate time series. An alarm on such a query notifies about each series
 * (contributor), and is on while one of them is bad (AWS, "Create a CloudWatch alarm based on a Metrics Insights query" and
 * "Acting on alarm changes"). So the alert of one tenant does not hide that of another.
 */
function waitingByTenant({ settings }: Watched): MathExpression {
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

const oldestAlert = (watched: Watched, statistic: string) =>
  guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', { statistic, dimensions: {} });

export const alertAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'unacknowledged-critical-alert',
    alarmDescription: 'A critical alert of a tenant has been unacknowledged for more than 5 minutes.',
    severity: 'page',
    // A tenant has values only while it has such an alert. If nothing is measured at all, alert-ages-not-measured notices it.
    metric: waitingByTenant(watched),
    threshold: CRITICAL_ALERT_LIMIT_SECONDS,
    period: Duration.minutes(1),
    // The metric is an age, so waiting for a second value would only delay the alarm. Only one of three values must be bad,
    // so that the alarm stays on if a value is late.
    datapointsToAlarm: 1,
    evaluationPeriods: 3,
  },
  {
    name: 'alert-ages-not-measured',
    alarmDescription: 'For 5 minutes the ages of critical alerts have not been measured.',
    // It is a separate alarm, because those who acknowledge alerts cannot repair this. The age is measured every minute.
    severity: 'page',
    metric: oldestAlert(watched, Stats.SAMPLE_COUNT),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    period: Duration.minutes(5),
    treatMissingData: TreatMissingData.BREACHING,
  },
];

export function alertSection(watched: Watched, alarms: Alarms): Section {
  const timesOf = (statistic: string) =>
    (['SecondsToAcknowledge', 'SecondsToResolve'] as const).map((name) =>
      guardMetric(watched, name, { statistic, dimensions: {} }),
    );
  const horizontalAnnotations = limitsOf(alarms, 'unacknowledged-critical-alert');
  return {
    title: 'Alerts of the premises',
    graphs: [
      {
        title: 'Longest wait of a critical alert for its acknowledgement, by tenant (s)',
        metrics: [waitingByTenant(watched)],
        horizontalAnnotations,
      },
      {
        title: 'Oldest unacknowledged critical alert (s)',
        metrics: [oldestAlert(watched, Stats.MAXIMUM)],
        horizontalAnnotations,
      },
      { title: 'Time until critical alerts changed, p90 (s)', metrics: timesOf(Stats.percentile(90)) },
    ],
  };
}
