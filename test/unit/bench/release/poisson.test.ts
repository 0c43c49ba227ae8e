import { describe, expect, test } from 'vitest';
import { poisson } from '../../../../bench/release/poisson.ts';

describe.each([0.03, 0.3, 3, 66.7, 30_000, 299_333])('the distribution of the mean %d', (mean) => {
  const { counts } = poisson(mean);
  const sumOf = (value: (count: number) => number) =>
    counts.reduce((sum, [count, probability]) => sum + value(count) * probability, 0);

  test('has the mean, and the mean as its variance', () => {
    expect(sumOf(() => 1)).toBeCloseTo(1, 12);
    expect(sumOf((count) => count) / mean).toBeCloseTo(1, 9);
    expect(sumOf((count) => (count - mean) ** 2) / mean).toBeCloseTo(1, 7);
  });
});

test('the probability of each count is that of the formula', () => {
  const probabilities = new Map(poisson(3).counts);
  for (const [count, factorial] of [
    [0, 1],
    [1, 1],
    [5, 120],
  ] as const) {
    expect(probabilities.get(count)).toBeCloseTo((Math.exp(-3) * 3 ** count) / factorial, 14);
  }
});

test('adds up the counts to one, from none to all', () => {
  const { atMost } = poisson(3);
  expect([-1, 0, 2, 1_000].map(atMost)).toEqual([
    0,
    expect.closeTo(Math.exp(-3), 14),
    expect.closeTo(8.5 * Math.exp(-3), 14),
    1,
  ]);
  expect(poisson(299_333).atMost(132_733)).toBe(0);
});
