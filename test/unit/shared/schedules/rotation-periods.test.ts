import { expect, test } from 'vitest';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import type { Rotation } from '../../../../shared/schedules/rotation.ts';
import { rotationPeriods } from '../../../../shared/schedules/rotation-periods.ts';

const HOUR_MS = 3_600_000;
const DAILY: Rotation = {
  user_ids: ['A', 'B', 'C'],
  starts_on: '2026-11-02',
  handoff_time: '08:00',
  every: 'day',
  length: 1,
  weekdays: null,
  from: null,
  to: null,
};

interface Range {
  readonly timeZone?: string;
  readonly since: string;
  readonly until: string;
}

const periods = (fields: Partial<Rotation>, { timeZone = 'Europe/Berlin', since, until }: Range) =>
  rotationPeriods({ ...DAILY, ...fields }, wallClockOf(timeZone), {
    since: Date.parse(since),
    until: Date.parse(until),
  });

/** `A 2026-11-02T07:00Z – 2026-11-03T07:00Z` */
const shown = (fields: Partial<Rotation>, range: Range) =>
  periods(fields, range).map(({ userId, since, until }) => `${userId} ${text(since)} – ${text(until)}`);
const text = (instant: number) => new Date(instant).toISOString().replace(':00.000', '');

/** What GoAlert expects of its own rotations: the cases of days and weeks in schedule/rotation/rotation_test.go. */
test.each<[Rotation['every'], number, string, string, number]>([
  ['week', 1, '2017-06-10', '2017-06-17', 24 * 7],
  ['week', 2, '2017-06-10', '2017-06-24', 24 * 14],
  ['week', 1, '2017-03-10', '2017-03-17', 24 * 7 - 1],
  ['week', 1, '2017-11-04', '2017-11-11', 24 * 7 + 1],
  ['day', 1, '2017-06-10', '2017-06-11', 24],
  ['day', 2, '2017-06-10', '2017-06-12', 48],
  ['day', 1, '2017-03-11', '2017-03-12', 23],
  ['day', 1, '2017-11-04', '2017-11-05', 25],
])(
  'As in GoAlert, a turn with the unit %s and the length %i from 8:00 on %s in Chicago ends at 8:00 on %s, after %i hours',
  (every, length, starts_on, ends_on, hours) => {
    const range = { timeZone: 'America/Chicago', since: '2017-01-01T00:00Z', until: '2018-01-01T00:00Z' };
    const [first] = periods({ starts_on, every, length }, range);
    const [next] = periods({ starts_on: ends_on, every, length }, range);
    expect(first?.until).toBe(next?.since);
    expect(((first?.until ?? 0) - (first?.since ?? 0)) / HOUR_MS).toBe(hours);
  },
);

test('The turns of a rotation follow each other in the order of its people, and then begin again', () => {
  expect(shown({}, { since: '2026-11-01T00:00Z', until: '2026-11-06T00:00Z' })).toEqual([
    'A 2026-11-02T07:00Z – 2026-11-03T07:00Z',
    'B 2026-11-03T07:00Z – 2026-11-04T07:00Z',
    'C 2026-11-04T07:00Z – 2026-11-05T07:00Z',
    'A 2026-11-05T07:00Z – 2026-11-06T00:00Z',
  ]);
});

test('The turns of a rotation that began long ago are found without computing all earlier turns', () => {
  const range = { since: '2999-01-01T06:00Z', until: '2999-01-01T08:00Z' };
  expect(shown({}, range)).toEqual([
    'B 2999-01-01T06:00Z – 2999-01-01T07:00Z',
    'C 2999-01-01T07:00Z – 2999-01-01T08:00Z',
  ]);
});

test('A rotation has nobody on call before its first handoff', () => {
  expect(shown({}, { since: '2026-10-01T00:00Z', until: '2026-11-02T07:00Z' })).toEqual([]);
});

test('The handoff of a rotation keeps its wall-clock time when summer time begins and ends', () => {
  expect(
    shown({ starts_on: '2026-03-28' }, { since: '2026-03-28T00:00Z', until: '2026-03-30T00:00Z' }),
  ).toEqual(['A 2026-03-28T07:00Z – 2026-03-29T06:00Z', 'B 2026-03-29T06:00Z – 2026-03-30T00:00Z']);
  expect(
    shown({ starts_on: '2026-10-24' }, { since: '2026-10-24T00:00Z', until: '2026-10-26T00:00Z' }),
  ).toEqual(['A 2026-10-24T06:00Z – 2026-10-25T07:00Z', 'B 2026-10-25T07:00Z – 2026-10-26T00:00Z']);
});

test('A rotation that is restricted to 22:00 to 06:00 continues past midnight, and counts for the weekday on which it begins', () => {
  const night = { weekdays: ['sunday'], from: '22:00', to: '06:00' } as const;
  const range = { since: '2026-11-02T00:00Z', until: '2026-11-16T00:00Z' };
  expect(shown({ ...night, weekdays: [...night.weekdays], user_ids: ['A'] }, range)).toEqual([
    'A 2026-11-08T21:00Z – 2026-11-09T05:00Z',
    'A 2026-11-15T21:00Z – 2026-11-16T00:00Z',
  ]);
});

test('A handoff within the daily hours of a rotation divides these hours between two people', () => {
  const range = { since: '2026-11-03T00:00Z', until: '2026-11-03T23:00Z' };
  expect(shown({ from: '06:00', to: '18:00' }, range)).toEqual([
    'A 2026-11-03T05:00Z – 2026-11-03T07:00Z',
    'B 2026-11-03T07:00Z – 2026-11-03T17:00Z',
  ]);
});

test('A rotation with weekdays but without times covers whole days from midnight to midnight', () => {
  const range = { since: '2026-11-06T00:00Z', until: '2026-11-10T00:00Z' };
  expect(shown({ weekdays: ['saturday', 'sunday'], user_ids: ['A'] }, range)).toEqual([
    'A 2026-11-06T23:00Z – 2026-11-07T23:00Z',
    'A 2026-11-07T23:00Z – 2026-11-08T07:00Z',
    'A 2026-11-08T07:00Z – 2026-11-08T23:00Z',
  ]);
});

test.each<[string, Partial<Rotation>, string[]]>([
  ['only a start', { from: '18:00' }, ['A 2026-11-03T17:00Z – 2026-11-03T23:00Z']],
  ['only an end', { to: '06:00' }, ['A 2026-11-02T23:00Z – 2026-11-03T05:00Z']],
  [
    'the same start and end',
    { from: '12:00', to: '12:00' },
    ['A 2026-11-02T23:00Z – 2026-11-03T11:00Z', 'A 2026-11-03T11:00Z – 2026-11-03T23:00Z'],
  ],
])(
  'If the daily hours of a rotation have %s, a missing end is midnight, and equal times mean the whole day',
  (_, times, expected) => {
    const range = { since: '2026-11-02T23:00Z', until: '2026-11-03T23:00Z' };
    expect(shown({ ...times, every: 'week', user_ids: ['A'] }, range)).toEqual(expected);
  },
);

const WEEK: Rotation['weekdays'] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

test('Over 22 weeks, seven people who take daily turns from Monday to Friday have the same days on duty, give or take one', () => {
  const user_ids = [...'ABCDEFG'];
  const range = { since: '2026-11-02T07:00Z', until: '2027-04-05T06:00Z' };
  const days = (it: string) =>
    periods({ user_ids, weekdays: WEEK }, range)
      .filter(({ userId }) => userId === it)
      .reduce((sum, { since, until }) => sum + (until - since) / HOUR_MS, 0) / 24;
  // 22 weeks, one hour of which is lost to the summer.
  expect(user_ids.map((it) => Math.round(days(it)))).toEqual([16, 16, 16, 16, 16, 15, 15]);
});

test.each<[string, Partial<Rotation>, string[]]>([
  [
    'two days from Monday to Friday',
    { length: 2, weekdays: WEEK, from: '09:00', to: '17:00' },
    ['A 02', 'A 03', 'B 04', 'B 05', 'C 06', 'C 09', 'A 10', 'A 11', 'B 12', 'B 13'],
  ],
  [
    'a day at weekends, from a Wednesday on',
    { starts_on: '2026-11-04', weekdays: ['sunday', 'saturday'], from: '09:00', to: '17:00' },
    ['A 07', 'B 08', 'C 14', 'A 15'],
  ],
  [
    'a day from Monday to Friday, at night',
    { weekdays: WEEK, from: '22:00', to: '06:00' },
    ['A 02', 'B 03', 'C 04', 'A 05', 'B 06', 'C 09', 'A 10', 'B 11', 'C 12', 'A 13'],
  ],
  [
    'a week from Monday to Friday',
    { every: 'week', weekdays: WEEK, from: '09:00', to: '17:00' },
    ['A 02', 'A 03', 'A 04', 'A 05', 'A 06', 'B 09', 'B 10', 'B 11', 'B 12', 'B 13'],
  ],
])('A turn of %s counts only the days on duty', (_, fields, expected) => {
  const found = periods(fields, { since: '2026-11-02T00:00Z', until: '2026-11-16T00:00Z' });
  expect(found.map(({ userId, since }) => `${userId} ${text(since).slice(8, 10)}`)).toEqual(expected);
});

test('If a rotation starts on a day off, its first person keeps the turn until after the first day on duty', () => {
  const range = { since: '2026-11-06T00:00Z', until: '2026-11-10T08:00Z' };
  expect(shown({ starts_on: '2026-11-07', weekdays: WEEK }, range)).toEqual([
    'A 2026-11-08T23:00Z – 2026-11-09T23:00Z',
    'A 2026-11-09T23:00Z – 2026-11-10T07:00Z',
    'B 2026-11-10T07:00Z – 2026-11-10T08:00Z',
  ]);
});

test('Daily hours of a rotation that lie within the hour skipped for summer time give nobody a shift', () => {
  const range = { since: '2026-03-28T23:00Z', until: '2026-03-29T22:00Z' };
  const fields = { starts_on: '2026-03-02', user_ids: ['A'], from: '02:10', to: '02:50' };
  expect(shown(fields, range)).toEqual([]);
});
