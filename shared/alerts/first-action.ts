import * as z from 'zod/mini';
import type { RecordedActor } from '../actor.ts';

/**
 * The first action of a person on an alert, beside its data: a reopening overwrites who acknowledged it. An alert may lack
 * it: an older release acted on it, or no person has.
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

/** The attribute to write when an alert changes at a time by an actor; nothing if the alert has it or no person acted. */
export function firstActionOf(
  before: Acknowledged & { readonly firstAction: FirstAction | undefined },
  actor: RecordedActor,
  at: string,
): { readonly [FIRST_ACTION]?: FirstAction } {
  if (before.firstAction) return {};
  const action =
    acknowledgement(before) ?? (actor.kind === 'user' && actor.id ? { at, by: actor.id } : undefined);
  return action ? { [FIRST_ACTION]: action } : {};
}
