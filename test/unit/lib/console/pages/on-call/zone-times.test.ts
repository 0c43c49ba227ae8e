import { expect, test } from 'vitest';
import {
  clockIn,
  daysOfMonth,
  dayText,
  instantIn,
  momentIn,
  monthIn,
} from '../../../../../../lib/console/pages/on-call/zone-times.ts';
import { dateOfDay } from '../../../../../../shared/base/calendar-days.ts';

test('The schedule form reads a typed time in the time zone of the schedule, not of the browser', () => {
  expect(instantIn('Australia/Lord_Howe', '2026-12-24T08:00')).toBe('2026-12-23T21:00:00.000Z');
  expect(instantIn('Europe/Berlin', '2026-03-29T02:30')).toBe('2026-03-29T01:00:00.000Z');
});

test('The schedule page shows times with their day in the time zone of the schedule', () => {
  expect(momentIn('Asia/Tokyo', '2026-12-31T20:00:00.000Z')).toMatch(/Fri.*2027.*05:00/);
  expect(clockIn('Asia/Kolkata', Date.parse('2026-11-20T02:30Z'))).toContain('08:00');
});

test('The calendar of the schedule page begins with the current month in the schedule’s time zone', () => {
  expect(monthIn('Asia/Tokyo', Date.parse('2026-12-31T20:00Z'))).toEqual({ year: 2027, month: 0 });
  const { first, next } = daysOfMonth(2026, 14);
  expect([dateOfDay(first), dateOfDay(next), next - first]).toEqual(['2027-03-01', '2027-04-01', 31]);
  expect(dayText(first, { month: 'long' })).toBe('March');
});
