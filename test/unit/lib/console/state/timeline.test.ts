import { expect, test } from 'vitest';
import {
  coveredMs,
  placeIn,
  STRETCHES,
  stretchUntil,
  ticksOf,
  within,
} from '../../../../../lib/console/state/timeline.ts';

const at = (time: string) => Date.parse(time);
const ticks = (until: string, length: number, zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return ticksOf(stretchUntil(at(until), length), zone).map(
    (it) => `${format.format(it.at)}${it.isDay ? ' day' : ''}`,
  );
};

test('The axis of a day has the hours that the clocks of the site show', () => {
  expect(ticks('2026-11-20T12:30:00Z', STRETCHES.day, 'Asia/Kolkata')).toEqual([
    '19, 20:00',
    '20, 00:00 day',
    '20, 04:00',
    '20, 08:00',
    '20, 12:00',
    '20, 16:00',
  ]);
});

test('On a day of 23 hours the axis keeps each hour at its instant, and on one of 25 hours it has no hour twice', () => {
  const spring = ticksOf(stretchUntil(at('2026-03-29T12:00:00Z'), STRETCHES.day), 'Europe/Lisbon');
  expect(spring.map((it) => new Date(it.at).toISOString().slice(5, 16))).toEqual([
    '03-28T12:00',
    '03-28T16:00',
    '03-28T20:00',
    '03-29T00:00',
    '03-29T03:00',
    '03-29T07:00',
    '03-29T11:00',
  ]);
  const autumn = ticksOf(stretchUntil(at('2026-10-25T12:00:00Z'), STRETCHES.day), 'Europe/Lisbon');
  expect(autumn.map((it) => new Date(it.at).toISOString().slice(5, 16))).toEqual([
    '10-24T15:00',
    '10-24T19:00',
    '10-24T23:00',
    '10-25T04:00',
    '10-25T08:00',
    '10-25T12:00',
  ]);
});

test('A day begins where its clocks begin it, also where midnight is skipped or comes twice', () => {
  // Beirut skips the hour after midnight in spring, Havana shows it twice in autumn.
  const days = (until: string, zone: string) =>
    ticksOf(stretchUntil(at(until), STRETCHES.week), zone).map((it) =>
      new Date(it.at).toISOString().slice(5, 16),
    );
  expect(days('2026-03-30T12:00:00Z', 'Asia/Beirut')).toContain('03-28T22:00');
  expect(days('2025-11-03T12:00:00Z', 'America/Havana').filter((it) => it.startsWith('11-02'))).toEqual([
    '11-02T04:00',
  ]);
});

test('The axis of a week has its days, and that of a month at most eight of its days', () => {
  expect(ticks('2026-11-20T12:00:00Z', STRETCHES.week, 'UTC')).toHaveLength(7);
  const month = ticks('2026-11-20T12:00:00Z', STRETCHES.month, 'UTC');
  expect(month.length).toBeLessThanOrEqual(8);
  expect(month.every((it) => it.endsWith('day'))).toBe(true);
});

const HOUR = { from: 0, until: 3_600_000 };

test('What began before the time that is shown begins at its edge, and what lasts ends at the other edge', () => {
  expect(within(HOUR, -5, 1_800_000)).toEqual({ from: 0, until: 1_800_000 });
  expect(within(HOUR, 1_800_000, undefined)).toEqual({ from: 1_800_000, until: 3_600_000 });
  expect(within(HOUR, -10, -5)).toBeUndefined();
  expect(within(HOUR, 4_000_000, undefined)).toBeUndefined();
  expect([placeIn(HOUR, 1_800_000), placeIn(HOUR, -1), placeIn(HOUR, 9e9)]).toEqual([50, 0, 100]);
});

test('Silences that overlap count once', () => {
  expect(
    coveredMs([
      { from: 50, until: 60 },
      { from: 0, until: 10 },
      { from: 5, until: 20 },
      { from: 6, until: 7 },
    ]),
  ).toBe(30);
  expect(coveredMs([])).toBe(0);
});
