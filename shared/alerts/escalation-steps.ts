import * as z from 'zod/mini';
import type { Escalation } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { type TimerKind, timerAttributes } from '../table/timer.ts';

const pendingStepsSchema = z.object({
  /** The due times of the pending escalation steps, timestamps of the API, the earliest first. */
  escalation_steps: z.optional(z.array(z.string())),
  timer: z.optional(z.string()),
  due: z.optional(z.string()),
});

/**
 * The pending escalation steps of an active alert, with the timer of the next one, or the timer of an acknowledged alert's
 * reminder or of the end of its parking. These attributes are outside `data`, so that no index of alerts copies them.
 */
export type PendingSteps = z.infer<typeof pendingStepsSchema>;

export const NO_STEPS: PendingSteps = {};

export function readPendingSteps(item: Readonly<Record<string, unknown>>): PendingSteps {
  const pending = pendingStepsSchema.parse(item);
  // Without steps, the timer is for a reminder or a parked alert, or it is that of a resolved alert.
  return pending.escalation_steps || isReminder(pending) || isParking(pending) ? pending : NO_STEPS;
}

const isOfKind =
  (kind: TimerKind) =>
  ({ timer }: Pick<PendingSteps, 'timer'>): boolean =>
    timer?.startsWith(`${kind}#`) ?? false;

/** Whether the timer of an alert is that of a reminder. */
export const isReminder = isOfKind('reminder');

/** Whether the timer of an alert brings it back to the queue. */
export const isParking = isOfKind('park');

/** Schedules the escalation steps of this severity, counted from the given time. */
export function stepsFrom(
  { id, severity }: { readonly id: string; readonly severity: keyof Escalation },
  escalation: Escalation,
  at: string,
): PendingSteps {
  const minutes = escalation[severity] ?? [];
  return pendingSteps(
    id,
    minutes.map((it) => formatTimestamp(new Date(Date.parse(at) + it * 60_000))),
  );
}

/** The given escalation steps, with a timer for the first one. */
export function pendingSteps(alertId: string, steps: readonly string[]): PendingSteps {
  const [next] = steps;
  if (next === undefined) return NO_STEPS;
  return { escalation_steps: [...steps], ...timerAttributes('escalation', alertId, new Date(next)) };
}

/**
 * The steps of a drill, counted from the given time: those of the escalation that are due before its end, and the end, which
 * is its last step.
 */
export function stepsOfDrill(
  drill: { readonly id: string; readonly severity: keyof Escalation },
  escalation: Escalation,
  { at, end }: { readonly at: string; readonly end: string },
): PendingSteps {
  const { escalation_steps: steps = [] } = stepsFrom(drill, escalation, at);
  return pendingSteps(drill.id, [...steps.filter((it) => it < end), end]);
}

/** The end of a drill alone, which remains when somebody has acknowledged the drill. */
export function endOf(drillId: string, { escalation_steps: steps = [] }: PendingSteps): PendingSteps {
  return pendingSteps(drillId, steps.slice(-1));
}
