import { useEffect, useState } from 'preact/hooks';
import { GuardError, type WatchConnection } from '../../client/index.ts';

interface Snapshot {
  readonly connection: WatchConnection;
  readonly at: Date;
}

/** What a watch has shown last, and since when it is not connected, if so. */
export interface Watched<S extends Snapshot> {
  /** Undefined until the first time. */
  readonly snapshot: S | undefined;
  readonly offlineSince: Date | undefined;
}

const NOTHING = { snapshot: undefined, offlineSince: undefined };

/**
 * Follows a watch. `watch` decides of what: it must be the same function while it watches the same. Where it is undefined,
 * nothing is watched.
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
      // The session has ended, which the page is told by its client.
      if (!(error instanceof GuardError && error.status === 401)) throw error;
    });
    return () => ending.abort();
  }, [watch]);
  return watched;
}

function offlineSince(before: Watched<Snapshot>, { connection, at }: Snapshot): Date | undefined {
  return connection === 'offline' ? (before.offlineSince ?? at) : undefined;
}
