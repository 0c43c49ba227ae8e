import { dayOfDate, minutesOf } from '../../../../shared/base/calendar-days.ts';
import { DAY_MS } from '../../../../shared/base/time.ts';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import { zoneToShow } from '../../../../shared/base/zone-offsets.ts';
import { formatIn } from '../../state/local-time.ts';
import { LOCALE } from '../../texts/language.ts';

/** Formats times as the clocks of a schedule's zone show them. */

/** `Fri 20 Nov 2026, 08:00` */
export function momentIn(zone: string, at: string): string {
  const style = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return formatIn(LOCALE, zone, Date.parse(at), style);
}

/** `08:00` */
export function clockIn(zone: string, at: number): string {
  return formatIn(LOCALE, zone, at, { hour: '2-digit', minute: '2-digit' });
}

/** A day by its number since 1970, which no time zone moves. */
export function dayText(day: number, style: Intl.DateTimeFormatOptions): string {
  return formatIn(LOCALE, 'UTC', day * DAY_MS, style);
}

/** The months of a calendar: from the first day of one to that of the next, in days since 1970. */
export function daysOfMonth(year: number, month: number): { first: number; next: number } {
  return { first: Date.UTC(year, month) / DAY_MS, next: Date.UTC(year, month + 1) / DAY_MS };
}

/** The year and the month, from 0, that the clocks of a zone show. */
export function monthIn(zone: string, at: number): { year: number; month: number } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zoneToShow(zone, at),
    year: 'numeric',
    month: 'numeric',
  }).formatToParts(at);
  const number = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return { year: number('year'), month: number('month') - 1 };
}

/** The instant that a person typed into `<input type="datetime-local">`, by the clocks of a zone. */
export function instantIn(zone: string, typed: string): string {
  const [date = '', time = ''] = typed.split('T');
  const at = wallClockOf(zone)(dayOfDate(date), minutesOf(time));
  return new Date(at).toISOString();
}
