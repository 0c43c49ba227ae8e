import { expect, test } from 'vitest';
import {
  isExpired,
  isRefused,
  readWaiting,
  waitingText,
} from '../../../../../../lib/console/pages/check-in/waiting-check-in.ts';

const made = { siteId: 'site', userId: 'guard', key: 'key', madeAt: 1_000_000 };

test('A check-in that was not answered is found again after a reload, by the person who made it only', () => {
  expect(readWaiting(waitingText(made), 'guard')).toEqual(made);
  expect(readWaiting(waitingText(made), 'somebody else')).toBeUndefined();
});

test.each([null, '', 'site', 'site guard key soon'])('What is no check-in is ignored: %j', (text) => {
  expect(readWaiting(text, 'guard')).toBeUndefined();
});

test('A check-in is given up after ten minutes, and if the clock of the phone was moved', () => {
  expect(isExpired(made, made.madeAt + 600_000)).toBe(false);
  expect(isExpired(made, made.madeAt + 600_001)).toBe(true);
  expect(isExpired(made, made.madeAt - 600_001)).toBe(true);
});

test('A check-in that is in conflict or one of too many is sent again, and one that is refused is not', () => {
  expect([undefined, 408, 409, 429, 500, 503].map(isRefused)).not.toContain(true);
  expect([401, 403, 404, 422].map(isRefused)).not.toContain(false);
});
