import type { Rotation } from './rotation.ts';
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
export function rotationPeriods(rotation: Rotation, clock: WallClock, span: Span): Period[] {
  const turns = turnsWithin(rotation, clock, span);
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last || !isRestricted(rotation)) return turns;
  const windows = windowsWithin(rotation, clock, { since: first.since, until: last.until });
  return turns.flatMap(({ userId, ...turn }) =>
    windows.flatMap((window) => overlap(turn, window)).map((part) => ({ ...part, userId })),
  );
}

function turnsWithin(
  { user_ids: userIds, starts_on, handoff_time, every, length }: Rotation,
  clock: WallClock,
  span: Span,
): Period[] {
  const startDay = Date.parse(`${starts_on}T00:00Z`) / DAY_MS;
  const days = every === 'week' ? length * WEEKDAYS.length : length;
  const handoff = minutesOf(handoff_time);
  const beginning = (turn: number) => clock(startDay + turn * days, handoff);
  const turns: Period[] = [];
  // No offset is longer than a day: the turn two days before is certainly not too late.
  let turn = Math.max(0, Math.floor((dayOf(span.since) - 2 - startDay) / days));
  for (let since = beginning(turn); since < span.until; turn += 1) {
    const until = beginning(turn + 1);
    const userId = userIds[turn % userIds.length];
    if (userId !== undefined) turns.push(...overlap({ since, until }, span).map((it) => ({ ...it, userId })));
    since = until;
  }
  return turns;
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

const dayOf = (instant: number) => Math.floor(instant / DAY_MS);

/** Day 0, 1970-01-01, was a Thursday. */
function weekdayOf(day: number): Weekday {
  const place = (((day + 3) % WEEKDAYS.length) + WEEKDAYS.length) % WEEKDAYS.length;
  return WEEKDAYS[place] ?? 'monday';
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
