import { TIMER_KINDS } from '../../../shared/timers/timer.ts';
import type { Alarms } from './created-alarm.ts';
import { limitsOf, type Section } from './section.ts';
import { failedTimers, oldestTimer } from './timer-alarms.ts';
import type { Watched } from './watched.ts';

export function timerSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Timers',
    description: 'Timers by kind: `watch` checks whether a device is offline.',
    graphs: [
      {
        title: 'Longest overdue, before the run of each minute (s)',
        metrics: TIMER_KINDS.map((kind) => oldestTimer(watched, kind)),
        horizontalAnnotations: limitsOf(alarms, 'late-timers'),
      },
      { title: 'Failed and postponed', metrics: TIMER_KINDS.map((kind) => failedTimers(watched, kind)) },
    ],
  };
}
