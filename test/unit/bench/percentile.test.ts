import { expect, test } from 'vitest';
import { percentile, spreadOf } from '../../../bench/percentile.ts';

test('A percentile of measured values is one of these values, and the given share of values does not exceed it', () => {
  const sorted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(percentile(sorted, 0.5)).toBe(5);
  expect(percentile(sorted, 0.95)).toBe(10);
  expect(percentile(sorted, 1)).toBe(10);
  expect(percentile(sorted, 0)).toBe(1);
});

test('The spread of measured values depends neither on the order of the values nor on one outlier', () => {
  expect(spreadOf([4, 1, 1_000, 2, 3])).toEqual({ median: 3, lower: 2, upper: 4 });
});
