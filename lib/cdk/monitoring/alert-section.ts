import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { ALERT_SEVERITIES } from '../../../shared/alerts/alert.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import { waitingByTenant } from './waiting-alert-alarms.ts';
import type { Watched } from './watched.ts';

export function alertSection(watched: Watched, alarms: Alarms): Section {
  const timesTo = (name: 'SecondsToAcknowledge' | 'SecondsToResolve') =>
    ALERT_SEVERITIES.map((severity) =>
      guardMetric(watched, name, {
        statistic: Stats.percentile(90),
        dimensions: { severity },
        label: severity,
      }),
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
        metrics: [
          guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', {
            statistic: Stats.MAXIMUM,
            dimensions: {},
          }),
        ],
        horizontalAnnotations,
      },
      { title: 'Time to acknowledge, p90 by severity (s)', metrics: timesTo('SecondsToAcknowledge') },
      { title: 'Time to resolve, p90 by severity (s)', metrics: timesTo('SecondsToResolve') },
    ],
  };
}
