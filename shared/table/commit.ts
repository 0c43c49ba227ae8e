import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError, type ErrorCode } from '../base/errors.ts';
import type { ItemKey } from './keys.ts';
import { getItem } from './reads.ts';
import { isOutcomeUnknown, retry } from './retry.ts';
import type { Table } from './table.ts';
import { type TransactItem, transactWrite } from './transaction.ts';

/** One write of a change, and what it means if its condition fails. */
export interface GuardedWrite {
  readonly write: TransactItem;
  /**
   * `stale`: the facts behind the change are out of date. `own`: the item contains this very write, of which this is a
   * repetition. Otherwise it is the error of the response.
   */
  readonly refused: 'stale' | 'own' | ErrorCode | ApiError;
  /** Whether the item proves that the write has happened, for a write whose reply was lost. */
  readonly hasHappened?: (item: Record<string, unknown> | undefined) => boolean;
}

/**
 * Commits all writes or none. A single write needs no transaction, which would cost twice as much. Throws the error of the
 * first refused write. A write that an earlier attempt of the SDK has made counts as written, because only its reply was
 * lost.
 */
export async function commit(table: Table, writes: readonly GuardedWrite[]): Promise<'written' | 'stale'> {
  if (writes.length === 0) return 'written';
  const refused = await write(table, writes).catch(async (error: unknown) => {
    if (isOutcomeUnknown(error) && (await hasHappened(table, writes))) return undefined;
    throw error;
  });
  const meanings = refused?.map((place) => writes[place]?.refused) ?? [];
  if (meanings.length === 0 || meanings.includes('own')) return 'written';
  if (meanings.includes('stale')) return 'stale';
  const error = meanings.find((meaning) => meaning !== 'stale' && meaning !== 'own');
  throw error instanceof ApiError ? error : new ApiError(error ?? 'internal_error');
}

/** Returns the positions of the refused writes, or `undefined` if all were written. */
function write(table: Table, writes: readonly GuardedWrite[]): Promise<readonly number[] | undefined> {
  const items = writes.map((guarded) => guarded.write);
  const [only, ...others] = items;
  // A deleted item does not show who deleted it: only a transaction recognizes its repetition.
  const isSingle = only && others.length === 0 && !only.Delete?.ConditionExpression;
  return isSingle ? writeSingle(table, only) : transactWrite(table, items);
}

/**
 * Writes without a transaction. If a transaction on the same item is running, the write conflicts with it, just as a second
 * transaction would.
 */
async function writeSingle(table: Table, item: TransactItem): Promise<[0] | undefined> {
  const isConflict = (error: unknown) => error instanceof TransactionConflictException;
  try {
    await retry(() => send(table, item), isConflict, table.pause);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return [0];
    throw error;
  }
}

function send(table: Table, { Put, Update, Delete }: TransactItem): Promise<unknown> {
  if (Put) return table.client.send(new PutCommand(Put));
  if (Update) return table.client.send(new UpdateCommand(Update));
  if (Delete) return table.client.send(new DeleteCommand(Delete));
  throw new Error('A condition without a write');
}

/**
 * Whether writes whose reply was lost have happened. They are written all or none, so the first one that can prove it
 * decides. If its item cannot be read, they count as not written.
 */
async function hasHappened(table: Table, writes: readonly GuardedWrite[]): Promise<boolean> {
  for (const guarded of writes) {
    if (!guarded.hasHappened) continue;
    return getItem(table, keyOfWrite(guarded)).then(guarded.hasHappened, () => false);
  }
  return false;
}

/** The key of the item of a write. */
export function keyOfWrite({ write: { Put, Update, Delete, ConditionCheck } }: GuardedWrite): ItemKey {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return { pk: String(key['pk']), sk: String(key['sk']) };
}
