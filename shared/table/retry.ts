import { setTimeout as wait } from 'node:timers/promises';

/** Waits for about the given time. */
export type Pause = (milliseconds: number) => Promise<unknown>;

export const pauseWithJitter: Pause = (milliseconds) => wait(withJitter(milliseconds, Math.random()));

/**
 * Returns between half and all of a time, by a random number from 0 to 1, so that parallel callers retry at different times.
 */
export function withJitter(milliseconds: number, random: number): number {
  return milliseconds * (0.5 + random / 2);
}

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** Runs a function up to 6 times while its error is worth a retry, with pauses that double from 20 ms. */
export async function retry<T>(
  run: () => Promise<T>,
  isWorthRetrying: (error: unknown) => boolean,
  pause: Pause,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
