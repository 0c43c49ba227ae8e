import { expect, test } from 'vitest';
import { firstAttemptAt, nextAttemptAt } from '../../../../shared/webhooks/retry-schedule.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const minutesUntil = (date: Date | undefined) =>
  date && Math.round((date.getTime() - NOW.getTime()) / 6_000) / 10;

test('The attempts of a webhook delivery follow after 1, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, and then end', () => {
  const pauses = [1, 5, 30, 120, 300, 600, 840, 1_200, 1_440];
  const attempts = [...pauses, 0].map((_, place) => place + 1);
  expect(attempts.map((it) => minutesUntil(nextAttemptAt(it, NOW, 0)))).toEqual([...pauses, undefined]);
  expect(attempts.map((it) => minutesUntil(nextAttemptAt(it, NOW, 1)))).toEqual([
    ...pauses.map((it) => Math.round(it * 11) / 10),
    undefined,
  ]);
});

test('The first attempt of a delivery to a failing webhook is made after a minute', () => {
  expect(minutesUntil(firstAttemptAt(NOW, 0))).toBe(1);
});
