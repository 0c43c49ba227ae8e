import { expect, test } from 'vitest';
import { percentile, spreadOf } from '../../../bench/percentile.ts';

test('A percentile is a measured value that this share does not exceed', () => {
  const sorted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(percentile(sorted, 0.5)).toBe(5);
  expect(percentile(sorted, 0.95)).toBe(10);
  expect(percentile(sorted, 1)).toBe(10);
  expect(percentile(sorted, 0)).toBe(1);
});

test('A spread does not depend on the order of values, and one outlier does not change it', () => {
  expect(spreadOf([4, 1, 1_000, 2, 3])).toEqual({ median: 3, lower: 2, upper: 4 });
});
