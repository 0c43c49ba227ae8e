import type { Stopwatch } from '../base/time.ts';

/**
 * After this time, the remaining parts of a request get 503. It is short enough for a client to repeat them before its own
 * timeout.
 */
const LONGEST_MILLISECONDS = 10_000;

/** Starts the time limit. The returned function answers whether there is still time for another part. */
export function startParts(stopwatch: Stopwatch): () => boolean {
  const startedAt = stopwatch();
  return () => stopwatch() - startedAt < LONGEST_MILLISECONDS;
}
