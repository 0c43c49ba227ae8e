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
      'In 3 of the last 5 minutes something had been due for more than 2 minutes, or nobody looked. The name ends in its kind.',
    // A device may have fallen silent and nobody is told.
    severity: 'page',
    watches: byKind(watched, (kind) => oldestTimer(watched, kind)),
    // What is due waits for the next minute, which is a minute at most.
    wellUpTo: 120,
    periodMinutes: 1,
    // After a pause of everything there are a few such minutes, which end by themselves.
    periods: { bad: 3, of: 5 },
    // Measured every minute, also where nothing is due.
    missing: 'bad',
  },
  {
    name: 'failing-timers',
    meaning: 'In 15 minutes more than 2 timers failed and were put off, or one of them again and again.',
    // What always fails is tried at least three times in that time, and holds up nothing else: late-timers does not see it.
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
