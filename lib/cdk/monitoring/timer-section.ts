import { TIMER_KINDS } from '../../../shared/timers/timer.ts';
import type { Alarms } from './created-alarm.ts';
import { limitsOf, type Section } from './section.ts';
import { failedTimers, oldestTimer } from './timer-alarms.ts';
import type { Watched } from './watched.ts';

export function timerSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Timers',
    description: 'What is due at a time, by its kind: `watch` asks whether a device has fallen silent.',
    graphs: [
      {
        title: 'Due for the longest time, before the run of the minute (s)',
        metrics: TIMER_KINDS.map((kind) => oldestTimer(watched, kind)),
        horizontalAnnotations: limitsOf(alarms, 'late-timers'),
      },
      { title: 'Failed and put off', metrics: TIMER_KINDS.map((kind) => failedTimers(watched, kind)) },
    ],
  };
}
