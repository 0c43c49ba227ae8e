import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Polled<T> {
  /** What was read last; undefined until the first time, and again when something else is read. */
  readonly value: T | undefined;
  /** Why the last reading failed; undefined after one that did not. */
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * Reads something at once, then every so many milliseconds, and when asked to. `read` decides what: it must be the same
 * function while it reads the same.
 */
export function usePolled<T>(read: (signal: AbortSignal) => Promise<T>, everyMs: number): Polled<T> {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => setState({}), [read]);
  // Another round reads again
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let isReading = false;
    const readOnce = async () => {
      if (isReading) return; // else a slow answer could come after a newer one, and replace it
      isReading = true;
      await read(signal).then(
        (value) => !signal.aborted && setState({ value }),
        (error) => !signal.aborted && setState((before) => ({ ...before, error })),
      );
      isReading = false;
    };
    void readOnce();
    const timer = setInterval(readOnce, everyMs);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [read, everyMs, round]);
  const again = useCallback(() => setRound((it) => it + 1), []);
  return { value: state.value, error: state.error, again };
}
