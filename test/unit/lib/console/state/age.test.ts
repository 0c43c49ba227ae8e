import { expect, test } from 'vitest';
import { ageText, durationText } from '../../../../../lib/console/state/age.ts';

const SINCE = '2026-11-20T12:00:00.000+00:00';
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [-HOUR, 'now'],
  [0, 'now'],
  [10 * SECOND - 1, 'now'],
  [10 * SECOND, '10 s'],
  [MINUTE - 1, '59 s'],
  [MINUTE, '1 min'],
  [HOUR - 1, '59 min'],
  [HOUR, '1 h'],
  [HOUR + MINUTE, '1 h 1 min'],
  [DAY - 1, '23 h 59 min'],
  [DAY, '1 d'],
  [3 * DAY + 5 * HOUR + 59 * MINUTE, '3 d 5 h'],
])('The console writes an age of %d ms as %s', (age, text) => {
  expect(ageText(SINCE, Date.parse(SINCE) + age)).toBe(text);
});

test('Where space is short, the console writes an age in one unit', () => {
  const age = 3 * DAY + 5 * HOUR;
  expect(ageText(SINCE, Date.parse(SINCE) + age, 1)).toBe('3 d');
  expect(ageText(SINCE, Date.parse(SINCE) + HOUR + MINUTE, 1)).toBe('1 h');
});

test.each([
  [30, '30 s'],
  [60, '1 min'],
  [90, '90 s'],
  [300, '5 min'],
  [86_400, '24 h'],
])('The console writes an interval of %d seconds as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
