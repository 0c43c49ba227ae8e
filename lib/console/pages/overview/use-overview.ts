import { useEffect, useState } from 'preact/hooks';
import { type GuardClient, GuardError, type OverviewSnapshot } from '../../../client/index.ts';
import { useIsUnproven } from '../../hooks/use-watch.ts';

export interface WatchedOverview {
  /** Undefined until the service has answered for the first time. */
  readonly snapshot: OverviewSnapshot | undefined;
  /** Why the watch has ended, such as a revoked key. */
  readonly error: unknown;
}

/** A firewall or a proxy may have refused a request: nobody may be there who could load a screen on a wall again. */
const RESTART_MS = 60_000;

/**
 * Watches the overview of a tenant, with at most so many requests a day. A watch that has ended starts again, unless the service
 * knows its session or key no more.
 */
export function useOverview(
  guard: GuardClient,
  tenantId: string | undefined,
  requestsPerDay?: number,
): WatchedOverview {
  const [watched, setWatched] = useState<WatchedOverview>({ snapshot: undefined, error: undefined });
  const [starts, setStarts] = useState(0);
  useEffect(() => setWatched({ snapshot: undefined, error: undefined }), [guard, tenantId, requestsPerDay]);
  useEffect(() => {
    let restart: number | undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const follow = async () => {
      for await (const snapshot of guard.overview.watch(
        { tenant_id: tenantId },
        { signal, requestsPerDay },
      )) {
        if (!signal.aborted) setWatched({ snapshot, error: undefined });
      }
    };
    follow().catch((error) => {
      if (signal.aborted) return;
      setWatched((before) => ({ ...before, error }));
      const isOver = error instanceof GuardError && error.status === 401;
      if (!isOver) restart = setTimeout(() => setStarts((it) => it + 1), RESTART_MS);
    });
    return () => {
      ending.abort();
      clearTimeout(restart);
    };
  }, [guard, tenantId, requestsPerDay, starts]);
  const { snapshot, error } = watched;
  const isLost = useIsUnproven(snapshot);
  return { snapshot: snapshot && isLost ? { ...snapshot, connection: 'offline' } : snapshot, error };
}
