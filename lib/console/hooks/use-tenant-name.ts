import { useEffect, useState } from 'preact/hooks';
import type { GuardClient } from '../../client/index.ts';

/** The name of the tenant that a platform admin has chosen; undefined for other users, and until it has been read. */
export function useTenantName(guard: GuardClient, tenantId: string | undefined): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (tenantId === undefined) return;
    const ending = new AbortController();
    guard.tenants.get(tenantId, { signal: ending.signal }).then(
      (tenant) => !ending.signal.aborted && setName(tenant.name),
      () => undefined, // the URL contains its id
    );
    return () => ending.abort();
  }, [guard, tenantId]);
  return name;
}
