import { type Inputs, useCallback, useEffect, useState } from 'preact/hooks';

/** A person who types or ticks changes a draft several times a second. Only the last draft is asked about. */
const SETTLED_MS = 400;

interface Answer<T> {
  readonly draft: string;
  readonly value?: T;
  readonly error?: unknown;
}

/**
 * Asks about a draft, given as JSON, once it has not changed for a moment. Undefined until the answer to the current draft is
 * there. `deps` are what the question depends on besides.
 */
export function useAsked<T>(
  draft: string | undefined,
  fn: (draft: string, signal: AbortSignal) => Promise<T>,
  deps: Inputs,
): Answer<T> | undefined {
  const ask = useCallback(fn, deps);
  const [answer, setAnswer] = useState<Answer<T>>();
  useEffect(() => {
    if (draft === undefined) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const settle = (settled: Answer<T>) => !signal.aborted && setAnswer(settled);
    const timer = setTimeout(
      () =>
        ask(draft, signal).then(
          (value) => settle({ draft, value }),
          (error: unknown) => settle({ draft, error }),
        ),
      SETTLED_MS,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [ask, draft]);
  return answer?.draft === draft ? answer : undefined;
}
