import type { Stopwatch } from '../base/time.ts';

/**
 * After this time, the remaining parts of a request get 503. The client repeats them before its own timeout.
 */
const LONGEST_MILLISECONDS = 10_000;

/** Starts the time limit. The returned function says whether there is time for another part. */
export function startParts(stopwatch: Stopwatch): () => boolean {
  const startedAt = stopwatch();
  return () => stopwatch() - startedAt < LONGEST_MILLISECONDS;
}
