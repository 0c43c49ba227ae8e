import { justAfter, justBefore, lowestIdAt } from '../ids.ts';
import type { Direction } from './cursor.ts';

/** The ids from `from` (inclusive) to `before` (exclusive); each bound is optional. */
export interface IdRange {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A range with an inclusive upper bound, for DynamoDB's BETWEEN. */
export interface IdSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The ids created from `since` and before `until`, timestamps of the API. Ids sort by the millisecond of their creation. */
export function idsCreated(since: string | undefined, until: string | undefined): IdRange {
  return {
    ...(since === undefined ? {} : { from: lowestIdAt(new Date(since)) }),
    ...(until === undefined ? {} : { before: lowestIdAt(new Date(until)) }),
  };
}

/** The part of a range beyond an id, in a direction; `undefined` if it is empty. */
export function spanBeyond(
  { from, before }: IdRange,
  direction: Direction,
  beyond: string | undefined,
): IdSpan | undefined {
  const after = beyond !== undefined && direction === 'prev' ? justAfter(beyond) : undefined;
  const end = beyond !== undefined && direction === 'next' ? beyond : undefined;
  const start = [from, after]
    .filter((it) => it !== undefined)
    .sort()
    .at(-1);
  const limit = [before, end]
    .filter((it) => it !== undefined)
    .sort()
    .at(0);
  if (start !== undefined && limit !== undefined && start >= limit) return undefined;
  return {
    ...(start === undefined ? {} : { from: start }),
    ...(limit === undefined ? {} : { to: justBefore(limit) }),
  };
}
