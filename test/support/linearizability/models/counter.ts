import type { Model } from '../check.ts';

export interface CounterInput {
  readonly do: 'request';
}

export interface CounterAnswer {
  readonly status: number;
  /** The number that remains, according to the answer. */
  readonly remaining: number;
}

/**
 * A limit of requests in one minute: exactly that number pass, and no response reports more remaining requests than
 * there are. It may report fewer, because a repeated read sees what others have counted since.
 */
export function counterModel(limit: number): Model<number, CounterInput, CounterAnswer> {
  return {
    initial: 0,
    isRead: () => false,
    step(count, _, { status, remaining }) {
      if (count >= limit) return status === 429 && remaining === 0 ? count : undefined;
      return status === 200 && remaining < limit - count ? count + 1 : undefined;
    },
    effect: (count) => Math.min(limit, count + 1),
  };
}
