const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the failed attempts. Together they are more than three days. */
const PAUSES_MS = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/**
 * By how much a pause is extended at most, at random, so that deliveries that failed together are not attempted together
 * again.
 */
const JITTER = 0.1;

/** The longest pause that a receiver may ask for. The pauses of the schedule itself may be longer. */
const LONGEST_ASKED_MS = HOUR_MS;

/**
 * Returns the time of the next attempt after this number of failed ones; `undefined` if there is none. `random` is from 0 to
 * 1. If the receiver asked for a pause of up to an hour by `Retry-After`, the attempt is not made earlier.
 */
export function nextAttemptAt(
  attempts: number,
  now: Date,
  random: number,
  retryAfter?: string,
): Date | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const asked = Math.min(askedPause(retryAfter, now), LONGEST_ASKED_MS);
  return soonAfter(now, Math.max(pause, asked), random);
}

/** The pause that `Retry-After` asks for, in seconds or by a date (RFC 9110, section 10.2.3); 0 if it is neither of these. */
function askedPause(retryAfter = '', now: Date): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const date = / GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? 0 : date - now.getTime();
}

/** The time of the first attempt for a failing webhook. */
export function firstAttemptAt(now: Date, random: number): Date {
  return soonAfter(now, PAUSES_MS[0], random);
}

/** The time at which a delivery of an inactive tenant is checked again. */
export function nextCheckAt(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS);
}

function soonAfter(now: Date, pause: number, random: number): Date {
  return new Date(now.getTime() + Math.round(pause * (1 + JITTER * random)));
}
