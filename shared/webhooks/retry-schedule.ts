const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each attempt that failed the next one is made: over three days in all. */
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

/** How many attempts are made at most. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** By how much a pause may be longer: what failed together does not come again together. */
const JITTER = 0.1;

/** When the next attempt is made after so many that failed; `undefined` where there is none. `random` is from 0 to 1. */
export function nextAttemptAt(attempts: number, now: Date, random: number): Date | undefined {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? undefined : soonAfter(now, pause, random);
}

/** When an event is tried that came while its webhook was failing. */
export function firstAttemptAt(now: Date, random: number): Date {
  return soonAfter(now, PAUSES_MS[0], random);
}

/** When a delivery is looked at again whose tenant is inactive. */
export function laterInPause(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS);
}

function soonAfter(now: Date, pause: number, random: number): Date {
  return new Date(now.getTime() + Math.round(pause * (1 + JITTER * random)));
}
