import { expect, test } from 'vitest';
import { dayAfter, daysOfZone } from '../../../../shared/statistics/zone-days.ts';

const HOUR = 3_600_000;

test.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', 25],
  ['America/Sao_Paulo', '2026-11-20', '2026-11-20T03:00Z', 24],
  // The clocks skipped midnight, so the day began at 01:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', 23],
  // The clocks showed the hour before midnight twice.
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00Z', 25],
  // The clocks showed midnight twice.
  ['America/Havana', '2025-11-02', '2025-11-02T04:00Z', 25],
  ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30Z', 24],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', 24.5],
  // Samoa moved to the other side of the date line, and had no such day.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', 0],
])('In %s, %s begins at %s and has %f hours', (timeZone, day, start, hours) => {
  const zone = daysOfZone(timeZone);
  const [since, until] = [zone.startOf(day), zone.startOf(dayAfter(day, 1))];
  expect([new Date(since), (until - since) / HOUR]).toEqual([new Date(start), hours]);
  expect(zone.between(day, dayAfter(day, 1))).toEqual([{ day, since, until }]);
  if (hours > 0) expect([zone.at(since), zone.at(until - 1)]).toEqual([day, day]);
  expect([zone.at(since - 1), zone.at(until)]).not.toContain(day);
});
