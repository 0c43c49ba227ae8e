import { expect, test } from 'vitest';
import type { Samples } from '../../../../support/cloudwatch/metric.ts';
import { statisticOf } from '../../../../support/cloudwatch/statistic.ts';

test.each([
  ['Sum', 1_310],
  ['SampleCount', 101],
  ['Average', 1_310 / 101],
  ['Maximum', 310],
  ['Minimum', 10],
  ['p50', 10],
  ['p99', 10],
  ['p99.9', 310],
  ['TC(300:)', 1],
  ['TC(310:)', 0],
  ['TC(1:)', 101],
])('The statistic %s of a hundred times 10 and once 310 is %d', (statistic, value) => {
  const samples: Samples = [
    [310, 1],
    [10, 100],
  ];
  expect(statisticOf(statistic, samples)).toBe(value);
  expect(statisticOf(statistic, [[5, 0]])).toBeUndefined();
});

test('An unknown statistic is an error', () => {
  expect(() => statisticOf('tm90', [[1, 1]])).toThrow('tm90');
});
