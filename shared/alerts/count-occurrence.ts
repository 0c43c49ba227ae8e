import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RecordedActor } from '../actor.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { allOf, attribute, expression, expressionInput } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import type { ItemKey } from '../table/keys.ts';
import { retry } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { isOutcomeUnknown } from '../table/transient-errors.ts';
import { updateItem } from '../table/writes.ts';
import { timerAttributes } from '../timers/timer.ts';
import { type OpenAlert, readOpenAlert } from './dedup-key.ts';
import type { Warning } from './warning.ts';

export interface Occurrence {
  readonly key: ItemKey;
  readonly open: OpenAlert;
  /** The time at which it happened: a timestamp of the API. */
  readonly at: string;
  readonly by: RecordedActor;
  readonly now: Date;
  /** A text that the next history entry of occurrences keeps. */
  readonly text?: string | undefined;
  readonly warnings?: readonly Warning[] | undefined;
}

/** The delay between the first uncarried occurrence and carry-occurrences.ts, which is due once for all until then. */
const CARRIED_AFTER_MS = 30_000;

/**
 * Identifies a report, so that its repetition after a lost reply is recognized. Three sets take turns and keep the marks of
 * the last 10 to 20 seconds: far longer than the client repeats a call.
 */
interface Mark {
  readonly set: string;
  /** The next set, which is emptied. */
  readonly oldestSet: string;
  readonly mark: string;
}

const MARK_SETS = 3;
const MARK_SET_MILLISECONDS = 10_000;
/** A mark of this length is unique within a turn. */
const MARK_LENGTH = 8;

/**
 * Counts a report once and returns the updated claim; `undefined` if the claim no longer belongs to the alert. A plain
 * addition of one write unit, so parallel reports do not wait for each other.
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

/** The write that counts an occurrence within a transaction, which recognizes its own repetition. */
export function occurrenceWrite(table: Table, occurrence: Occurrence): GuardedWrite {
  const isLast = occurrence.at > occurrence.open.lastAt;
  return updateItem(table, occurrence.key, occurrenceUpdate(occurrence, isLast, undefined), 'stale');
}

async function send(
  table: Table,
  occurrence: Occurrence,
  isLast: boolean,
  mark: Mark,
): Promise<OpenAlert | undefined> {
  const update = {
    TableName: table.name,
    Key: { ...occurrence.key },
    ...expressionInput(occurrenceUpdate(occurrence, isLast, mark)),
    ReturnValues: 'ALL_NEW' as const,
  };
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

/** An occurrence that happened before the last one does not change `last_at`. */
function occurrenceUpdate(
  { open, at, by, now, text, warnings }: Occurrence,
  isLast: boolean,
  mark: Mark | undefined,
) {
  const said = text === undefined ? expression`` : expression`, #texts ${new Set([text])}`;
  const dueAt = new Date(now.getTime() + CARRIED_AFTER_MS);
  const { timer, due } = timerAttributes('occurrences', open.alertId, dueAt);
  const lastAt = isLast ? expression`, #last_at = ${at}` : expression``;
  const warned = warnings ? expression`, #warnings = ${warnings}` : expression``;
  const marks = mark && attribute(mark.set);
  const marked = mark
    ? expression`, ${marks} ${new Set([mark.mark])} REMOVE ${attribute(mark.oldestSet)}`
    : expression``;
  return {
    update: expression`SET #last_by = ${by}, #timer = if_not_exists(#timer, ${timer}), #due = if_not_exists(#due, ${due})${lastAt}${warned} ADD #count ${1}${said}${marked}`,
    condition: allOf(
      expression`#alert_id = ${open.alertId}`,
      isLast ? expression`#last_at < ${at}` : expression`#last_at >= ${at}`,
      mark && expression`NOT contains(${marks}, ${mark.mark})`,
    ),
  };
}
