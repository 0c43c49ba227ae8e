import { expect, test } from 'vitest';
import { formatTimestamp, toEpochSeconds } from '../../../../shared/base/time.ts';

test('A timestamp of the API has milliseconds and a numeric offset', () => {
  expect(formatTimestamp(new Date(Date.UTC(2026, 10, 20, 12, 0, 30, 7)))).toBe(
    '2026-11-20T12:00:30.007+00:00',
  );
});

test('Converting a time to epoch seconds rounds it down', () => {
  expect(toEpochSeconds(new Date(1_999))).toBe(1);
  expect(toEpochSeconds(new Date(-1))).toBe(-1);
});
