import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RecordedActor } from '../actor.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import type { ItemKey } from '../table/keys.ts';
import { retry } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { isOutcomeUnknown } from '../table/transient-errors.ts';
import { timerAttributes } from '../timers/timer.ts';
import { type OpenAlert, readOpenAlert } from './dedup-key.ts';

/** One more report of an open alert. */
export interface Occurrence {
  readonly key: ItemKey;
  /** The claim as it was read. */
  readonly open: OpenAlert;
  /** When it happened, a timestamp of the API. */
  readonly at: string;
  readonly by: RecordedActor;
  readonly now: Date;
}

/**
 * So long after the first report that the alert does not tell of yet, it is told of (carry-occurrences.ts); timers run every
 * minute. The timer is set once for all reports until then.
 */
const CARRIED_AFTER_MS = 30_000;

/**
 * By a mark a report knows itself where its answer was lost. The marks of the last 10 to 20 seconds are kept, in three sets
 * that take turns: far longer than the client repeats a call.
 */
interface Mark {
  readonly set: string;
  /** The set whose turn is next, which is emptied. */
  readonly oldestSet: string;
  readonly mark: string;
}

const MARK_SETS = 3;
const MARK_SET_MILLISECONDS = 10_000;
/** Enough that no two reports of a turn have the same. */
const MARK_LENGTH = 8;

/**
 * Counts a report once, and tells what it comes to then; `undefined` where the claim is not that alert's any more. A plain
 * addition, of one write unit: many reports of one trouble do not wait for each other.
 */
export async function countOccurrence(table: Table, occurrence: Occurrence): Promise<OpenAlert | undefined> {
  const mark = newMark(table, occurrence.now);
  let isLast = occurrence.at > occurrence.open.lastAt;
  while (true) {
    try {
      return await send(table, occurrence, isLast, mark);
    } catch (error) {
      const isRefused = error instanceof ConditionalCheckFailedException;
      if (!isRefused && !isOutcomeUnknown(error)) throw error;
      const item = await getItem(table, occurrence.key);
      const found = item && readOpenAlert(item);
      const marks = item?.[mark.set];
      if (marks instanceof Set && marks.has(mark.mark)) return found;
      if (!isRefused) throw error;
      if (found?.alertId !== occurrence.open.alertId) return undefined;
      isLast = occurrence.at > found.lastAt;
    }
  }
}

/** The same as a part of a transaction, which knows its own repetition. */
export function occurrenceWrite(table: Table, occurrence: Occurrence): GuardedWrite {
  const isLast = occurrence.at > occurrence.open.lastAt;
  return { write: { Update: occurrenceUpdate(table, occurrence, isLast, undefined) }, refused: 'stale' };
}

async function send(
  table: Table,
  occurrence: Occurrence,
  isLast: boolean,
  mark: Mark,
): Promise<OpenAlert | undefined> {
  const update = { ...occurrenceUpdate(table, occurrence, isLast, mark), ReturnValues: 'ALL_NEW' as const };
  const isConflict = (error: unknown) => error instanceof TransactionConflictException;
  const { Attributes = {} } = await retry(
    () => table.client.send(new UpdateCommand(update)),
    isConflict,
    table.pause,
  );
  return readOpenAlert(Attributes);
}

function newMark(table: Table, now: Date): Mark {
  const turn = Math.floor(now.getTime() / MARK_SET_MILLISECONDS);
  return {
    set: `marks_${turn % MARK_SETS}`,
    oldestSet: `marks_${(turn + 1) % MARK_SETS}`,
    mark: table.newWriteId().slice(0, MARK_LENGTH),
  };
}

/** What happened before the last occurrence does not move the time of that back. */
function occurrenceUpdate(
  table: Table,
  { key, open, at, by, now }: Occurrence,
  isLast: boolean,
  mark: Mark | undefined,
) {
  const { timer, due } = timerAttributes(
    'occurrences',
    open.alertId,
    new Date(now.getTime() + CARRIED_AFTER_MS),
  );
  return {
    TableName: table.name,
    Key: { ...key },
    UpdateExpression: [
      `SET #last_by = :by, #timer = if_not_exists(#timer, :timer), #due = if_not_exists(#due, :due)${isLast ? ', #last_at = :at' : ''}`,
      `ADD #count :one${mark ? ', #marks :marks REMOVE #oldest_marks' : ''}`,
    ].join(' '),
    ConditionExpression: [
      '#alert_id = :alert_id',
      isLast ? '#last_at < :at' : '#last_at >= :at',
      ...(mark ? ['NOT contains(#marks, :mark)'] : []),
    ].join(' AND '),
    ExpressionAttributeNames: {
      '#alert_id': 'alert_id',
      '#count': 'count',
      '#last_at': 'last_at',
      '#last_by': 'last_by',
      '#timer': TIMER_INDEX,
      '#due': DUE_ATTRIBUTE,
      ...(mark ? { '#marks': mark.set, '#oldest_marks': mark.oldestSet } : {}),
    },
    ExpressionAttributeValues: {
      ':alert_id': open.alertId,
      ':one': 1,
      ':at': at,
      ':by': by,
      ':timer': timer,
      ':due': due,
      ...(mark ? { ':marks': new Set([mark.mark]), ':mark': mark.mark } : {}),
    },
  };
}
