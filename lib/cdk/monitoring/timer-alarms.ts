import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';
import { tickTimersTrigger } from '../../../functions/timers/tick-timers.trigger.ts';
import { functionGroup } from '../../../shared/lambda/function-group.ts';
import { TIMER_KINDS, type TimerKind } from '../../../shared/timers/timer.ts';
import type { AlarmDeclaration, StackMetric } from './alarm.ts';
import { groupParts } from './function-groups.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

export const timerAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'late-timers',
    meaning:
      'In 3 of the last 5 minutes a timer was more than 2 minutes overdue, or timers were not measured. The name ends in their kind.',
    // A device may be offline without an alert.
    severity: 'page',
    watches: byKind(watched, (kind) => oldestTimer(watched, kind)),
    // A due timer waits for the next run, which is at most a minute.
    wellUpTo: 120,
    periodMinutes: 1,
    // After an outage of all functions a few minutes are bad, and then timers catch up.
    periods: { bad: 3, of: 5 },
    // Measured every minute, even if no timer is due.
    missing: 'bad',
  },
  {
    name: 'failing-timers',
    meaning: 'In 15 minutes more than 2 attempts of timers failed.',
    // A timer that always fails has at least three attempts in that time. It delays no other timer, so late-timers does not
    // notice it.
    severity: 'page',
    watches: byKind(watched, (kind) => failedTimers(watched, kind)),
    wellUpTo: 2,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
];

export const oldestTimer = (watched: Watched, kind: TimerKind) =>
  guardMetric(watched, 'OldestTimerAge', { statistic: Stats.MAXIMUM, dimensions: { kind }, label: kind });

export const failedTimers = (watched: Watched, kind: TimerKind) =>
  guardMetric(watched, 'FailedTimers', { statistic: Stats.SUM, dimensions: { kind }, label: kind });

function byKind(
  { functionGroups }: Watched,
  metricOf: (kind: TimerKind) => MetricWithAlarmSupport,
): ReadonlyMap<string, StackMetric> {
  const [{ stack } = { stack: undefined }] = [...groupParts(functionGroups)].flatMap(([, part]) =>
    part.group === functionGroup(tickTimersTrigger) ? [part] : [],
  );
  if (!stack) throw new Error('No function measures timers.');
  return new Map(TIMER_KINDS.map((kind) => [kind, { metric: metricOf(kind), stack }]));
}
