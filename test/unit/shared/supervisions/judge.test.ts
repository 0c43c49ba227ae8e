import { describe, expect, test } from 'vitest';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import { WEEKDAYS } from '../../../../shared/base/weekdays.ts';
import { type Expectation, isNeverDue, judge, type Ruling } from '../../../../shared/supervisions/judge.ts';

const MINUTE = 60_000;
const at = (text: string) => Date.parse(`${text}Z`);
const show = (instant: number) => new Date(instant).toISOString().slice(0, 16);

const expectation = (fields: Partial<Expectation> = {}): Expectation => ({
  kind: 'closing',
  windows: [{ weekdays: WEEKDAYS, from: '09:00', to: '22:00' }],
  exceptions: new Set(),
  clock: wallClockOf('UTC'),
  graceMs: 15 * MINUTE,
  everyMs: 0,
  ...fields,
});

interface Case {
  readonly judged?: string;
  readonly since?: string;
  readonly extendedUntil?: string;
  readonly isFulfilled?: boolean;
  readonly lastAt?: string;
  readonly now: string;
  readonly resumedAt?: string;
}

function rule(expected: Expectation, given: Case): string {
  const {
    judged = '2026-11-20T12:00',
    since = judged,
    extendedUntil,
    isFulfilled = false,
    lastAt,
    now,
    resumedAt,
  } = given;
  const ruling: Ruling = judge(
    expected,
    { judged: at(judged), since: at(since), ...(extendedUntil ? { extendedUntil: at(extendedUntil) } : {}) },
    { isFulfilled, ...(lastAt ? { lastAt: at(lastAt) } : {}) },
    { checkedAt: at(now), resumedAt: resumedAt ? at(resumedAt) : 0 },
  );
  return ruling.outcome === 'wait'
    ? `wait ${show(ruling.until)}`
    : `${ruling.outcome} ${show(ruling.judged)}, next ${show(ruling.next)}`;
}

describe('a closing', () => {
  test.each<[string, Case, string]>([
    ['before the deadline, it waits for it', { now: '2026-11-20T21:00' }, 'wait 2026-11-20T22:15'],
    [
      'at the deadline, a site that is not closed is late',
      { now: '2026-11-20T22:15' },
      'missed 2026-11-20T22:15, next 2026-11-21T22:15',
    ],
    [
      'at the deadline, a closed site holds',
      { now: '2026-11-20T22:15', isFulfilled: true },
      'held 2026-11-20T22:15, next 2026-11-21T22:15',
    ],
    [
      'a deadline that was judged is not judged again',
      { now: '2026-11-20T22:16', judged: '2026-11-20T22:15' },
      'wait 2026-11-21T22:15',
    ],
    [
      'after an outage over the deadline, it is judged after the grace',
      { now: '2026-11-20T23:10', resumedAt: '2026-11-20T23:00' },
      'wait 2026-11-20T23:15',
    ],
    [
      'after that grace, the window is not skipped',
      { now: '2026-11-20T23:15', resumedAt: '2026-11-20T23:00' },
      'missed 2026-11-20T22:15, next 2026-11-21T22:15',
    ],
    [
      'an outage that lasts until the next window says nothing about the last one',
      { now: '2026-11-21T10:00', resumedAt: '2026-11-21T09:30' },
      'passed 2026-11-20T22:15, next 2026-11-21T22:15',
    ],
    [
      'an extended deadline waits for the extension',
      { now: '2026-11-20T22:20', extendedUntil: '2026-11-20T22:45' },
      'wait 2026-11-20T22:45',
    ],
    [
      'at the end of the extension it is judged',
      { now: '2026-11-20T22:45', extendedUntil: '2026-11-20T22:45' },
      'missed 2026-11-20T22:45, next 2026-11-21T22:15',
    ],
    [
      'an extension after an alert judges the same closing again',
      { now: '2026-11-20T22:45', judged: '2026-11-20T22:15', extendedUntil: '2026-11-20T22:45' },
      'missed 2026-11-20T22:45, next 2026-11-21T22:15',
    ],
    [
      'an extension into the next window asks for no closing in it',
      { now: '2026-11-21T09:10', judged: '2026-11-20T22:15', extendedUntil: '2026-11-21T09:10' },
      'passed 2026-11-21T09:10, next 2026-11-21T22:15',
    ],
    [
      'a date that is removed from the calendar later asks for no closing on it, however open the shop is now',
      { now: '2026-11-22T12:00', since: '2026-11-22T12:00' },
      'wait 2026-11-22T22:15',
    ],
  ])('Of a closing: %s', (_, given, ruling) => {
    expect(rule(expectation(), given)).toBe(ruling);
  });

  test('A closing without a grace is judged five minutes after an outage, because panels repeat', () => {
    const expected = expectation({ graceMs: 0 });
    expect(rule(expected, { now: '2026-11-20T22:01', resumedAt: '2026-11-20T21:58' })).toBe(
      'wait 2026-11-20T22:03',
    );
  });

  test('Windows that touch are one, so that nobody needs to close between them', () => {
    const windows = [
      { weekdays: WEEKDAYS, from: '09:00', to: '13:00' },
      { weekdays: WEEKDAYS, from: '13:00', to: '18:00' },
    ];
    expect(rule(expectation({ windows }), { now: '2026-11-20T12:30' })).toBe('wait 2026-11-20T18:15');
  });

  test('On an excepted date no window begins', () => {
    const expected = expectation({ exceptions: new Set(['2026-11-20']) });
    expect(rule(expected, { now: '2026-11-20T12:00' })).toBe('wait 2026-11-21T22:15');
  });

  test('A site that is to be open without a pause has no deadline, and is looked at again later', () => {
    const windows = [{ weekdays: WEEKDAYS, from: '00:00', to: '00:00' }];
    expect(rule(expectation({ windows }), { now: '2026-11-20T12:00' })).toBe('wait 2026-12-20T12:00');
  });
});

describe('an opening', () => {
  const opening = expectation({ kind: 'opening' });

  test.each<[string, Case, string]>([
    ['it waits for the start and the grace', { now: '2026-11-20T12:00' }, 'wait 2026-11-21T09:15'],
    [
      'a site that is not open then is late',
      { now: '2026-11-21T09:15' },
      'missed 2026-11-21T09:15, next 2026-11-22T09:15',
    ],
    [
      'after an outage it is judged within its window',
      { now: '2026-11-21T12:15', resumedAt: '2026-11-21T12:00' },
      'missed 2026-11-21T09:15, next 2026-11-22T09:15',
    ],
    [
      'after the window it says nothing any more',
      { now: '2026-11-21T22:30', resumedAt: '2026-11-21T22:10' },
      'passed 2026-11-21T09:15, next 2026-11-22T09:15',
    ],
    [
      'extended past its window, it is judged all the same, or its alert would never come back',
      { now: '2026-11-21T22:30', judged: '2026-11-21T09:15', extendedUntil: '2026-11-21T22:30' },
      'missed 2026-11-21T22:30, next 2026-11-22T09:15',
    ],
  ])('Of an opening: %s', (_, given, ruling) => {
    expect(rule(opening, given)).toBe(ruling);
  });

  test('An opening whose grace is longer than its window is late at its deadline, and not silent for ever', () => {
    const windows = [{ weekdays: WEEKDAYS, from: '09:00', to: '09:08' }];
    const short = { ...opening, windows };
    expect(rule(short, { now: '2026-11-21T09:16' })).toBe('missed 2026-11-21T09:15, next 2026-11-22T09:15');
    expect(rule({ ...short, graceMs: 8 * MINUTE }, { now: '2026-11-21T09:08' })).toMatch(/^missed/);
  });
});

describe('an interval', () => {
  const weekly = expectation({
    kind: 'test',
    windows: [],
    everyMs: 7 * 24 * 60 * MINUTE,
    graceMs: 60 * MINUTE,
  });

  test.each<[string, Case, string]>([
    ['it waits for a whole interval at first', { now: '2026-11-20T12:00' }, 'wait 2026-11-27T13:00'],
    [
      'a test moves the deadline',
      { now: '2026-11-27T13:00', lastAt: '2026-11-25T03:00' },
      'wait 2026-12-02T04:00',
    ],
    [
      'without a test it is missed, and the next interval begins',
      { now: '2026-11-27T13:00' },
      'missed 2026-11-27T12:00, next 2026-12-04T13:00',
    ],
    [
      'after an outage a whole interval passes',
      { now: '2026-11-27T13:00', resumedAt: '2026-11-27T11:00' },
      'wait 2026-12-04T12:00',
    ],
  ])('Of tests: %s', (_, given, ruling) => {
    expect(rule(weekly, given)).toBe(ruling);
  });

  const nightly = expectation({
    kind: 'check_in',
    windows: [{ weekdays: WEEKDAYS, from: '22:00', to: '06:00' }],
    everyMs: 60 * MINUTE,
    graceMs: 5 * MINUTE,
  });

  test.each<[string, Case, string]>([
    ['nobody checks in before the window', { now: '2026-11-20T12:00' }, 'wait 2026-11-20T23:05'],
    [
      'each check-in begins an interval',
      { now: '2026-11-20T23:05', lastAt: '2026-11-20T22:40' },
      'wait 2026-11-20T23:45',
    ],
    [
      'a missed one is missed once',
      { now: '2026-11-20T23:05' },
      'missed 2026-11-20T23:00, next 2026-11-21T00:05',
    ],
    [
      'an interval that ends after the window is not asked for',
      { now: '2026-11-21T05:30', lastAt: '2026-11-21T05:20' },
      'wait 2026-11-21T23:05',
    ],
  ])('Of check-ins: %s', (_, given, ruling) => {
    expect(rule(nightly, given)).toBe(ruling);
  });

  test('A changed calendar neither raises for a round that nobody knew of, nor gives the guard more time', () => {
    // A date without windows is one with them from half past three on.
    const given = { judged: '2026-11-20T12:00', since: '2026-11-21T03:30' };
    expect(rule(nightly, { ...given, now: '2026-11-21T03:31' })).toBe('wait 2026-11-21T04:05');
    expect(rule(nightly, { ...given, now: '2026-11-21T03:31', lastAt: '2026-11-21T02:50' })).toBe(
      'wait 2026-11-21T03:55',
    );
  });

  test.each([7, 14, 17, 31])('Around the clock, nobody who checks in within %i days is missed', (days) => {
    const windows = [{ weekdays: WEEKDAYS, from: '00:00', to: '00:00' }];
    const rare = { ...nightly, windows, everyMs: days * 24 * 60 * MINUTE, graceMs: 0 };
    const judged = '2026-01-01T12:00';
    const now = (later: number) => show(at(judged) + later * 24 * 60 * MINUTE);
    expect(rule(rare, { judged, now: now(days - 1) })).toBe(`wait ${now(days)}`);
    expect(rule(rare, { judged, now: now(days) })).toMatch(/^missed/);
    expect(rule(rare, { judged, now: now(days + 40) })).toMatch(/^missed/);
  });

  test('Check-ins around the clock have deadlines, although their windows never end', () => {
    const always = { ...nightly, windows: [{ weekdays: WEEKDAYS, from: '00:00', to: '00:00' }] };
    expect(rule(always, { now: '2026-11-20T12:30' })).toBe('wait 2026-11-20T13:05');
  });
});

test('On the days when clocks change, a closing is due at the time that the clocks show', () => {
  const berlin = expectation({ clock: wallClockOf('Europe/Berlin'), graceMs: 0 });
  expect(rule(berlin, { judged: '2026-10-24T23:00', now: '2026-10-25T12:00' })).toBe('wait 2026-10-25T21:00');
  expect(rule(berlin, { judged: '2026-03-28T23:00', now: '2026-03-29T12:00' })).toBe('wait 2026-03-29T20:00');
});

const ALWAYS = [{ weekdays: WEEKDAYS, from: '00:00', to: '00:00' }];

test.each<[string, Partial<Expectation>, boolean]>([
  ['a closing', {}, false],
  ['a closing of a site that is never to be closed', { windows: ALWAYS }, true],
  [
    'a closing whose grace lasts until the next window',
    { windows: [{ weekdays: WEEKDAYS, from: '00:00', to: '23:00' }], graceMs: 60 * MINUTE },
    true,
  ],
  ['an opening with a long grace', { kind: 'opening', graceMs: 840 * MINUTE }, false],
  ['a check-in within a window that is too short', { kind: 'check_in', everyMs: 840 * MINUTE }, true],
  ['a check-in within a window that is just long enough', { kind: 'check_in', everyMs: 780 * MINUTE }, false],
  ['an opening outside windows that have no outside', { kind: 'out_of_hours', windows: ALWAYS }, true],
  ['an opening out of hours', { kind: 'out_of_hours' }, false],
  ['a test', { kind: 'test', windows: [], everyMs: 60 * MINUTE }, false],
])('A supervision that can raise nothing is known before it is saved: %s', (_, fields, isNever) => {
  expect(isNeverDue(expectation(fields), at('2026-11-20T12:00'))).toBe(isNever);
});
