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

test('a time that is over its goal is told, and fails nothing', () => {
  const measured = { ...exactly, import: { value: 1.56, note: 'slow' } };
  expect(verdicts(measured)).toEqual([
    expect.objectContaining({ figure: GOALS.import.figure, measured: '1.56', verdict: 'over', note: 'slow' }),
  ]);
  expect(judgeGoals(measured).faults).toEqual([]);
});

test.each(['list', 'acknowledge'] as const)(
  '%s beside its floor fails above its limit, and not before',
  (name) => {
    const faultsAt = (value: number) => judgeGoals({ ...exactly, [name]: { value } }).faults;
    expect(faultsAt(GOALS[name].limit)).toEqual([]);
    expect(faultsAt(GOALS[name].limit + 0.01)).toEqual([expect.stringContaining('the limit 1.2')]);
    expect(faultsAt(Number.NaN)).toHaveLength(1);
  },
);

test('some goals are judged without the others', () => {
  const { list } = exactly;
  expect(judgeGoals({ list }).rows).toHaveLength(1);
  expect(judgeGoals({ list: { value: 1.31 } }).faults).toHaveLength(1);
});

test('what was not measured is not met', () => {
  const measured = { ...exactly, bundle: { value: Number.NaN } };
  expect(judgeGoals(measured).faults).toHaveLength(1);
});

test('a figure is judged as it is shown', () => {
  expect(verdicts({ ...exactly, list: { value: 1.1049 } })).toEqual([]);
  expect(verdicts({ ...exactly, list: { value: 1.106 } })).toHaveLength(1);
});
