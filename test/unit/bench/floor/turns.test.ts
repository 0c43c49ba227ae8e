import { expect, test } from 'vitest';
import { addSpent, compare, runRound } from '../../../../bench/floor/turns.ts';

const spent = (processorMs: number, wallMs = processorMs) => ({ processorMs, wallMs });

test('a round gives every contestant two turns, the second in the opposite order', async () => {
  const turns: string[] = [];
  await runRound(['guard', 'floor', 'other'], async (name) => {
    turns.push(name);
    return spent(1);
  });
  expect(turns).toEqual(['guard', 'floor', 'other', 'other', 'floor', 'guard']);
});

test('a machine that grows slower from turn to turn favours nobody', async () => {
  let slowness = 0;
  const round = await runRound(['guard', 'floor', 'other'], async () => spent(slowness++));
  expect(new Set(Object.values(round).map(({ processorMs }) => processorMs))).toEqual(new Set([2.5]));
});

test('a request of several invocations takes what they take together', () => {
  expect(addSpent(spent(1, 2), spent(3, 4))).toEqual(spent(4, 6));
});

test('ratios are taken within each round, so that a slow round counts no more than another', () => {
  const guard = [spent(2), spent(200), spent(2)];
  const floor = [spent(1), spent(100), spent(2)];
  const { ratio, processorMs, floorProcessorMs } = compare(guard, floor);
  expect(ratio).toEqual({ median: 2, lower: 1, upper: 2 });
  expect({ processorMs, floorProcessorMs }).toEqual({ processorMs: 2, floorProcessorMs: 2 });
});
