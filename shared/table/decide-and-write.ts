import { ApiError } from '../base/errors.ts';
import { commit, type GuardedWrite } from './commit.ts';
import type { Table } from './table.ts';
import { isConflict } from './transaction.ts';
import { includesWrite, type Version } from './version.ts';

/** The writes of a decision, and its result once they are written. */
export interface Decision<R> {
  readonly writes: readonly GuardedWrite[];
  readonly result: R;
}

const ATTEMPTS = 20;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 640;

/**
 * Decides on an item that was read and writes the decision, all or nothing. If the item has changed meanwhile, pauses,
 * reads again and decides again, so that no concurrent change is lost. If the item was changed by an earlier attempt of this
 * decision after a lost reply, returns the result of that attempt. `writeId` is the same for every attempt and is part of
 * the writes.
 */
export async function decideAndWrite<T extends { readonly version: Version }, R>(
  table: Table,
  loaded: T | undefined,
  reload: () => Promise<T | undefined>,
  decide: (current: T, writeId: string) => Decision<R> | Promise<Decision<R>>,
): Promise<R> {
  const writeId = table.newWriteId();
  const despiteConflict = bearConflicts();
  let current = loaded;
  let before: { readonly result: R } | undefined;
  return untilSettled(table, async () => {
    if (before) current = await reload();
    if (before && current && includesWrite(current.version, writeId)) return before;
    if (current === undefined) throw new ApiError('not_found');
    const { writes, result } = await decide(current, writeId);
    before = { result };
    return (await despiteConflict(commit(table, writes))) === 'written' ? before : undefined;
  });
}

/**
 * Commits writes that do not depend on the items that they change, such as creations. Many at the same time conflict at their
 * common parent, so it tries again.
 */
export function commitDespiteConflicts(
  table: Table,
  writes: readonly GuardedWrite[],
): Promise<'written' | 'stale'> {
  const despiteConflict = bearConflicts();
  return untilSettled(table, async () => {
    const result = await despiteConflict(commit(table, writes));
    return result && { result };
  });
}

/** How many conflicts it survives. Before each, the transaction was tried six times. */
const MOST_CONFLICTS = 10;

/**
 * Returns a function that resolves a write to `undefined` if it conflicted with another transaction and so wrote nothing: the
 * caller then tries again. It throws a conflict that persists.
 */
function bearConflicts() {
  let conflicts = 0;
  return <R>(writing: Promise<R>): Promise<R | undefined> =>
    writing.catch((error: unknown) => {
      conflicts += 1;
      if (conflicts > MOST_CONFLICTS || !isConflict(error)) throw error;
      return undefined;
    });
}

/** Repeats an attempt until it has a result, with growing pauses. Throws `changed_too_often` after 20 attempts. */
export async function untilSettled<R>(
  table: Table,
  attempt: () => Promise<{ readonly result: R } | undefined>,
): Promise<R> {
  for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
    if (attempts > 0) await table.pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS));
    const settled = await attempt();
    if (settled) return settled.result;
  }
  throw new ApiError('changed_too_often');
}
