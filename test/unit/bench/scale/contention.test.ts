import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../bench/random.ts';
import { pollArrivals, randomArrivals } from '../../../../bench/scale/arrivals.ts';
import { retryPauses, simulateContention } from '../../../../bench/scale/contention.ts';
import { refusedShare } from '../../../../bench/scale/throttle.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('clients that poll', () => {
  test('poll once a period each, all within the spread', () => {
    const arrivals = pollArrivals(1_000, { period: 30, spread: 10 }, seededRandom('test'));
    expect(arrivals).toHaveLength(30);
    expect(sum(arrivals)).toBe(1_000);
    expect(sum(arrivals.slice(10))).toBe(0);
  });

  test('do the same in every run', () => {
    const run = () => pollArrivals(100, { period: 30, spread: 30 }, seededRandom('test'));
    expect(run()).toEqual(run());
  });
});

test('random arrivals are in order, and as many as their rate says', () => {
  const times = randomArrivals(50, 100, seededRandom('test'));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(100);
  expect(times.length / 100).toBeCloseTo(50, -1);
});

describe('a throttle', () => {
  test('refuses nothing up to its rate', () => {
    expect(refusedShare([10, 10, 10], { rate: 10, burst: 20 }, 5)).toBe(0);
  });

  test('lets a burst through once, and refuses what is beyond', () => {
    expect(refusedShare([30, 0], { rate: 10, burst: 20 }, 1)).toBeCloseTo(10 / 30);
  });

  test('fills up only with time', () => {
    // 20 pass in the first period; in the second the 20 that two seconds brought.
    expect(refusedShare([40, 0], { rate: 10, burst: 20 }, 2)).toBeCloseTo(40 / 80);
  });
});

describe('transactions on one item', () => {
  const options = { seconds: 60, transactionMilliseconds: 10, pauses: [20, 40] };

  test('all succeed at once where they hardly ever meet', () => {
    const rare = simulateContention(0.1, options, seededRandom('test'));
    expect(rare).toEqual({ failedShare: 0, p95Milliseconds: 10, attemptsEach: 1 });
  });

  test('cannot be more than one after the other', () => {
    const { failedShare } = simulateContention(1_000, { ...options, seconds: 5 }, seededRandom('test'));
    // A transaction of 10 ms leaves room for 100 a second.
    expect(1 - failedShare).toBeLessThanOrEqual(0.1 + 0.01);
  });

  test('are tried again: without that, more of them fail', () => {
    const once = simulateContention(20, { ...options, pauses: [] }, seededRandom('test'));
    const again = simulateContention(20, options, seededRandom('test'));
    expect(once.attemptsEach).toBe(1);
    expect(again.failedShare).toBeLessThan(once.failedShare / 2);
  });

  test('pause as the table’s own retries do', async () => {
    expect(await retryPauses()).toEqual([20, 40, 80, 160, 320]);
  });
});
