import { ApiError } from '../errors.ts';
import { commit, type GuardedWrite } from './commit.ts';
import type { Table } from './table.ts';
import { includesWrite, type Version } from './version.ts';

/** A change that was decided on: what to write, and what to answer once it is written. */
export interface Decision<R> {
  readonly writes: readonly GuardedWrite[];
  readonly result: R;
}

const ATTEMPTS = 20;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 640;

/**
 * Decides on what was read and writes the decision, all of it or nothing. When something it was decided on has
 * changed meanwhile, waits a little, reads again and decides anew: no change is lost, and of racing changes each is
 * decided on the outcome of the one before. Where what changed it was the decision itself, whose answer was lost, that
 * decision holds. `writeId` is the same for every attempt, and goes into what is written.
 */
export async function decideAndWrite<T extends { readonly version: Version }, R>(
  table: Table,
  loaded: T | undefined,
  reload: () => Promise<T | undefined>,
  decide: (current: T, writeId: string) => Decision<R> | Promise<Decision<R>>,
): Promise<R> {
  const writeId = table.newWriteId();
  let current = loaded;
  let before: { readonly result: R } | undefined;
  return untilSettled(table, async () => {
    if (before) current = await reload();
    if (before && current && includesWrite(current.version, writeId)) return before;
    if (current === undefined) throw new ApiError('not_found');
    const { writes, result } = await decide(current, writeId);
    before = { result };
    return (await commit(table, writes)) === 'written' ? before : undefined;
  });
}

/** Attempts something until it has a result, with growing pauses: 20 times, and then `changed_too_often` is thrown. */
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
