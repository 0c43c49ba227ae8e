import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError, type ErrorCode } from '../errors.ts';
import { type Pause, retry } from './retry.ts';
import type { Table } from './table.ts';
import { type TransactItem, transactWrite } from './transaction.ts';

/** One write of a change, and what it means when its condition does not hold. */
export interface GuardedWrite {
  readonly write: TransactItem;
  /** `stale`: what the change was decided on is no longer so; otherwise the error to answer. */
  readonly refused: 'stale' | ErrorCode | ApiError;
}

/** A change that was decided on: what to write, and what to answer once it is written. */
export interface Decision<R> {
  readonly writes: readonly GuardedWrite[];
  readonly result: R;
}

const ATTEMPTS = 20;

/**
 * Decides on what was read and writes the decision, all of it or nothing. When something it was decided on has
 * changed meanwhile, reads again and decides anew: no change is lost, and of racing changes each is decided on the
 * outcome of the one before.
 */
export async function decideAndWrite<T, R>(
  table: Table,
  loaded: T | undefined,
  reload: () => Promise<T | undefined>,
  decide: (current: T) => Decision<R> | Promise<Decision<R>>,
): Promise<R> {
  let current: T | undefined = loaded;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (current === undefined) throw new ApiError('not_found');
    const { writes, result } = await decide(current);
    if ((await commit(table, writes)) === 'written') return result;
    current = await reload();
  }
  throw new ApiError('changed_too_often');
}

/** Writes all or nothing; a single write costs half of a transaction. Throws the error of the first refused write. */
export async function commit(
  table: Table,
  writes: readonly GuardedWrite[],
  pause?: Pause,
): Promise<'written' | 'stale'> {
  const [only, ...others] = writes;
  if (!only) return 'written';
  const refused =
    others.length === 0
      ? await writeSingle(table, only.write, pause)
      : await transactWrite(
          table,
          writes.map(({ write }) => write),
          pause,
        );
  if (!refused) return 'written';
  const meanings = refused.map((place) => writes[place]?.refused);
  if (meanings.includes('stale')) return 'stale';
  const error = meanings.find((meaning) => meaning !== undefined && meaning !== 'stale');
  throw error instanceof ApiError ? error : new ApiError(error ?? 'internal_error');
}

/** A write of its own conflicts with a transaction on the same item as another transaction would. */
async function writeSingle(table: Table, item: TransactItem, pause?: Pause): Promise<[0] | undefined> {
  const isConflict = (error: unknown) => error instanceof TransactionConflictException;
  try {
    await retry(() => send(table, item), isConflict, pause);
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
