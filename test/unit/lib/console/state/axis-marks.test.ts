import { expect, test } from 'vitest';
import { axisMarks } from '../../../../../lib/console/state/axis-marks.ts';

test.each([
  [1, [1, 0]],
  [2, [2, 1, 0]],
  [3, [5, 0]],
  [7, [10, 5, 0]],
  [11, [20, 10, 0]],
  [50, [50, 25, 0]],
  [1_840, [2_000, 1_000, 0]],
])('The axis of a chart with at most %i alerts has the round numbers %j', (most, marks) => {
  expect(axisMarks(most)).toEqual(marks);
});
