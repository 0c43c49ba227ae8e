import { type Inputs, useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { GuardList } from '../../client/index.ts';
import { useNetworkBack } from './use-network-back.ts';

export interface List<T> {
  /** The loaded items; undefined until the first page, and again after one of `deps` has changed. */
  readonly items: readonly T[] | undefined;
  /** Whether the service has more. */
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** The error of the last attempt. */
  readonly error: unknown;
  /** Loads the next page. */
  readonly more: () => void;
  /** Loads all further pages. */
  readonly all: () => void;
  /** Reads the list again from its start. */
  readonly again: () => void;
}

interface Loaded<T> {
  readonly items: readonly T[] | undefined;
  readonly cursor: string | null | undefined;
  readonly error: unknown;
}

const NOTHING = { items: undefined, cursor: undefined, error: undefined };

/** Reads a list page by page, and from its start after one of `deps` has changed. */
export function useList<T extends { readonly id: string | number }>(
  fn: (signal: AbortSignal) => GuardList<T>,
  deps: Inputs,
): List<T> {
  const read = useCallback(fn, deps);
  const [loaded, setLoaded] = useState<Loaded<T>>(NOTHING);
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const ending = useRef(new AbortController());

  const load = useCallback(
    async (from: Loaded<T>, pages: number) => {
      const { signal } = ending.current;
      let { items = [], cursor } = from;
      setLoading(true);
      try {
        const list = read(signal);
        for (let page = 0; page < pages && cursor !== null; page++) {
          const { data, meta } = await list.page(cursor);
          if (signal.aborted) return;
          // Items that were created or deleted meanwhile move the pages.
          const known = new Set(items.map(({ id }) => id));
          items = [...items, ...data.filter(({ id }) => !known.has(id))];
          cursor = meta.next_cursor;
          setLoaded({ items, cursor, error: undefined });
        }
      } catch (error) {
        if (signal.aborted) return;
        setLoaded((before) => ({ ...before, error }));
      }
      setLoading(false);
    },
    [read],
  );

  useEffect(() => setLoaded(NOTHING), [read]);
  // A new round reads again.
  useEffect(() => {
    ending.current = new AbortController();
    void load(NOTHING, 1);
    return () => ending.current.abort();
  }, [load, round]);

  const again = useCallback(() => setRound((it) => it + 1), []);
  // Loaded pages stay: only the page that is missing is read.
  const readMissing = useCallback(
    () => (loaded.items ? void load(loaded, 1) : again()),
    [load, loaded, again],
  );
  useNetworkBack(loaded.error, readMissing);
  return {
    items: loaded.items,
    hasMore: loaded.cursor !== null && loaded.items !== undefined,
    isLoading,
    error: loaded.error,
    more: () => void (isLoading || load(loaded, 1)),
    all: () => void (isLoading || load(loaded, Number.POSITIVE_INFINITY)),
    again,
  };
}
