import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wallClockOf } from '../../shared/base/wall-clock.ts';
import { WEEKDAYS } from '../../shared/base/weekdays.ts';
import { type Expectation, judge } from '../../shared/supervisions/judge.ts';
import { isWithin, type Window } from '../../shared/supervisions/windows.ts';
import { repetitions } from '../support/repetitions.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Ten zones, and days on which their clocks change in both directions, by an hour or by half of one; two never change. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'Europe/Lisbon': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'America/Santiago': ['2026-04-05', '2026-09-06'],
  'America/Havana': ['2026-03-08', '2026-11-01'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Pacific/Auckland': ['2026-04-05', '2026-09-27'],
  'Africa/Casablanca': ['2026-02-15', '2026-03-22'],
  'Asia/Kolkata': ['2026-03-29'],
  'America/Sao_Paulo': ['2026-11-01'],
};

/** The offsets of the time zones as Python's zoneinfo reads them from tzdata of PyPI, written by test/time-zones. */
const RULES = new Map(
  readFileSync('test/unit/shared/base/expected-offsets.txt', 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', entries = ''] = line.split('|');
      const changes = entries.split(',').map((entry) => {
        const [at = '', minutes = ''] = entry.split(' ');
        return { at: Date.parse(at), offset: Number(minutes) * MINUTE };
      });
      return names.split(',').map((name) => [name, changes] as const);
    }),
);

function localTime(zone: string, instant: number): number {
  const change = RULES.get(zone)?.findLast(({ at }) => at <= instant);
  if (!change) throw new Error(`No rules for ${zone}`);
  return instant + change.offset;
}

/** The first minute at which the clocks of a zone show a time or a later one. Nothing but the clocks is looked at. */
function firstMinuteAt(zone: string, local: number): number {
  for (let instant = local - 15 * 60 * MINUTE; ; instant += MINUTE) {
    if (localTime(zone, instant) >= local) return instant;
  }
}

const time = fc
  .tuple(fc.oneof(fc.constantFrom(0, 1, 2, 3, 23), fc.nat(23)), fc.constantFrom(0, 10, 30, 59))
  .map(([hour, minute]) => hour * 60 + minute);
const written = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((it) => String(it).padStart(2, '0')).join(':');

/** Longer than the hour that the clocks skip. */
const window: fc.Arbitrary<Window> = fc
  .tuple(fc.subarray([...WEEKDAYS], { minLength: 1 }), time, fc.integer({ min: 90, max: 1_350 }))
  .map(([weekdays, from, length]) => ({ weekdays, from: written(from), to: written(from + length) }));

const situation = fc
  .constantFrom(...Object.entries(ZONES).flatMap(([zone, days]) => days.map((day) => ({ zone, day }))))
  .chain((place) =>
    fc.record({
      zone: fc.constant(place.zone),
      day: fc.constant(place.day),
      windows: fc.array(window, { minLength: 1, maxLength: 3 }),
      grace: fc.constantFrom(0, 7, 60, 240),
      excepted: fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined }),
    }),
  );

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** For each minute of some days around a day, whether a window is open, by the clocks alone. */
function openMinutes(
  zone: string,
  middle: number,
  windows: readonly Window[],
  exceptions: ReadonlySet<string>,
) {
  const first = middle - 4 * DAY;
  const isOpen = new Uint8Array(8 * 1_440);
  const startOf = new Map<string, number>();
  const instantOf = (local: number) => {
    const known = startOf.get(String(local)) ?? firstMinuteAt(zone, local);
    startOf.set(String(local), known);
    return known;
  };
  for (let day = first - 3 * DAY; day <= first + 11 * DAY; day += DAY) {
    const date = new Date(day);
    if (exceptions.has(date.toISOString().slice(0, 10))) continue;
    const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7];
    for (const { weekdays, from, to } of windows) {
      if (!weekdays.some((it) => it === weekday)) continue;
      const begin = instantOf(day + minutesOf(from) * MINUTE);
      const end = instantOf(day + (minutesOf(to) > minutesOf(from) ? 0 : DAY) + minutesOf(to) * MINUTE);
      for (let at = Math.max(begin, first); at < Math.min(end, first + 8 * DAY); at += MINUTE) {
        isOpen[(at - first) / MINUTE] = 1;
      }
    }
  }
  return { first, isOpen };
}

/** All deadlines of six days that a run each minute would judge. */
function judged(expected: Expectation, from: number, until: number): number[] {
  const found: number[] = [];
  let standing = from;
  for (let now = from; now < until; ) {
    const ruling = judge(
      expected,
      { judged: standing },
      { isFulfilled: false },
      { checkedAt: now, resumedAt: 0 },
    );
    if (ruling.outcome === 'wait') now = Math.max(now + MINUTE, ruling.until);
    else {
      found.push(ruling.deadline);
      standing = ruling.judged;
    }
  }
  return found;
}

test('Closings and openings are due once for each window, at the times that the clocks of the site show, in ten time zones', () => {
  fc.assert(
    fc.property(situation, ({ zone, day, windows, grace, excepted }) => {
      const middle = Date.parse(day);
      const exceptions = new Set(
        excepted === undefined ? [] : [new Date(middle + excepted * DAY).toISOString().slice(0, 10)],
      );
      const { first, isOpen } = openMinutes(zone, middle, windows, exceptions);
      const begins: number[] = [];
      const ends: number[] = [];
      for (let minute = 1; minute < isOpen.length; minute += 1) {
        const at = first + minute * MINUTE;
        if (isOpen[minute] && !isOpen[minute - 1]) begins.push(at);
        if (!isOpen[minute] && isOpen[minute - 1]) ends.push(at);
      }
      const base = { windows, exceptions, clock: wallClockOf(zone), graceMs: grace * MINUTE, everyMs: 0 };
      const [since, until] = [middle - 3 * DAY, middle + 3 * DAY];
      const within = (deadlines: readonly number[]) =>
        deadlines.map((at) => at + grace * MINUTE).filter((at) => at > since && at < until);
      const closings = judged({ ...base, kind: 'closing' }, since, until);
      expect(closings).toEqual(within(ends));
      expect(judged({ ...base, kind: 'opening' }, since, until)).toEqual(within(begins));
      // Every minute is inside or outside for an opening out of hours, too.
      for (let minute = 1_440; minute < 6 * 1_440; minute += 97) {
        const at = first + minute * MINUTE;
        const isAtEnd = ends.includes(at);
        if (!isAtEnd) expect(isWithin(base, at, 0)).toBe(isOpen[minute] === 1);
      }
    }),
    { numRuns: repetitions({ few: 40, many: 1_000 }) },
  );
});

test('Check-ins are due within their windows only, each interval after the one before, and none once somebody checks in all the time', () => {
  fc.assert(
    fc.property(situation, fc.integer({ min: 10, max: 120 }), ({ zone, day, windows }, every) => {
      const middle = Date.parse(day);
      const { first, isOpen } = openMinutes(zone, middle, windows, new Set());
      const expected: Expectation = {
        kind: 'check_in',
        windows,
        exceptions: new Set(),
        clock: wallClockOf(zone),
        graceMs: 0,
        everyMs: every * MINUTE,
      };
      const missed = judged(expected, middle - 2 * DAY, middle + 2 * DAY);
      for (const at of missed) {
        // The whole interval before it lies in a window.
        for (let minute = 1; minute <= every; minute += 1) {
          expect(isOpen[(at - first) / MINUTE - minute]).toBe(1);
        }
      }
      for (const [place, at] of missed.entries()) {
        if (place > 0) expect(at - (missed[place - 1] ?? 0)).toBeGreaterThanOrEqual(every * MINUTE);
      }
      for (let now = middle - 2 * DAY; now < middle + 2 * DAY; now += 7 * MINUTE) {
        const ruling = judge(
          expected,
          { judged: middle - 3 * DAY },
          { isFulfilled: false, lastAt: now },
          { checkedAt: now, resumedAt: 0 },
        );
        expect(ruling.outcome).toBe('wait');
      }
    }),
    { numRuns: repetitions({ few: 20, many: 300 }) },
  );
});
