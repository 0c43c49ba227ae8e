import { useTimed } from '../hooks/use-now.ts';
import { ageText } from '../state/age.ts';
import { LocalTimes, READER_ZONE } from '../state/local-time.ts';
import { LOCALE } from '../texts/language.ts';

const TIMES = new LocalTimes(LOCALE, READER_ZONE);

interface InstantProps {
  readonly at: string;
  /** The time zone of its site. */
  readonly zone?: string | undefined;
}

/** An instant in the time zones of its site and of the reader. */
export function Instant({ at, zone }: InstantProps) {
  const date = new Date(at);
  const full = TIMES.full(date);
  const text = TIMES.atSite(date, zone);
  return (
    <time dateTime={at} lang={text === full ? LOCALE : undefined}>
      {text}
    </time>
  );
}

/** The age of an instant; the tooltip shows the instant. */
export function Age({ since, now }: { readonly since: string; readonly now: number }) {
  return (
    <time dateTime={since} title={TIMES.full(new Date(since))}>
      {ageText(since, now)}
    </time>
  );
}

/** The age of an instant, which grows by itself. */
export function LiveAge({ since }: { readonly since: string }) {
  return (
    <time dateTime={since} title={TIMES.full(new Date(since))}>
      {useTimed((now) => ageText(since, now))}
    </time>
  );
}

/** An instant with its date, in the reader's time zone. */
export function instantText(at: string): string {
  return TIMES.full(new Date(at));
}

export function timeOfDay(at: Date): string {
  return TIMES.ofDay(at);
}

/** The hour and minute of an instant, with its date if it is another day. */
export function shortly(at: Date, now: number): string {
  return TIMES.shortly(at, new Date(now));
}

/** The time at a site, if it differs from the reader's. */
export function clockAtSite(now: number, zone: string | undefined): string | undefined {
  return TIMES.clockAtSite(new Date(now), zone);
}

/** The time in a zone: `14:03 Lisbon (UTC+0)`. */
export function clockWithZone(now: number, zone: string): string | undefined {
  return TIMES.clock(new Date(now), zone);
}
