import { expect, test } from 'vitest';
import { GOALS, type GoalName, judgeGoals, type Measured } from '../../../../bench/goals/goal-list.ts';

const exactly = Object.fromEntries(
  Object.entries(GOALS).map(([name, { most }]) => [name, { value: most }]),
) as Record<GoalName, Measured>;

const verdicts = (measured: Record<GoalName, Measured>) =>
  judgeGoals(measured).rows.filter(({ verdict }) => verdict !== 'met');

test('a figure that is exactly its goal meets it', () => {
  expect(verdicts(exactly)).toEqual([]);
  expect(judgeGoals(exactly).faults).toEqual([]);
});

test('each counted figure that is over fails, and says by what', () => {
  const counted = Object.entries(GOALS).filter(([, { kind }]) => kind === 'counted');
  expect(counted.length).toBeGreaterThan(0);
  for (const [name, { figure, most }] of counted) {
    const { faults } = judgeGoals({ ...exactly, [name]: { value: most + 1 } });
    expect(faults).toEqual([expect.stringContaining(`${figure}: `)]);
    expect(faults).toEqual([expect.stringContaining(`the goal is ${most}`)]);
  }
});

test('times that are over are told, and fail nothing', () => {
  const measured = { ...exactly, list: { value: 1.56, note: 'slow' } };
  expect(verdicts(measured)).toEqual([
    expect.objectContaining({ figure: GOALS.list.figure, measured: '1.56', verdict: 'over', note: 'slow' }),
  ]);
  expect(judgeGoals(measured).faults).toEqual([]);
});

test('what was not measured is not met', () => {
  const measured = { ...exactly, bundle: { value: Number.NaN } };
  expect(judgeGoals(measured).faults).toHaveLength(1);
});

test('a figure is judged as it is shown', () => {
  expect(verdicts({ ...exactly, list: { value: 1.1549 } })).toEqual([]);
  expect(verdicts({ ...exactly, list: { value: 1.156 } })).toHaveLength(1);
});
