import { useEffect, useState } from 'preact/hooks';
import { LOCALE } from '../../texts/language.ts';

const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const DAY_AND_CLOCK = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const clockText = (at: string | number): string => CLOCK.format(new Date(at));

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/** The time, with its day unless that is today. */
export function momentText(at: string, now: number): string {
  const date = new Date(at);
  return isSameDay(date, new Date(now)) ? CLOCK.format(date) : DAY_AND_CLOCK.format(date);
}

/** A span of time: its end has a day only if that is another one. */
export function spanTexts(since: string, until: string): readonly [string, string] {
  const [begins, ends] = [new Date(since), new Date(until)];
  return [
    DAY_AND_CLOCK.format(begins),
    isSameDay(begins, ends) ? CLOCK.format(ends) : DAY_AND_CLOCK.format(ends),
  ];
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
