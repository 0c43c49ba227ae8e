import * as z from 'zod/mini';
import { EXISTS, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { DueItem } from './read-due.ts';

/** The shortest pause is less than a minute, so that the next run includes the timer. */
const SHORTEST_PAUSE_MS = 50_000;
/** A permanent failure is tried and logged at least three times in a quarter of an hour. */
const LONGEST_PAUSE_MS = 300_000;

const failingSchema = z.object({ failing_since: z.optional(z.string()) });

const failingSince = ({ item }: DueItem) => failingSchema.safeParse(item).data?.failing_since;

/**
 * Postpones a timer after its work failed, by the time for which it has been failing, up to five minutes. So a permanent failure
 * does not delay other timers. Ignores a timer that was moved or stopped meanwhile.
 */
export async function backOff(table: Table, due: DueItem, now: Date): Promise<void> {
  const since = failingSince(due) ?? formatTimestamp(now);
  const failing = now.getTime() - Date.parse(since);
  const pause = Math.min(Math.max(failing, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  const later = formatTimestamp(new Date(now.getTime() + pause));
  await updateIf(table, due, {
    update: expression`SET #due = ${later}, #failing_since = ${since}`,
    condition: expression`#timer = ${due.timer} AND #due = ${due.due}`,
  });
}

/** Removes the failure mark after a success. */
export async function endBackOff(table: Table, due: DueItem): Promise<void> {
  if (failingSince(due) === undefined) return;
  await updateIf(table, due, { update: expression`REMOVE #failing_since`, condition: EXISTS });
}
