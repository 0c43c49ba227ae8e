import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import { waitingByTenant } from './waiting-alert-alarms.ts';
import type { Watched } from './watched.ts';

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
        metrics: [
          guardMetric(watched, 'OldestUnacknowledgedCriticalAlertAge', {
            statistic: Stats.MAXIMUM,
            dimensions: {},
          }),
        ],
        horizontalAnnotations,
      },
      { title: 'Time until critical alerts changed, p90 (s)', metrics: timesOf(Stats.percentile(90)) },
    ],
  };
}
