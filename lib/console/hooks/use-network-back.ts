import { useEffect } from 'preact/hooks';
import { GuardError } from '../../client/index.ts';

/** A server that starts again is no event of the browser. */
const TRY_EVERY_MS = 15_000;

/** After a request without an answer, acts when the browser has a network again, and from time to time if it `repeats`. */
export function useNetworkBack(error: unknown, act: () => void, repeats = true): void {
  const isUnanswered = error instanceof GuardError && error.code === 'network_error';
  useEffect(() => {
    if (!isUnanswered) return;
    addEventListener('online', act);
    const timer = repeats ? setInterval(act, TRY_EVERY_MS) : undefined;
    return () => {
      removeEventListener('online', act);
      clearInterval(timer);
    };
  }, [isUnanswered, act, repeats]);
}
