import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToBin, binOf, type Histogram, percentile } from '../../../../shared/statistics/tally.ts';

/** Durations from a millisecond to four months, each order of magnitude as often. */
const milliseconds = fc
  .double({ min: 0, max: 10, noNaN: true })
  .map((exponent) => Math.round(10 ** exponent));

function histogramOf(values: readonly number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const value of values) addToBin(histogram, binOf(value), 1);
  return histogram;
}

test('A percentile differs from the exact one, by nearest rank, by at most 5 %', () => {
  fc.assert(
    fc.property(
      fc.array(milliseconds, { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percent) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
        const found = percentile(histogramOf(values), percent) ?? 0;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.05 * exact);
      },
    ),
  );
});

test('Without durations there is no percentile', () => {
  expect(percentile(new Map(), 50)).toBeNull();
});

test('A duration of zero is in the first bin, and counts as a millisecond', () => {
  expect(binOf(0)).toBe(0);
  expect(percentile(histogramOf([0]), 99)).toBe(1);
});

test('A year of response times needs fewer than 300 bins', () => {
  expect(binOf(365 * 86_400_000)).toBeLessThan(300);
});
