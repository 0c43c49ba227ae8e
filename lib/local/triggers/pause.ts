import { setTimeout as delay } from 'node:timers/promises';

/** Waits for so long, or until the signal comes. Handed in, so that tests decide how time passes. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (milliseconds, signal) => {
  await delay(milliseconds, undefined, { signal }).catch(() => {}); // it throws when the signal comes
};

/** Waits until something is done, but no longer than this. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>, wait: Pause): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, wait(milliseconds, done.signal)]);
  done.abort();
}
