import { type Inputs, useCallback, useEffect, useState } from 'preact/hooks';
import { useNetworkBack } from './use-network-back.ts';

export interface Read<T> {
  /** Undefined until it is read, and again after one of `deps` has changed. */
  readonly value: T | undefined;
  readonly error: unknown;
  /** Shows the value that a change has returned. */
  readonly show: (value: T) => void;
  readonly again: () => void;
}

/**
 * Reads once for the same `deps`, on demand, and when the network is back: a form must not change while a person fills it in.
 */
export function useRead<T>(fn: (signal: AbortSignal) => Promise<T>, deps: Inputs): Read<T> {
  const read = useCallback(fn, deps);
  const [state, setState] = useState<{ readonly value?: T; readonly error?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => setState({}), [read]);
  // A new round reads again.
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    read(signal).then(
      (value) => !signal.aborted && setState({ value }),
      (error) => !signal.aborted && setState((before) => ({ ...before, error })),
    );
    return () => ending.abort();
  }, [read, round]);
  const again = useCallback(() => setRound((it) => it + 1), []);
  useNetworkBack(state.error, again);
  return {
    value: state.value,
    error: state.error,
    show: useCallback((value: T) => setState({ value }), []),
    again,
  };
}
