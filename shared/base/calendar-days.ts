import { DAY_MS } from './time.ts';
import { WEEKDAYS, type Weekday } from './weekdays.ts';

/** The day of a date such as `2026-11-20`, counted from 1970-01-01. */
export const dayOfDate = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY_MS;

/** The day in UTC of an instant, counted from 1970-01-01. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);

/** The date of a day that is counted from 1970-01-01. */
export const dateOfDay = (day: number): string => dateOf(day * DAY_MS);

/** The date of an instant in UTC, such as `2026-11-20`. */
export const dateOf = (instant: number | Date): string =>
  new Date(instant).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The weekday of a day. Day 0 was 1970-01-01, a Thursday. */
export function weekdayOf(day: number): Weekday {
  return WEEKDAYS[modulo(day + 3, WEEKDAYS.length)] ?? 'monday';
}

/** The minutes after midnight of a time such as `22:30`. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** The remainder of a division, never negative. */
export const modulo = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor;
