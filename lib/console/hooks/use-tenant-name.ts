import { useEffect, useState } from 'preact/hooks';
import type { GuardClient } from '../../client/index.ts';

/** The name of the tenant that a platform admin looks at; undefined for everybody else, and until it is read. */
export function useTenantName(guard: GuardClient, tenantId: string | undefined): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (tenantId === undefined) return;
    const ending = new AbortController();
    guard.tenants.get(tenantId, { signal: ending.signal }).then(
      (tenant) => !ending.signal.aborted && setName(tenant.name),
      () => undefined, // its id stands in the URL
    );
    return () => ending.abort();
  }, [guard, tenantId]);
  return name;
}
