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

test('Each counted figure over its goal fails the benchmarks, with its value and goal', () => {
  const counted = Object.entries(GOALS).filter(([, { kind }]) => kind === 'counted');
  expect(counted.length).toBeGreaterThan(0);
  for (const [name, { figure, most }] of counted) {
    const { faults } = judgeGoals({ ...exactly, [name]: { value: most + 1 } });
    expect(faults).toEqual([expect.stringContaining(`${figure}: `)]);
    expect(faults).toEqual([expect.stringContaining(`the goal is ${most}`)]);
  }
});

test('A measured time over its goal is shown but does not fail the benchmarks', () => {
  const measured = { ...exactly, import: { value: 1.56, note: 'slow' } };
  expect(verdicts(measured)).toEqual([
    expect.objectContaining({ figure: GOALS.import.figure, measured: '1.56', verdict: 'over', note: 'slow' }),
  ]);
  expect(judgeGoals(measured).faults).toEqual([]);
});

test.each(['list', 'acknowledge'] as const)(
  'The benchmark of %s fails only if its ratio to the floor is above the limit',
  (name) => {
    const faultsAt = (value: number) => judgeGoals({ ...exactly, [name]: { value } }).faults;
    expect(faultsAt(GOALS[name].limit)).toEqual([]);
    expect(faultsAt(GOALS[name].limit + 0.01)).toEqual([expect.stringContaining('the limit 1.2')]);
    expect(faultsAt(Number.NaN)).toHaveLength(1);
  },
);

test('A subset of the goals of the benchmarks can be judged by itself', () => {
  const { list } = exactly;
  expect(judgeGoals({ list }).rows).toHaveLength(1);
  expect(judgeGoals({ list: { value: 1.31 } }).faults).toHaveLength(1);
});

test('A figure of the benchmarks that was not measured does not meet its goal', () => {
  const measured = { ...exactly, bundle: { value: Number.NaN } };
  expect(judgeGoals(measured).faults).toHaveLength(1);
});

test('A measured figure is judged as it is printed', () => {
  expect(verdicts({ ...exactly, list: { value: 1.1549 } })).toEqual([]);
  expect(verdicts({ ...exactly, list: { value: 1.156 } })).toHaveLength(1);
});
