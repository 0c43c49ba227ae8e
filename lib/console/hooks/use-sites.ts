import { useEffect, useState } from 'preact/hooks';
import type { GuardClient, Site } from '../../client/index.ts';
import { type Polled, usePolled } from './use-polled.ts';

const OFTEN_MS = 60_000;
const SELDOM_MS = 5 * 60_000;

/** The sites within the scope, read more often while they are shown, or while there are none. */
export function useSites(
  guard: GuardClient,
  tenantId: string | undefined,
  areShown: boolean,
): Polled<readonly Site[]> {
  const [hasNone, setHasNone] = useState(false);
  const sites = usePolled(
    (signal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    areShown || hasNone ? OFTEN_MS : SELDOM_MS,
    [guard, tenantId],
  );
  useEffect(() => setHasNone(sites.value?.length === 0), [sites.value]);
  return sites;
}
