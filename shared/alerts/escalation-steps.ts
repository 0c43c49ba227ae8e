import * as z from 'zod/mini';
import type { Escalation } from '../escalation.ts';
import { formatTimestamp } from '../time.ts';
import { timerAttributes } from '../timers/timer.ts';

const pendingStepsSchema = z.object({
  /** When they are due, timestamps of the API, the next one first. */
  escalation_steps: z.optional(z.array(z.string())),
  timer: z.optional(z.string()),
  due: z.optional(z.string()),
});

/**
 * The steps of its escalation that an alert has before it, with the timer of the next one: attributes of its item beside
 * `data`, so that no copy in an index of alerts holds them. None where it has none, or is not active any more.
 */
export type PendingSteps = z.infer<typeof pendingStepsSchema>;

/** Nothing more to come. */
export const NO_STEPS: PendingSteps = {};

export function readPendingSteps(item: Readonly<Record<string, unknown>>): PendingSteps {
  const pending = pendingStepsSchema.parse(item);
  return pending.escalation_steps ? pending : NO_STEPS; // without steps a timer is another's
}

/** The steps that an alert of this severity has before it, counted from a time on. */
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

/** These steps of an alert, with a timer for the first of them. */
export function pendingSteps(alertId: string, steps: readonly string[]): PendingSteps {
  const [next] = steps;
  if (next === undefined) return NO_STEPS;
  return { escalation_steps: [...steps], ...timerAttributes('escalation', alertId, new Date(next)) };
}
