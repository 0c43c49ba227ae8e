import { OCCURRENCES_WORK } from '../../shared/alerts/carry-occurrences.ts';
import { ESCALATION_WORK } from '../../shared/alerts/escalate.ts';
import type { TimerKind } from '../../shared/timers/timer.ts';
import type { TimerWork } from '../../shared/timers/timer-work.ts';
import { WATCH_WORK } from '../../shared/watch/watch-device.ts';

/** What is done when a timer of a kind is due. */
export const TIMER_WORK: Readonly<Record<TimerKind, TimerWork>> = {
  watch: WATCH_WORK,
  occurrences: OCCURRENCES_WORK,
  escalation: ESCALATION_WORK,
};
