import { ownTimeZone } from '../../../shared/base/time-zones.ts';
import { type Console, useConsole } from './use-console.ts';
import { type Read, useRead } from './use-read.ts';

type Viewed = Pick<Console, 'guard' | 'tenantId'>;

interface TenantZone {
  /** Null if the tenant has none: then it counts its days in UTC. */
  readonly timeZone: string | null;
}

/** Reads the time zone of the person's tenant, or of the one that a platform admin has chosen. */
async function readTenantZone({ guard, tenantId }: Viewed, signal: AbortSignal): Promise<TenantZone> {
  if (tenantId === undefined) return { timeZone: (await guard.getPreferences({ signal })).tenant_time_zone };
  return { timeZone: (await guard.tenants.get(tenantId, { signal })).time_zone };
}

export function useTenantZone(): Read<TenantZone> {
  const { guard, tenantId } = useConsole();
  return useRead((signal) => readTenantZone({ guard, tenantId }, signal), [guard, tenantId]);
}

/** Reads the time zone with which forms begin: that of the tenant. Without one, or if it cannot be read, that of the browser. */
export async function readUsualZone(viewed: Viewed, signal: AbortSignal): Promise<string> {
  const tenant = await readTenantZone(viewed, signal).catch(() => undefined);
  return tenant?.timeZone ?? ownTimeZone();
}

/** The time zone with which forms begin; undefined until it is known: a form must not change while a person fills it in. */
export function useUsualZone(): string | undefined {
  const { guard, tenantId } = useConsole();
  return useRead((signal) => readUsualZone({ guard, tenantId }, signal), [guard, tenantId]).value;
}
