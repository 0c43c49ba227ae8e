import * as z from 'zod/mini';
import { EXISTS, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { DueItem } from './read-due.ts';

/** Less than a minute: the next run, which is not exactly a minute later, gets it. */
const SHORTEST_PAUSE_MS = 50_000;
/** What fails for good is tried, and told of, at least three times in a quarter of an hour. */
const LONGEST_PAUSE_MS = 300_000;

const failingSchema = z.object({ failing_since: z.optional(z.string()) });

const failingSince = ({ item }: DueItem) => failingSchema.safeParse(item).data?.failing_since;

/**
 * Puts off a timer whose work failed: by as long as it has been failing, from the next run to five minutes later. So what never
 * succeeds holds up nothing behind it. A timer that was moved or stopped meanwhile is left as it is.
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

/** Forgets that the work of an item failed, once it has succeeded. */
export async function endBackOff(table: Table, due: DueItem): Promise<void> {
  if (failingSince(due) === undefined) return;
  await updateIf(table, due, { update: expression`REMOVE #failing_since`, condition: EXISTS });
}
