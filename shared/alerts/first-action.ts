import * as z from 'zod/mini';
import type { RecordedActor } from '../base/actor.ts';

/**
 * The attribute for the first action of a person on an alert. It is outside `data`, where a reopening overwrites who
 * acknowledged the alert. An alert lacks it if it shows the action itself, or if no person has acted on it.
 */
export const FIRST_ACTION = 'first_action';

export const firstActionSchema = z.object({ at: z.string(), by: z.string() });

export type FirstAction = z.infer<typeof firstActionSchema>;

interface Acknowledged {
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string | null;
}

/** The first action on an alert that has none, as far as it shows: nobody but a person acknowledges one. */
export function acknowledgement({ acknowledged_at, acknowledged_by }: Acknowledged): FirstAction | undefined {
  if (acknowledged_at === null || acknowledged_by === null) return undefined;
  return { at: acknowledged_at, by: acknowledged_by };
}

/**
 * The attribute to write when an actor changes an alert; empty if the alert has it, if no person acted, or if the changed
 * alert shows the action itself. So an acknowledgement stays within its write units.
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
