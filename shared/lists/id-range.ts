import { justAfter, justBefore, lowestIdAt } from '../ids.ts';
import type { Direction } from './cursor.ts';

/** The ids from one on (inclusive), and before another (exclusive); without one of them there is no such bound. */
export interface IdRange {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A range whose upper bound is part of it, as DynamoDB's BETWEEN takes it. */
export interface IdSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The ids of what was created at a time or later, and before another: ids sort by the millisecond of their creation. Both are
 * timestamps of the API.
 */
export function idsCreated(since: string | undefined, until: string | undefined): IdRange {
  return {
    ...(since === undefined ? {} : { from: lowestIdAt(new Date(since)) }),
    ...(until === undefined ? {} : { before: lowestIdAt(new Date(until)) }),
  };
}

/** The part of a range that lies beyond an id, in a direction; `undefined` where nothing can. */
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
