import type { Stopwatch } from '../time.ts';

/** Parts of a request that are not begun by then are 503: the client sends them again before its own patience ends. */
const LONGEST_MILLISECONDS = 10_000;

/** Tells from now on whether another part of a request may be begun. */
export function startParts(stopwatch: Stopwatch): () => boolean {
  const startedAt = stopwatch();
  return () => stopwatch() - startedAt < LONGEST_MILLISECONDS;
}
