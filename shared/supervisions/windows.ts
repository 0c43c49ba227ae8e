import { dateOfDay, dayOf, minutesOf, weekdayOf } from '../base/calendar-days.ts';
import { DAY_MS } from '../base/time.ts';
import type { WallClock } from '../base/wall-clock.ts';
import type { Weekday } from '../base/weekdays.ts';

/** A time of day on some weekdays, on the clocks of the site. It ends on the next day unless `to` is later than `from`. */
export interface Window {
  readonly weekdays: readonly Weekday[];
  readonly from: string;
  readonly to: string;
}

/** From one instant until before another, both in milliseconds. */
export interface OpenTime {
  readonly since: number;
  readonly until: number;
}

/** When a site is to be open, or watched. */
export interface OpenTimes {
  readonly windows: readonly Window[];
  /** The dates on which no window begins. */
  readonly exceptions: ReadonlySet<string>;
  readonly clock: WallClock;
}

/** How many days are looked ahead. Windows that touch for longer than that have no end. */
const HORIZON_DAYS = 35;

/** Windows that began so many days before are over, unless they touch all that time. */
const DAYS_BEFORE = 9;

/** The instant from which on nothing was looked up. A time that reaches it has no known end. */
export const horizonAfter = (from: number): number => from + (HORIZON_DAYS - 2) * DAY_MS;

/**
 * The times within windows that end after an instant, in order. Those that touch or overlap are one, because a site that is open
 * in both need not close between them. A time that the clocks skip is the next that exists; one that they show twice is the first.
 * So a window may be empty, and still has a start and an end.
 */
export function openTimes(times: OpenTimes, from: number): OpenTime[] {
  const merged: OpenTime[] = [];
  for (const time of windowsOn(times, dayOf(from) - DAYS_BEFORE, dayOf(from) + HORIZON_DAYS)) {
    const last = merged.at(-1);
    if (last && time.since <= last.until) {
      merged[merged.length - 1] = { since: last.since, until: Math.max(last.until, time.until) };
    } else merged.push(time);
  }
  return merged.filter(({ until }) => until > from);
}

/** Whether an instant is within a window, or at most so many milliseconds before or after one. */
export function isWithin(times: OpenTimes, at: number, graceMs: number): boolean {
  return windowsOn(times, dayOf(at) - 3, dayOf(at) + 2).some(
    ({ since, until }) => at >= since - graceMs && at <= until + graceMs,
  );
}

/** The windows that begin on some days, in order. */
function windowsOn({ windows, exceptions, clock }: OpenTimes, first: number, last: number): OpenTime[] {
  const found: OpenTime[] = [];
  for (let day = first; day <= last; day += 1) {
    if (exceptions.has(dateOfDay(day))) continue;
    for (const { weekdays, from, to } of windows) {
      if (!weekdays.includes(weekdayOf(day))) continue;
      const [begin, end] = [minutesOf(from), minutesOf(to)];
      const since = clock(day, begin);
      found.push({ since, until: Math.max(since, clock(end <= begin ? day + 1 : day, end)) });
    }
  }
  return found.sort((one, other) => one.since - other.since || one.until - other.until);
}
