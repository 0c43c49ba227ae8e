import { type Inputs, useCallback, useEffect, useState } from 'preact/hooks';

export interface Polled<T> {
  /** The last value; undefined until the first one, and again after one of `deps` has changed. */
  readonly value: T | undefined;
  /** The error of the last attempt; undefined after a success. */
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * Reads at once, then every `everyMs` milliseconds while somebody can see the page, on demand, and when one of `deps` has changed.
 */
export function usePolled<T>(
  fn: (signal: AbortSignal) => Promise<T>,
  everyMs: number,
  deps: Inputs,
): Polled<T> {
  const read = useCallback(fn, deps);
  const [state, setState] = useState<{ readonly value?: T; readonly error?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => setState({}), [read]);
  // A new round reads again.
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let isReading = false;
    const readOnce = async () => {
      if (isReading) return; // a slow response must not replace a newer one
      isReading = true;
      await read(signal).then(
        (value) => !signal.aborted && setState({ value }),
        (error) => !signal.aborted && setState((before) => ({ ...before, error })),
      );
      isReading = false;
    };
    const readIfSeen = () => void (document.hidden || readOnce());
    void readOnce();
    const timer = setInterval(readIfSeen, everyMs);
    document.addEventListener('visibilitychange', readIfSeen);
    return () => {
      ending.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readIfSeen);
    };
  }, [read, everyMs, round]);
  const again = useCallback(() => setRound((it) => it + 1), []);
  return { value: state.value, error: state.error, again };
}
