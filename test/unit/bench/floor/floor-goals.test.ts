import { expect, test } from 'vitest';
import { GOAL, LIMIT, ratiosAbove } from '../../../../bench/floor/floor-goals.ts';
import type { JudgedRequest } from '../../../../bench/floor/measure-floor.ts';

const REQUESTS = ['list', 'acknowledge'] as const;

/** Figures that meet the goal exactly, except those given. */
const figures = (ratios: Partial<Record<JudgedRequest, number>> = {}) =>
  REQUESTS.map((judged) => {
    const median = ratios[judged] ?? GOAL;
    return { judged, silent: { ratio: { median, lower: median, upper: median } } };
  });

test('A benchmark result that equals its goal passes', () => {
  expect(ratiosAbove(GOAL, figures())).toEqual([]);
});

test.each(REQUESTS)(
  'The benchmark of %s fails only if the ratio of Guard to the hand-written function is above the limit',
  (name) => {
    const faultsAt = (value: number) => ratiosAbove(LIMIT, figures({ [name]: value }));
    expect(faultsAt(LIMIT)).toEqual([]);
    expect(faultsAt(LIMIT + 0.01)).toEqual([expect.stringContaining('the limit 1.2')]);
    expect(faultsAt(Number.NaN)).toHaveLength(1);
  },
);

test('The benchmarks show a ratio over its goal with the goal', () => {
  expect(ratiosAbove(GOAL, figures({ list: 1.2 }))).toEqual([
    expect.stringMatching(/^authorizer \+ list .*: 1\.20, the goal is 1\.15/),
  ]);
});

test('A benchmark goal is not met if its figure was not measured', () => {
  expect(ratiosAbove(LIMIT, [])).toHaveLength(2);
});

test('The benchmarks round a measured figure as printed before they compare the figure with its goal', () => {
  expect(ratiosAbove(GOAL, figures({ list: 1.1549 }))).toEqual([]);
  expect(ratiosAbove(GOAL, figures({ list: 1.156 }))).toHaveLength(1);
});
