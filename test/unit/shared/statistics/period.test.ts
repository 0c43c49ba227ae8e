import { expect, test } from 'vitest';
import {
  endOf,
  type Level,
  parentOf,
  periodAt,
  periodsBetween,
  startOf,
} from '../../../../shared/statistics/period.ts';

test.each([
  [
    'HOUR',
    '2026-02-28T23:59:59.999Z',
    '2026-02-28T23',
    '2026-02-28T23:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ],
  ['DAY', '2024-02-29T00:00:00.000Z', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['MONTH', '2026-12-31T23:00:00.000Z', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['DAY', '2026-03-29T01:30:00+02:00', '2026-03-28', '2026-03-28T00:00:00.000Z', '2026-03-29T00:00:00.000Z'],
] as const)('The period %s of the time %s is %s in UTC, from %s to %s', (level, time, name, start, end) => {
  const period = periodAt(level, new Date(time));
  expect(period).toEqual({ level, name });
  expect([startOf(period), endOf(period)].map((it) => it.toISOString())).toEqual([start, end]);
});

test('In statistics, an hour belongs to its day, a day to its month, and a month to no larger period', () => {
  const day = parentOf({ level: 'HOUR', name: '2026-11-25T13' });
  expect(day).toEqual({ level: 'DAY', name: '2026-11-25' });
  expect(day && parentOf(day)).toEqual({ level: 'MONTH', name: '2026-11' });
  expect(parentOf({ level: 'MONTH', name: '2026-11' })).toBeUndefined();
});

test('The periods of a span of time follow each other without a gap', () => {
  const names = (level: Level, since: string, until: string) =>
    periodsBetween(level, new Date(since), new Date(until)).map(({ name }) => name);
  expect(names('DAY', '2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
  expect(names('MONTH', '2026-11-30', '2027-01-02')).toEqual(['2026-11', '2026-12', '2027-01']);
});
