import { useEffect, useState } from 'preact/hooks';
import { formatIn, READER_ZONE } from '../../state/local-time.ts';
import { LOCALE } from '../../texts/language.ts';

const CLOCK = { timeStyle: 'short' } as const;
const DAY_AND_CLOCK = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const;

const here = (at: Date, style: Intl.DateTimeFormatOptions) => formatIn(LOCALE, READER_ZONE, at, style);

export const clockText = (at: string | number): string => here(new Date(at), CLOCK);

const isSameDay = (one: Date, other: Date) =>
  here(one, { dateStyle: 'short' }) === here(other, { dateStyle: 'short' });

/** The time, with its day unless that is today. */
export function momentText(at: string, now: number): string {
  const date = new Date(at);
  return here(date, isSameDay(date, new Date(now)) ? CLOCK : DAY_AND_CLOCK);
}

/** A span of time: its end has a day only if that is another one. */
export function spanTexts(since: string, until: string): readonly [string, string] {
  const [begins, ends] = [new Date(since), new Date(until)];
  return [here(begins, DAY_AND_CLOCK), here(ends, isSameDay(begins, ends) ? CLOCK : DAY_AND_CLOCK)];
}

const SECOND_MS = 1_000;

/** The time of a clock that is updated more seldom, in steps of a second. */
export function useSeconds(now: number): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const since = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - since), SECOND_MS);
    return () => clearInterval(timer);
  }, [now]);
  return now + passed;
}
