import * as z from 'zod/mini';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { DueItem } from './read-due.ts';

/** Since when the work of an item's timer has failed, again and again. */
const FAILING_SINCE = 'failing_since';

/** Less than a minute: the next run, which is not exactly a minute later, gets it. */
const SHORTEST_PAUSE_MS = 50_000;
/** What fails for good is tried, and told of, at least three times in a quarter of an hour. */
const LONGEST_PAUSE_MS = 300_000;

const failingSchema = z.object({ [FAILING_SINCE]: z.optional(z.string()) });

const failingSince = ({ item }: DueItem) => failingSchema.safeParse(item).data?.failing_since;

/**
 * Puts off a timer whose work failed: by as long as it has been failing, from the next run to five minutes later. So what never
 * succeeds holds up nothing behind it. A timer that was moved or stopped meanwhile is left as it is.
 */
export async function backOff(table: Table, due: DueItem, now: Date): Promise<void> {
  const since = failingSince(due) ?? formatTimestamp(now);
  const failing = now.getTime() - Date.parse(since);
  const pause = Math.min(Math.max(failing, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  await updateIf(table, due, {
    UpdateExpression: 'SET #due = :later, #failing = :since',
    ConditionExpression: '#timer = :timer AND #due = :due',
    ExpressionAttributeNames: { '#timer': TIMER_INDEX, '#due': DUE_ATTRIBUTE, '#failing': FAILING_SINCE },
    ExpressionAttributeValues: {
      ':later': formatTimestamp(new Date(now.getTime() + pause)),
      ':since': since,
      ':timer': due.timer,
      ':due': due.due,
    },
  });
}

/** Forgets that the work of an item failed, once it has succeeded. */
export async function endBackOff(table: Table, due: DueItem): Promise<void> {
  if (failingSince(due) === undefined) return;
  await updateIf(table, due, {
    UpdateExpression: 'REMOVE #failing',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#failing': FAILING_SINCE },
  });
}
