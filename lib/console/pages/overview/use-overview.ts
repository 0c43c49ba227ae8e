import { useEffect, useState } from 'preact/hooks';
import type { GuardClient, OverviewSnapshot } from '../../../client/index.ts';

export interface WatchedOverview {
  /** Undefined until the service has answered for the first time. */
  readonly snapshot: OverviewSnapshot | undefined;
  /** Why the watch has ended, such as a revoked key. */
  readonly error: unknown;
}

/** Watches the overview of a tenant, with at most so many requests a day. */
export function useOverview(
  guard: GuardClient,
  tenantId: string | undefined,
  requestsPerDay?: number,
): WatchedOverview {
  const [watched, setWatched] = useState<WatchedOverview>({ snapshot: undefined, error: undefined });
  useEffect(() => {
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
    setWatched({ snapshot: undefined, error: undefined });
    follow().catch((error) => !signal.aborted && setWatched((before) => ({ ...before, error })));
    return () => ending.abort();
  }, [guard, tenantId, requestsPerDay]);
  return watched;
}
