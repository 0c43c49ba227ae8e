import { dayOf, dayOfDate, minutesOf, modulo, weekdayOf } from '../base/calendar-days.ts';
import type { WallClock } from '../base/wall-clock.ts';
import { WEEKDAYS } from '../base/weekdays.ts';
import type { Rotation, StoredRotation } from './rotation.ts';

/** A time from one instant until before another, both in milliseconds. */
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

/** A turn: its time, the day on which it began, and the position of its person in the rotation. */
interface Turn extends Span {
  readonly day: number;
  readonly place: number;
}

/** The turn of a rotation at a time; `undefined` before the first one. */
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
 * The turns that end after a time, in order and without end. They are counted from the anchor; without one, from the first
 * day. If a turn lasts some days, only days on duty count.
 */
function* turnsFrom(rotation: StoredRotation, clock: WallClock, at: number): Generator<Turn, never> {
  const { user_ids: userIds, starts_on, handoff_time, length, anchor } = rotation;
  const handoff = minutesOf(handoff_time);
  const anchorDay = dayOfDate(anchor?.day ?? starts_on);
  const days = dutyDays(rotation, anchorDay);
  const dayOfTurn = (turn: number) => (turn === 0 ? anchorDay : days.at(turn * length));
  // After a change, the handoff on the anchor's day may be later than the beginning of the kept turn.
  const anchored = Math.min(clock(anchorDay, handoff), anchor ? Date.parse(anchor.since) : Infinity);
  const beginning = (turn: number) => {
    if (turn === 0) return anchored;
    const handedOff = clock(dayOfTurn(turn), handoff);
    return turn < 0 ? Math.min(handedOff, anchored) : handedOff;
  };
  const first = Math.min(clock(dayOfDate(starts_on), handoff), anchored);
  // Begins with the turn two days earlier, which is certainly early enough, because no offset from UTC is longer than a day.
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
  /**
   * The day on duty with this number, counted from the beginning. 0 is the first that is not before the beginning; numbers
   * may be negative.
   */
  at(place: number): number;
  /** How many days on duty there are from the beginning to a day; negative for a day before the beginning. */
  before(day: number): number;
}

/** The days by which turns are counted: for weeks every seventh day, otherwise the days on duty. */
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

/** The hours of the days to which a rotation is restricted, in order. */
function windowsWithin({ weekdays, from, to }: Rotation, clock: WallClock, span: Span): Span[] {
  const begin = minutesOf(from ?? '00:00');
  const end = minutesOf(to ?? '00:00');
  const endsNextDay = end <= begin ? 1 : 0;
  const windows: Span[] = [];
  // From two days before to one day after: a window may begin on the day before, and the day in a time zone may differ from
  // that in UTC.
  for (let day = dayOf(span.since) - 2; day <= dayOf(span.until) + 1; day += 1) {
    if (weekdays !== null && !weekdays.includes(weekdayOf(day))) continue;
    windows.push(...overlap({ since: clock(day, begin), until: clock(day + endsNextDay, end) }, span));
  }
  return windows;
}

/** The time that is in both spans, if there is any. */
function overlap(one: Span, other: Span): Span[] {
  const since = Math.max(one.since, other.since);
  const until = Math.min(one.until, other.until);
  return since < until ? [{ since, until }] : [];
}
