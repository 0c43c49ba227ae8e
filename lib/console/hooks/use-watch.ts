import { useEffect, useState } from 'preact/hooks';
import { GuardError, type WatchConnection } from '../../client/index.ts';

interface Snapshot {
  readonly connection: WatchConnection;
  readonly at: Date;
}

/** The last snapshot of a watch, and since when it has been offline. */
export interface Watched<S extends Snapshot> {
  /** Undefined until the first snapshot. */
  readonly snapshot: S | undefined;
  readonly offlineSince: Date | undefined;
}

const NOTHING = { snapshot: undefined, offlineSince: undefined };

/**
 * Follows a watch; does nothing while `watch` is undefined. `watch` must be the same function as long as it watches the
 * same.
 */
export function useWatch<S extends Snapshot>(
  watch: ((signal: AbortSignal) => AsyncIterable<S>) | undefined,
): Watched<S> {
  const [watched, setWatched] = useState<Watched<S>>(NOTHING);
  useEffect(() => {
    const ending = new AbortController();
    const follow = async (watch: (signal: AbortSignal) => AsyncIterable<S>) => {
      for await (const snapshot of watch(ending.signal)) {
        if (ending.signal.aborted) return;
        setWatched((before) => ({ snapshot, offlineSince: offlineSince(before, snapshot) }));
      }
    };
    setWatched(NOTHING);
    if (!watch) return;
    follow(watch).catch((error) => {
      // The session has ended, which the client reports to the page.
      if (!(error instanceof GuardError && error.status === 401)) throw error;
    });
    return () => ending.abort();
  }, [watch]);
  return watched;
}

function offlineSince(before: Watched<Snapshot>, { connection, at }: Snapshot): Date | undefined {
  return connection === 'offline' ? (before.offlineSince ?? at) : undefined;
}
