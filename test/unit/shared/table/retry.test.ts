import { expect, test } from 'vitest';
import { pauseWithJitter, retry, withJitter } from '../../../../shared/table/retry.ts';

const attempt = async (failures: number, isWorthRetrying = () => true) => {
  const pauses: number[] = [];
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs <= failures) throw new Error(`failure ${runs}`);
    return `run ${runs}`;
  };
  const outcome = await retry(run, isWorthRetrying, async (milliseconds) => pauses.push(milliseconds)).catch(
    ({ message }: Error) => message,
  );
  return { outcome, runs, pauses };
};

test('A function that succeeds is not retried', async () => {
  expect(await attempt(0)).toEqual({ outcome: 'run 1', runs: 1, pauses: [] });
});

test('A function is tried six times with doubling pauses, and its last error is thrown', async () => {
  const pauses = [20, 40, 80, 160, 320];
  expect(await attempt(5)).toEqual({ outcome: 'run 6', runs: 6, pauses });
  expect(await attempt(6)).toEqual({ outcome: 'failure 6', runs: 6, pauses });
});

test('A permanent error is not retried', async () => {
  expect(await attempt(1, () => false)).toEqual({ outcome: 'failure 1', runs: 1, pauses: [] });
});

test('A pause takes between half and all of its time', () => {
  expect([0, 0.5, 1].map((random) => withJitter(100, random))).toEqual([50, 75, 100]);
});

test('A pause waits', async () => {
  const start = performance.now();
  await pauseWithJitter(20);
  expect(performance.now() - start).toBeGreaterThan(9); // timers may be a millisecond early
});
