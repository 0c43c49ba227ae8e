/** Returns the current time. Tests pass their own clock. */
export type Clock = () => Date;

/**
 * Returns the milliseconds, with fractions, since some instant. Unlike a clock it is never adjusted, so differences are
 * durations.
 */
export type Stopwatch = () => number;

/** ISO 8601 with milliseconds and a numeric UTC offset: the format of all timestamps of the API. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}

export function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export const DAY_MS = 86_400_000;
const DAY_SECONDS = DAY_MS / 1000;

/** The time that is a number of days after a timestamp, in epoch seconds. */
export function epochSecondsAfterDays(at: string, days: number): number {
  return toEpochSeconds(new Date(at)) + days * DAY_SECONDS;
}

/**
 * Returns `at`, or the millisecond after `before` if `at` is not later, so that a change is never earlier than the one before
 * it.
 */
export function laterThan(before: string, at: string): string {
  return at > before ? at : formatTimestamp(new Date(Date.parse(before) + 1));
}
