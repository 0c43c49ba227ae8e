import type { Rotation, StoredRotation } from './rotation.ts';
import { DAY_MS, type WallClock } from './wall-clock.ts';
import { WEEKDAYS, type Weekday } from './weekdays.ts';

/** A time from an instant until before another, both in milliseconds. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** A time during which a person is on call. */
export interface Period extends Span {
  readonly userId: string;
}

/** The on-call periods of a rotation within a span, in order. They do not overlap, but may touch. */
export function rotationPeriods(rotation: StoredRotation, clock: WallClock, span: Span): Period[] {
  const turns = turnsWithin(rotation, clock, span);
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last || !isRestricted(rotation)) return turns;
  const windows = windowsWithin(rotation, clock, { since: first.since, until: last.until });
  return turns.flatMap(({ userId, ...turn }) =>
    windows.flatMap((window) => overlap(turn, window)).map((part) => ({ ...part, userId })),
  );
}

/** A turn: its time, the day on which it began, and the place of its person in the rotation. */
interface Turn extends Span {
  readonly day: number;
  readonly place: number;
}

/** The turn of a rotation at an instant; `undefined` before the first. */
export function turnAt(rotation: StoredRotation, clock: WallClock, at: number): Turn | undefined {
  const { value: turn } = turnsFrom(rotation, clock, at).next();
  return turn.since <= at ? turn : undefined;
}

function turnsWithin(rotation: StoredRotation, clock: WallClock, span: Span): Period[] {
  const periods: Period[] = [];
  for (const { place, ...turn } of turnsFrom(rotation, clock, span.since)) {
    if (turn.since >= span.until) break;
    const userId = rotation.user_ids[place];
    if (userId !== undefined) periods.push(...overlap(turn, span).map((it) => ({ ...it, userId })));
  }
  return periods;
}

/**
 * The turns that end after an instant, in order and without an end. They count from the anchor, or else from the first day:
 * a turn of days counts the days on duty only.
 */
function* turnsFrom(rotation: StoredRotation, clock: WallClock, at: number): Generator<Turn, never> {
  const { user_ids: userIds, starts_on, handoff_time, length, anchor } = rotation;
  const handoff = minutesOf(handoff_time);
  const anchorDay = dayOfDate(anchor?.day ?? starts_on);
  const days = dutyDays(rotation, anchorDay);
  const dayOfTurn = (turn: number) => (turn === 0 ? anchorDay : days.at(turn * length));
  // The handoff of the anchor's day may be later since a change.
  const anchored = Math.min(clock(anchorDay, handoff), anchor ? Date.parse(anchor.since) : Infinity);
  const beginning = (turn: number) => {
    if (turn === 0) return anchored;
    const handedOff = clock(dayOfTurn(turn), handoff);
    return turn < 0 ? Math.min(handedOff, anchored) : handedOff;
  };
  const first = Math.min(clock(dayOfDate(starts_on), handoff), anchored);
  // No offset is longer than a day: the turn two days before is certainly not too late.
  let turn = Math.floor((days.before(dayOf(Math.max(at, first)) - 2) - 1) / length);
  for (let since = beginning(turn); ; turn += 1) {
    const until = beginning(turn + 1);
    if (until > Math.max(at, first, since)) {
      const place = modulo((anchor?.turn ?? 0) + turn, userIds.length);
      yield { since: Math.max(since, first), until, day: dayOfTurn(turn), place };
    }
    since = until;
  }
}

interface DutyDays {
  /** The day with a number, which may be negative: 0 is the first that is not before the beginning. */
  at(place: number): number;
  /** How many days on duty are before a day. It is negative before the beginning. */
  before(day: number): number;
}

/** What turns count from a day on: each seventh day for weeks, or else the days on duty. */
function dutyDays({ every, weekdays }: Rotation, begin: number): DutyDays {
  const isOnDuty = (day: number) => weekdays === null || weekdays.includes(weekdayOf(day));
  const week = WEEKDAYS.map((_, place) => place);
  const places = every === 'week' ? [0] : week.filter((place) => isOnDuty(begin + place));
  return {
    at(place) {
      const weeks = Math.floor(place / places.length);
      return begin + weeks * WEEKDAYS.length + (places[modulo(place, places.length)] ?? 0);
    },
    before(day) {
      const weeks = Math.floor((day - begin) / WEEKDAYS.length);
      const rest = modulo(day - begin, WEEKDAYS.length);
      return weeks * places.length + places.filter((place) => place < rest).length;
    },
  };
}

const isRestricted = ({ weekdays, from, to }: Rotation) => weekdays !== null || from !== null || to !== null;

/** The times of the days to which a rotation is restricted, in order. */
function windowsWithin({ weekdays, from, to }: Rotation, clock: WallClock, span: Span): Span[] {
  const begin = minutesOf(from ?? '00:00');
  const end = minutesOf(to ?? '00:00');
  const endsNextDay = end <= begin ? 1 : 0;
  const windows: Span[] = [];
  // A window may begin on the day before, and the clocks of a zone may show another day than UTC.
  for (let day = dayOf(span.since) - 2; day <= dayOf(span.until) + 1; day += 1) {
    if (weekdays !== null && !weekdays.includes(weekdayOf(day))) continue;
    windows.push(...overlap({ since: clock(day, begin), until: clock(day + endsNextDay, end) }, span));
  }
  return windows;
}

/** The common part of two spans, if there is one. */
function overlap(one: Span, other: Span): Span[] {
  const since = Math.max(one.since, other.since);
  const until = Math.min(one.until, other.until);
  return since < until ? [{ since, until }] : [];
}

const dayOfDate = (date: string) => Date.parse(`${date}T00:00Z`) / DAY_MS;

const dayOf = (instant: number) => Math.floor(instant / DAY_MS);

/** Day 0, 1970-01-01, was a Thursday. */
function weekdayOf(day: number): Weekday {
  return WEEKDAYS[modulo(day + 3, WEEKDAYS.length)] ?? 'monday';
}

/** The remainder of a division, never negative. */
const modulo = (number: number, divisor: number) => ((number % divisor) + divisor) % divisor;

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
