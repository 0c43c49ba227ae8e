import { offsetAt, zoneToShow } from '../../../shared/base/zone-offsets.ts';
import { desk } from '../texts/desk.ts';
import { LOCALE } from '../texts/language.ts';

const WEEK_MS = 7 * 86_400_000;

/** The morning in a week, as an instant: when a new rule of signing in begins, unless a master chooses another time. */
export function morningInAWeek(now: number): string {
  const morning = new Date(now + WEEK_MS);
  morning.setHours(8, 0, 0, 0);
  return morning.toISOString();
}

/** Formats instants in the reader's language and time zone, and in the time zone of a site if it differs. */
export class LocalTimes {
  readonly #locale: string;
  readonly #zone: string;

  constructor(locale: string, zone: string) {
    this.#locale = locale;
    this.#zone = zone;
  }

  /** An instant in the reader's time zone, with its date. */
  full(at: Date): string {
    return this.#format(at, this.#zone, { dateStyle: 'medium', timeStyle: 'medium' });
  }

  ofDay(at: Date): string {
    return this.#format(at, this.#zone, { timeStyle: 'medium' });
  }

  /** `14:03`, with the date if it is not the day of `now`. */
  shortly(at: Date, now: Date): string {
    const dayOf = (it: Date) => this.#format(it, this.#zone, { dateStyle: 'medium' });
    const isToday = dayOf(at) === dayOf(now);
    return this.#format(at, this.#zone, { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' });
  }

  /**
   * `23 Nov 2026, 14:03:12 Lisbon (UTC+0), 15:03 here`, with a second date if it differs. Like `full` if the site's clocks
   * show the same time.
   */
  atSite(at: Date, siteZone: string | undefined): string {
    const full = this.full(at);
    if (siteZone === undefined || !isZone(siteZone)) return full;
    const there = this.#format(at, siteZone, { dateStyle: 'medium', timeStyle: 'medium' });
    if (there === full) return full;
    const dayOf = (zone: string) => this.#format(at, zone, { dateStyle: 'medium' });
    const isSameDay = dayOf(siteZone) === dayOf(this.#zone);
    const here = this.#format(at, this.#zone, {
      ...(isSameDay ? {} : { dateStyle: 'medium' }),
      timeStyle: 'short',
    });
    return `${there} ${zoneLabel(at, siteZone)}, ${desk.detail.here(here)}`;
  }

  /** The time at the site; undefined if it is the reader's own time. */
  clockAtSite(at: Date, siteZone: string | undefined): string | undefined {
    if (siteZone === undefined || !isZone(siteZone)) return undefined;
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    if (this.#format(at, siteZone, style) === this.#format(at, this.#zone, style)) return undefined;
    return this.clock(at, siteZone);
  }

  /** The time in a zone: `14:03 Lisbon (UTC+0)`; undefined if the console does not know the zone. */
  clock(at: Date, zone: string): string | undefined {
    return isZone(zone)
      ? `${this.#format(at, zone, { timeStyle: 'short' })} ${zoneLabel(at, zone)}`
      : undefined;
  }

  #format(at: Date, timeZone: string, style: Intl.DateTimeFormatOptions): string {
    return formatIn(this.#locale, timeZone, at, style);
  }
}

/** The beginning of a day in the time zone of the browser, or of a day `later`. */
export function startOfDay(day: string, later = 0): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

/** The time zone of the reader's computer. */
export const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats an instant as the clocks of a zone show it, by Guard's rules instead of the browser's. */
export function formatIn(
  locale: string,
  timeZone: string,
  at: Date | number,
  style: Intl.DateTimeFormatOptions,
): string {
  return formatOf(locale, zoneToShow(timeZone, at), style).format(at);
}

/** Formats a date or a month, such as `2026-11-20` or `2026-11`, which no time zone moves. */
export const dateText = (date: string, style: Intl.DateTimeFormatOptions): string =>
  formatIn(LOCALE, 'UTC', new Date(date), style);

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached: making one is slow, and a history has many instants. */
function formatOf(locale: string, timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, style]);
  const known = FORMATS.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...style });
  FORMATS.set(key, known);
  return known;
}

/** The service may know time zones that this console does not. */
function isZone(timeZone: string): boolean {
  try {
    offsetAt(timeZone, 0);
    return true;
  } catch {
    return false;
  }
}

/** `Europe/Lisbon` → `Lisbon (UTC+0)` in winter. */
function zoneLabel(at: Date, timeZone: string): string {
  const parts = formatOf('en', zoneToShow(timeZone, at), { timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return city === 'UTC' ? city : `${city} (${offset === 'UTC' ? 'UTC+0' : offset})`;
}
