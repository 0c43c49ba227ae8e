import { expect, test } from 'vitest';
import { GOALS, type GoalName, judgeGoals, type Measured } from '../../../../bench/goals/goal-list.ts';

const exactly = Object.fromEntries(
  Object.entries(GOALS).map(([name, { most }]) => [name, { value: most }]),
) as Record<GoalName, Measured>;

const verdicts = (measured: Record<GoalName, Measured>) =>
  judgeGoals(measured).rows.filter(({ verdict }) => verdict !== 'met');

test('A benchmark result that equals its goal passes', () => {
  expect(verdicts(exactly)).toEqual([]);
  expect(judgeGoals(exactly).faults).toEqual([]);
});

test('A count over its goal, such as of round trips, fails the benchmarks with an error that shows the goal', () => {
  const counted = Object.entries(GOALS).filter(([, { kind }]) => kind === 'counted');
  expect(counted.length).toBeGreaterThan(0);
  for (const [name, { figure, most }] of counted) {
    const { faults } = judgeGoals({ ...exactly, [name]: { value: most + 1 } });
    expect(faults).toEqual([expect.stringContaining(`${figure}: `)]);
    expect(faults).toEqual([expect.stringContaining(`the goal is ${most}`)]);
  }
});

test('The benchmarks show a measured time over its goal, but do not fail because of that time', () => {
  const measured = { ...exactly, import: { value: 1.56, note: 'slow' } };
  expect(verdicts(measured)).toEqual([
    expect.objectContaining({ figure: GOALS.import.figure, measured: '1.56', verdict: 'over', note: 'slow' }),
  ]);
  expect(judgeGoals(measured).faults).toEqual([]);
});

test.each(['list', 'acknowledge'] as const)(
  'The benchmark of %s fails only if the ratio of Guard to the hand-written function is above the limit',
  (name) => {
    const faultsAt = (value: number) => judgeGoals({ ...exactly, [name]: { value } }).faults;
    expect(faultsAt(GOALS[name].limit)).toEqual([]);
    expect(faultsAt(GOALS[name].limit + 0.01)).toEqual([expect.stringContaining('the limit 1.2')]);
    expect(faultsAt(Number.NaN)).toHaveLength(1);
  },
);

test('The benchmarks can judge a subset of their goals', () => {
  const { list } = exactly;
  expect(judgeGoals({ list }).rows).toHaveLength(1);
  expect(judgeGoals({ list: { value: 1.31 } }).faults).toHaveLength(1);
});

test('A benchmark goal is not met if its figure was not measured', () => {
  const measured = { ...exactly, bundle: { value: Number.NaN } };
  expect(judgeGoals(measured).faults).toHaveLength(1);
});

test('The benchmarks round a measured figure as printed before they compare the figure with its goal', () => {
  expect(verdicts({ ...exactly, list: { value: 1.1549 } })).toEqual([]);
  expect(verdicts({ ...exactly, list: { value: 1.156 } })).toHaveLength(1);
});
