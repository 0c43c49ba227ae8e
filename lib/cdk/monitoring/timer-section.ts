import type { Alarms } from './created-alarm.ts';
import { limitsOf, type Section } from './section.ts';
import { failedTimers, oldestTimer } from './timer-alarms.ts';
import type { Watched } from './watched.ts';

export function timerSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Timers',
    graphs: [
      {
        title: 'Longest overdue, before the run of each minute (s)',
        metrics: [oldestTimer(watched)],
        horizontalAnnotations: limitsOf(alarms, 'late-timers'),
      },
      { title: 'Failed and postponed', metrics: [failedTimers(watched)] },
    ],
  };
}
