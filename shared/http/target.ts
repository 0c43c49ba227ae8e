import type * as z from 'zod';
import { PROFILES } from '../access.ts';
import { type Alert, alertSchema } from '../alerts/alert.ts';
import { isId } from '../ids.ts';
import type { TargetKind } from '../route.ts';
import { type Site, siteSchema } from '../sites/site.ts';
import { findTenantOf, getEntity } from '../table/get-entity.ts';
import type { ListedKind } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { AuthenticatedUser } from '../tokens/token-store.ts';

/** The entity that each kind of target is. */
export interface Targets {
  site: Site;
  alert: Alert;
}

const TARGETS: {
  [K in TargetKind]: {
    readonly kind: Exclude<ListedKind, 'TENANT'>;
    readonly schema: z.ZodType<Targets[K]>;
    /** The part of the target that reach is decided by. */
    readonly subject: (target: Targets[K]) => { tenant_id: string; site_id: string };
  };
} = {
  site: {
    kind: 'SITE',
    schema: siteSchema,
    subject: (site) => ({ tenant_id: site.tenant_id, site_id: site.id }),
  },
  alert: { kind: 'ALERT', schema: alertSchema, subject: (alert) => alert },
};

export interface LoadedTarget {
  readonly target: Targets[TargetKind];
  readonly subject: { tenant_id: string; site_id: string };
}

/**
 * Loads what a path parameter names, from the caller's tenant or, for a platform admin, from the tenant that it
 * belongs to. Whether it is in the caller's reach is for the caller of this to decide.
 */
export async function loadTarget<K extends TargetKind>(
  table: Table,
  target: K,
  encodedId: string | undefined,
  caller: AuthenticatedUser,
): Promise<LoadedTarget | undefined> {
  const id = decodeId(encodedId);
  if (!id) return undefined;
  const { kind, schema, subject } = TARGETS[target];
  const tenantId =
    PROFILES[caller.role].reach === 'platform' ? await findTenantOf(table, kind, id) : caller.tenantId;
  const found = tenantId && (await getEntity(table, kind, schema, { tenantId, id }));
  return found ? { target: found, subject: subject(found) } : undefined;
}

/** API Gateway hands path parameters over percent-encoded. What is no id names nothing. */
function decodeId(encoded: string | undefined): string | undefined {
  try {
    const id = decodeURIComponent(encoded ?? '');
    return isId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
