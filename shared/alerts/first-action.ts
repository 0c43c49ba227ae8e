import * as z from 'zod/mini';
import type { RecordedActor } from '../base/actor.ts';

/**
 * The attribute for the first action of a person on an alert. It is outside `data`, because a reopening overwrites there who
 * acknowledged the alert. The attribute is missing if `data` shows that action, or if no person has acted.
 */
export const FIRST_ACTION = 'first_action';

export const firstActionSchema = z.object({ at: z.string(), by: z.string() });

export type FirstAction = z.infer<typeof firstActionSchema>;

interface Acknowledged {
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string | null;
}

/**
 * Takes the first action from the acknowledgement of an alert that lacks the attribute: only a person acknowledges an alert.
 */
export function acknowledgement({ acknowledged_at, acknowledged_by }: Acknowledged): FirstAction | undefined {
  if (acknowledged_at === null || acknowledged_by === null) return undefined;
  return { at: acknowledged_at, by: acknowledged_by };
}

/**
 * The attribute to write when an actor changes an alert. It is empty if the alert already has it, if no person acted, or if
 * the changed alert shows the action itself. So an acknowledgement costs no more write units.
 */
export function firstActionOf(
  before: Acknowledged & { readonly firstAction: FirstAction | undefined },
  after: Acknowledged & { readonly updated_at: string },
  actor: RecordedActor,
): { readonly [FIRST_ACTION]?: FirstAction } {
  if (before.firstAction) return {};
  const ofActor = actor.kind === 'user' && actor.id ? { at: after.updated_at, by: actor.id } : undefined;
  const action = acknowledgement(before) ?? ofActor;
  const shown = acknowledgement(after);
  const isShown = shown?.at === action?.at && shown?.by === action?.by;
  return action && !isShown ? { [FIRST_ACTION]: action } : {};
}
