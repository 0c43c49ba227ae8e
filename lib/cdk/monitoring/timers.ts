import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LATE_SECONDS } from '../../../shared/table/timer.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const oldestTimer = (watched: Watched) =>
  guardMetric(watched, 'OldestTimerAge', { statistic: Stats.MAXIMUM, dimensions: {} });

const failedTimers = (watched: Watched) =>
  guardMetric(watched, 'FailedTimers', { statistic: Stats.SUM, dimensions: {} });

export const timerAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'late-timers',
    alarmDescription:
      'In 3 of the last 5 minutes a timer was more than 2 minutes overdue, or timers were not measured.',
    // It is a page, because a device may be offline without an alert.
    severity: 'page',
    metric: oldestTimer(watched),
    // A due timer normally waits for at most a minute, until the next run.
    threshold: LATE_SECONDS,
    period: Duration.minutes(1),
    // After an outage of all functions, a few minutes are bad, and then the timers catch up.
    datapointsToAlarm: 3,
    evaluationPeriods: 5,
    // A missing value is bad, because the age is measured every minute, even if no timer is due.
    treatMissingData: TreatMissingData.BREACHING,
  },
  {
    name: 'failing-timers',
    alarmDescription: 'In 15 minutes more than 2 attempts of timers failed.',
    // In that time, a timer that always fails has been tried at least three times. It does not delay other timers, so
    // late-timers does not notice it.
    severity: 'page',
    metric: failedTimers(watched),
    threshold: 2,
    period: Duration.minutes(15),
  },
];

export const timerSection = (watched: Watched, alarms: Alarms): Section => ({
  title: 'Timers',
  graphs: [
    {
      title: 'Longest overdue, before the run of each minute (s)',
      metrics: [oldestTimer(watched)],
      horizontalAnnotations: limitsOf(alarms, 'late-timers'),
    },
    { title: 'Failed and postponed', metrics: [failedTimers(watched)] },
  ],
});
