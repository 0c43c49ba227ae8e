import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { LATE_SECONDS, type TimerKind } from '../../../shared/table/timer.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { combineMetrics } from './combine-metrics.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

export const timerAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'late-timers',
    meaning:
      'In 3 of the last 5 minutes a timer was more than 2 minutes overdue, or timers were not measured.',
    // A device may be offline without an alert.
    severity: 'page',
    watches: combineMetrics('MAX', [oldestTimer(watched), oldestWatch(watched)], 'overdue'),
    // A due timer waits for the next run, which is at most a minute.
    wellUpTo: LATE_SECONDS,
    periodMinutes: 1,
    // After an outage of all functions a few minutes are bad, and then timers catch up.
    periods: { bad: 3, of: 5 },
    // The age is measured every minute, even if no timer is due.
    missing: 'bad',
  },
  {
    name: 'failing-timers',
    meaning: 'In 15 minutes more than 2 attempts of timers failed.',
    // A timer that always fails has at least three attempts in that time. It delays no other timer, so late-timers does not
    // notice it.
    severity: 'page',
    watches: failedTimers(watched),
    wellUpTo: 2,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
];

export const oldestTimer = (watched: Watched) =>
  guardMetric(watched, 'OldestTimerAge', { statistic: Stats.MAXIMUM, dimensions: {} });

/**
 * Releases up to 0.9.0 measured each kind. Their last runs must not look like missing ones, so the alarm also takes the value of
 * one kind. The release after this one watches only `oldestTimer`.
 */
const oldestWatch = (watched: Watched) =>
  oldestTimer(watched).with({
    dimensionsMap: { service: serviceName(watched.settings.stage), kind: 'watch' satisfies TimerKind },
  });

export const failedTimers = (watched: Watched) =>
  guardMetric(watched, 'FailedTimers', { statistic: Stats.SUM, dimensions: {} });
