import { setTimeout as delay } from 'node:timers/promises';

/** Waits for this time, or until the signal. It is a parameter, so that tests control time. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (milliseconds, signal) => {
  await delay(milliseconds, undefined, { signal }).catch(() => {}); // it throws on the signal
};

export async function waitAtMost(milliseconds: number, work: Promise<unknown>, wait: Pause): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, wait(milliseconds, done.signal)]);
  done.abort();
}
