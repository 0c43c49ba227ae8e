import * as z from 'zod/mini';
import { type AlertSeverity, type Reminders, USUAL_REMINDERS } from '../base/severities.ts';
import { type TimerAttributes, timerAttributes } from '../table/timer.ts';

/**
 * The attributes with which an acknowledged alert is not forgotten. They are outside `data`, so that no index copies them, and a
 * note moves no timer: the timer looks at the time of the last work when it is due.
 */
export const REMIND_AFTER = 'remind_after';
export const WORKED_AT = 'worked_at';
/** When a parked alert came back by itself. */
export const RETURNED_AT = 'returned_at';

const reminderSchema = z.object({
  [REMIND_AFTER]: z.optional(z.int()),
  [WORKED_AT]: z.optional(z.string()),
  [RETURNED_AT]: z.optional(z.string()),
});

export interface Reminding {
  /** The minutes without work after which an acknowledged alert is active again; 0: never. Missing: as usual. */
  readonly remindAfter?: number | undefined;
  /** When somebody last worked on it, besides the acknowledgement. */
  readonly workedAt?: string | undefined;
  /** When it came back by itself after it was parked. */
  readonly returnedAt?: string | undefined;
}

export function readReminding(item: Readonly<Record<string, unknown>>): Reminding {
  const stored = reminderSchema.parse(item);
  return {
    remindAfter: stored[REMIND_AFTER],
    workedAt: stored[WORKED_AT],
    returnedAt: stored[RETURNED_AT],
  };
}

/** The attribute of an alert of this severity. It keeps the setting with which the alert was raised, as it does its escalation. */
export function remindAfterOf(
  reminders: Reminders,
  severity: AlertSeverity,
): { readonly [REMIND_AFTER]?: number } {
  const minutes = reminders[severity] ?? 0;
  return minutes === usualMinutes(severity) ? {} : { [REMIND_AFTER]: minutes };
}

const usualMinutes = (severity: AlertSeverity) => USUAL_REMINDERS[severity] ?? 0;

/** The fields of an alert that decide about its reminder. */
interface Remindable {
  readonly id: string;
  readonly severity: AlertSeverity;
  readonly acknowledged_at: string | null;
  readonly drill?: true | undefined;
  readonly parked?: { readonly until: string } | undefined;
}

/**
 * After how many minutes without work a parked alert that came back by itself is active again if nothing else reminds of it:
 * perhaps no console was open in which it could ring.
 */
const AFTER_RETURN_MINUTES = 30;

/** When an acknowledged alert is active again unless somebody works on it before; `undefined`: never. */
export function remindAt(
  { severity, acknowledged_at }: Pick<Remindable, 'severity' | 'acknowledged_at'>,
  { remindAfter, workedAt = '', returnedAt = '' }: Reminding,
): Date | undefined {
  if (acknowledged_at === null) return undefined;
  const isBack = returnedAt > acknowledged_at && returnedAt >= workedAt;
  // A tenant that has switched a reminder off wants none.
  const minutes = remindAfter ?? (usualMinutes(severity) || (isBack ? AFTER_RETURN_MINUTES : 0));
  if (minutes === 0) return undefined;
  const at = workedAt > acknowledged_at ? workedAt : acknowledged_at;
  return new Date(Date.parse(at) + minutes * 60_000);
}

/**
 * The timer of an alert that was acknowledged: the end of its parking, or its reminder; empty if nothing reminds of it. A drill
 * ends soon and keeps the timer of its end.
 */
export function reminderTimer(alert: Remindable, reminding: Reminding): Partial<TimerAttributes> {
  if (alert.drill) return {};
  if (alert.parked) return timerAttributes('park', alert.id, new Date(alert.parked.until));
  const at = remindAt(alert, reminding);
  return at ? timerAttributes('reminder', alert.id, at) : {};
}
