import { expect, test } from 'vitest';
import { RequestBudget } from '../../../../../lib/client/watch/request-budget.ts';

const DAY = 24 * 60 * 60_000;

test('A budget of requests lets 60 through at once, and then each after its interval', () => {
  const budget = new RequestBudget(1_500, () => 0);
  const waits = Array.from({ length: 63 }, () => budget.take());
  expect(waits.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 0));
  expect(waits.slice(60)).toEqual([1, 2, 3].map((it) => it * budget.intervalMs));
});

test('However often it is asked, a budget lets no more requests through in any day than its bound', () => {
  let now = 0;
  const budget = new RequestBudget(1_500, () => now);
  const sent: number[] = [];
  while (now < 3 * DAY) {
    now += budget.take();
    sent.push(now);
    // A long quiet time in between earns no second burst beyond the first.
    if (sent.length === 700) now += 6 * 60 * 60_000;
  }
  const mostInADay = Math.max(
    ...sent.map((start) => sent.filter((at) => at >= start && at < start + DAY).length),
  );
  expect(mostInADay).toBeLessThanOrEqual(1_500);
  expect(mostInADay).toBeGreaterThan(1_400);
});

test('A clock that is set back earns no request', () => {
  let now = DAY;
  const budget = new RequestBudget(1_500, () => now);
  for (let taken = 0; taken < 60; taken++) budget.take();
  now = 0;
  expect(budget.take()).toBe(budget.intervalMs);
});
