import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import type { Watched } from './watched.ts';

/**
 * How many minutes of a day Guard must have run, so that the day counts. On the first day of a stage, no backup may be due yet.
 */
const MINUTES_OF_A_DAY = 1_200;

/** The alarms of backups; none without `backupCopyVaultArn`. A job that fails opens a ticket of its own at once. */
export function backupAlarms(watched: Watched): AlarmDeclaration[] {
  if (!watched.copiedBackup) return [];
  const copies = new Metric({
    namespace: 'AWS/Events',
    // AWS, "Monitoring Amazon EventBridge": the number of rules that matched an event.
    metricName: 'TriggeredRules',
    dimensionsMap: { RuleName: watched.copiedBackup.ruleName },
    statistic: Stats.SUM,
    label: 'copies',
  });
  // It is measured every minute.
  const minutes = guardMetric(watched, 'OldestTimerAge', { statistic: Stats.SAMPLE_COUNT, dimensions: {} });
  return [
    {
      name: 'backup-missing',
      alarmDescription: 'For two days no backup of the table was copied to the other vault.',
      // It also notices a job that never began, which reports nothing.
      severity: 'ticket',
      metric: new MathExpression({
        // Without copies, the sum is that of the minutes alone, because metrics without a value are left out.
        expression: `IF(SUM([copies, minutes]) > minutes, 0, IF(minutes >= ${MINUTES_OF_A_DAY}, 1, 0))`,
        usingMetrics: { copies, minutes },
        label: 'days without a copy',
      }),
      threshold: 0,
      period: Duration.days(1),
      // The hour of a copy varies, so a single window of a day may have none.
      datapointsToAlarm: 2,
      evaluationPeriods: 2,
    },
  ];
}
