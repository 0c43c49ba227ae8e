/** The current time, passed in so that tests decide what it is. */
export type Clock = () => Date;

/** Milliseconds, with fractions, since some instant. Unlike a clock it is never set, so differences are durations. */
export type Stopwatch = () => number;

/** ISO 8601 with milliseconds and a numeric UTC offset, as every timestamp of the API is written. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}

export function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

const DAY_SECONDS = 86_400;

/** So many days after a timestamp, in epoch seconds. */
export function epochSecondsAfterDays(at: string, days: number): number {
  return toEpochSeconds(new Date(at)) + days * DAY_SECONDS;
}

/** A timestamp, or a millisecond after another one where it is not later: what follows is never told as earlier. */
export function laterThan(before: string, at: string): string {
  return at > before ? at : formatTimestamp(new Date(Date.parse(before) + 1));
}
