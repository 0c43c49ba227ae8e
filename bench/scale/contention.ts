import { retry } from '../../shared/table/retry.ts';
import type { Random } from '../random.ts';
import { fractionOf, randomArrivals } from './arrivals.ts';

/** What became of transactions that all write one item. */
export interface Contention {
  readonly failedShare: number;
  /** Of those that were written, from the first attempt on; 95 of 100 took no longer. */
  readonly p95Milliseconds: number;
  readonly attemptsEach: number;
}

interface Attempt {
  readonly at: number;
  readonly startedAt: number;
  readonly number: number;
}

/** The pauses of shared/table/retry.ts, before the jitter: as long as they come, one attempt follows another. */
export async function retryPauses(): Promise<number[]> {
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => pauses.push(milliseconds);
  await retry(
    () => Promise.reject(new Error('A conflict')),
    () => true,
    pause,
  ).catch(() => {});
  return pauses;
}

/**
 * Transactions on one item that arrive at random. While one is under way, another is cancelled (AWS, "Amazon DynamoDB
 * Transactions: How it works", "Transaction conflict handling") and tried again after the pauses that Guard takes, each
 * between half and all of it.
 */
export function simulateContention(
  perSecond: number,
  options: {
    readonly seconds: number;
    readonly transactionMilliseconds: number;
    readonly pauses: readonly number[];
  },
  random: Random,
): Contention {
  const { seconds, transactionMilliseconds, pauses } = options;
  const waiting: Attempt[] = randomArrivals(perSecond, seconds, random).map((second) => {
    return { at: second * 1_000, startedAt: second * 1_000, number: 0 };
  });
  const all = waiting.length;
  const durations: number[] = [];
  let attempts = 0;
  let busyUntil = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    attempts += 1;
    const pause = pauses[next.number];
    if (next.at >= busyUntil) {
      busyUntil = next.at + transactionMilliseconds;
      durations.push(busyUntil - next.startedAt);
    } else if (pause !== undefined) {
      const at = next.at + transactionMilliseconds + pause * (0.5 + fractionOf(random) / 2);
      insert(waiting, { ...next, at, number: next.number + 1 });
    }
  }
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    failedShare: 1 - durations.length / all,
    p95Milliseconds: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
    attemptsEach: attempts / all,
  };
}

function insert(waiting: Attempt[], attempt: Attempt): void {
  const place = waiting.findIndex(({ at }) => at > attempt.at);
  waiting.splice(place === -1 ? waiting.length : place, 0, attempt);
}
