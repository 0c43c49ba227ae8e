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

test.each([
  ['300', 5],
  ['30', 1],
  ['3600', 60],
  ['86400', 60],
  ['9'.repeat(400), 60],
  ['Sun, 22 Nov 2026 12:10:00 GMT', 10],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 1],
  ['Sunday, 22-Nov-26 12:20:00 GMT', 20],
  ['soon', 1],
  ['-5', 1],
  ['', 1],
  ['2026-11-22', 1],
])(
  'After the first attempt and Retry-After: %s, the next one follows in %s minutes',
  (retryAfter, minutes) => {
    expect(minutesUntil(nextAttemptAt(1, NOW, 0, retryAfter))).toBe(minutes);
  },
);

test('A Retry-After neither shortens a scheduled pause nor adds an attempt, and its own pause is lengthened at random', () => {
  expect(minutesUntil(nextAttemptAt(6, NOW, 0, '3600'))).toBe(600);
  expect(nextAttemptAt(10, NOW, 0, '60')).toBeUndefined();
  expect(minutesUntil(nextAttemptAt(1, NOW, 1, '600'))).toBe(11);
});

test('The first attempt of a delivery to a failing webhook is made after a minute', () => {
  expect(minutesUntil(firstAttemptAt(NOW, 0))).toBe(1);
});
