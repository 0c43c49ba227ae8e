import { expect, test } from 'vitest';
import { addRounds, compare, meanOf, takeTurns } from '../../../bench/turns.ts';

const spent = (processorMs: number, wallMs = processorMs) => ({ processorMs, wallMs });

test('A round of the benchmark measures each program twice, the second time in the opposite order', async () => {
  const turns: string[] = [];
  await takeTurns(['guard', 'floor', 'other'], async (name) => turns.push(name));
  expect(turns).toEqual(['guard', 'floor', 'other', 'other', 'floor', 'guard']);
});

test('If the machine becomes steadily slower, the benchmark favours none of the compared programs', async () => {
  let slowness = 0;
  const { guard, floor, other } = await takeTurns(['guard', 'floor', 'other'], async () => spent(slowness++));
  expect([guard, floor, other].map(meanOf)).toEqual([spent(2.5), spent(2.5), spent(2.5)]);
});

test('If a request needs two invocations, the benchmark adds the times of both in each round', () => {
  expect(addRounds([spent(1, 2), spent(5)], [spent(3, 4), spent(6)])).toEqual([spent(4, 6), spent(11)]);
});

test('The benchmark computes the ratio of two programs within each round, so that a slow round counts no more than another', () => {
  const guard = [spent(2), spent(200), spent(2)];
  const floor = [spent(1), spent(100), spent(2)];
  expect(compare(guard, floor)).toEqual({
    rounds: 3,
    ratio: { median: 2, lower: 1, upper: 2 },
    guard: spent(2),
    floor: spent(2),
  });
});
