const MINUTE_MS = 60_000;

/** The times of the attempts after the first, counted from the event: pauses of 1, 2, 4 and 7 minutes. */
const ATTEMPTS_AFTER_MS = [1 * MINUTE_MS, 3 * MINUTE_MS, 7 * MINUTE_MS, 14 * MINUTE_MS] as const;

/** The shortest pause, if an earlier attempt was late. */
const SHORTEST_PAUSE_MS = 30_000;

/** The time of the next attempt after this number of failed ones; `undefined` if none follows. */
export function nextAttemptAt(attempts: number, createdAt: string, now: Date): Date | undefined {
  const after = ATTEMPTS_AFTER_MS[attempts - 1];
  if (after === undefined) return undefined;
  return new Date(Math.max(Date.parse(createdAt) + after, now.getTime() + SHORTEST_PAUSE_MS));
}
