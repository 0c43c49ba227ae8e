import { expect, test } from 'vitest';
import { axisEnd } from '../../../../../lib/console/parts/chart.tsx';

test.each([
  [1, 1],
  [2, 2],
  [3, 5],
  [7, 10],
  [11, 20],
  [50, 50],
  [51, 100],
  [1_840, 2_000],
])('The axis of a chart with at most %i alerts ends at %i', (most, end) => {
  expect(axisEnd(most)).toBe(end);
});
