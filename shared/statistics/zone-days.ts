import { dateOfDay, dayOf, dayOfDate } from '../base/calendar-days.ts';
import { wallClockOf } from '../base/wall-clock.ts';

/** A day of a time zone: its date, and the instants at which it begins and at which the next one begins. */
export interface ZoneDay {
  readonly day: string;
  readonly since: number;
  readonly until: number;
}

/**
 * The days of a time zone. A day begins when the clocks first show midnight or, if they skip it, the next time that exists;
 * when clocks change, it has 23, 25 or another number of hours.
 */
export interface ZoneDays {
  startOf(day: string): number;
  /** The day of an instant. */
  at(instant: number): string;
  /** The days from `since` and before `until`. */
  between(since: string, until: string): ZoneDay[];
}

export function daysOfZone(timeZone: string): ZoneDays {
  const clock = wallClockOf(timeZone);
  const startOfNumber = (day: number) => clock(day, 0);
  return {
    startOf: (day) => startOfNumber(dayOfDate(day)),
    at: (instant) => {
      // The clocks of every zone are at most 14 hours away from UTC.
      let day = dayOf(instant) + 1;
      while (startOfNumber(day) > instant) day -= 1;
      return dateOfDay(day);
    },
    between: (since, until) =>
      Array.from({ length: dayOfDate(until) - dayOfDate(since) }, (_, place) => {
        const day = dayOfDate(since) + place;
        return { day: dateOfDay(day), since: startOfNumber(day), until: startOfNumber(day + 1) };
      }),
  };
}

/** The day that is a number of days after another. */
export const dayAfter = (day: string, days: number): string => dateOfDay(dayOfDate(day) + days);
