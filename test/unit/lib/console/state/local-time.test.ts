import { expect, test } from 'vitest';
import { LocalTimes, startOfDay } from '../../../../../lib/console/state/local-time.ts';

const WINTER = new Date('2026-11-23T14:03:12.421Z');
const NIGHT = new Date('2026-11-23T23:30:00Z');
const madrid = new LocalTimes('en-GB', 'Europe/Madrid');

test.each([
  [WINTER, 'Europe/Lisbon', '23 Nov 2026, 14:03:12 Lisbon (UTC+0), 15:03 here'],
  [WINTER, 'America/Argentina/Buenos_Aires', '23 Nov 2026, 11:03:12 Buenos Aires (UTC-3), 15:03 here'],
  [WINTER, 'Asia/Kolkata', '23 Nov 2026, 19:33:12 Kolkata (UTC+5:30), 15:03 here'],
  [new Date('2026-07-01T14:03:12Z'), 'Europe/Lisbon', '1 Jul 2026, 15:03:12 Lisbon (UTC+1), 16:03 here'],
  [NIGHT, 'Europe/Lisbon', '23 Nov 2026, 23:30:00 Lisbon (UTC+0), 24 Nov 2026, 00:30 here'],
  [WINTER, 'UTC', '23 Nov 2026, 14:03:12 UTC, 15:03 here'],
  [WINTER, 'Europe/Paris', '23 Nov 2026, 15:03:12'],
  [WINTER, undefined, '23 Nov 2026, 15:03:12'],
  [WINTER, 'Mars/Olympus_Mons', '23 Nov 2026, 15:03:12'],
])('In a browser in Madrid, the console writes the time %s at a site in %s as %s', (at, zone, text) => {
  expect(madrid.atSite(at, zone)).toBe(text);
});

test('A day in the console begins at midnight in the browser’s time zone, even after a daylight saving change', () => {
  expect(startOfDay('2026-11-24')).toBe(new Date(2026, 10, 24).toISOString());
  expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString());
});

test('The console shows the local time at a site if this time or its day differs from the browser’s', () => {
  expect(madrid.clockAtSite(WINTER, 'Europe/Lisbon')).toBe('14:03 Lisbon (UTC+0)');
  expect(madrid.clockAtSite(WINTER, 'Europe/Paris')).toBeUndefined();
  expect(madrid.clockAtSite(WINTER, undefined)).toBeUndefined();
  const kiritimati = new LocalTimes('en-GB', 'Pacific/Kiritimati');
  expect(kiritimati.clockAtSite(WINTER, 'Pacific/Honolulu')).toBe('04:03 Honolulu (UTC-10)');
});

test.each([
  ['de-DE', '23.11.2026, 15:03:12', '15:03:12'],
  ['en-US', 'Nov 23, 2026, 3:03:12 PM', '3:03:12 PM'],
])('The console writes dates and times in the user’s language %s', (locale, full, ofDay) => {
  const times = new LocalTimes(locale, 'Europe/Madrid');
  expect(times.full(WINTER).replaceAll('\u202f', ' ')).toBe(full);
  expect(times.ofDay(WINTER).replaceAll('\u202f', ' ')).toBe(ofDay);
});

test('The console shows when somebody took an alert by the hour, with the date if it was another day', () => {
  expect(madrid.shortly(WINTER, new Date('2026-11-23T22:00:00Z'))).toBe('15:03');
  expect(madrid.shortly(WINTER, NIGHT)).toBe('23 Nov 2026, 15:03');
});
