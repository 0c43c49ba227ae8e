import { useCallback } from 'preact/hooks';
import { ownTimeZone } from '../../../shared/base/time-zones.ts';
import type { LimitedTenant, Versioned } from '../../client/index.ts';
import type { PageProps } from '../parts/page-props.ts';
import { type Item, useItem } from './use-item.ts';

type Viewed = Pick<PageProps, 'guard' | 'user' | 'tenantId'>;

/** Reads the tenant of the person, or the one that a platform admin has chosen. */
const readTenant = ({ guard, user, tenantId }: Viewed, signal: AbortSignal) =>
  guard.tenants.get(tenantId ?? user.tenant_id, { signal });

export function useTenant({ guard, user, tenantId }: Viewed): Item<Versioned<LimitedTenant>> {
  const read = useCallback(
    (signal: AbortSignal) => readTenant({ guard, user, tenantId }, signal),
    [guard, user.tenant_id, tenantId],
  );
  return useItem(read);
}

/** Reads the time zone with which forms begin: that of the tenant. Without one, or if it cannot be read, that of the browser. */
export async function readUsualZone(viewed: Viewed, signal: AbortSignal): Promise<string> {
  const tenant = await readTenant(viewed, signal).catch(() => undefined);
  return tenant?.time_zone ?? ownTimeZone();
}

/** The time zone with which forms begin; undefined until it is known: a form must not change while a person fills it in. */
export function useUsualZone({ guard, user, tenantId }: Viewed): string | undefined {
  const read = useCallback(
    (signal: AbortSignal) => readUsualZone({ guard, user, tenantId }, signal),
    [guard, user.tenant_id, tenantId],
  );
  return useItem(read).value;
}
