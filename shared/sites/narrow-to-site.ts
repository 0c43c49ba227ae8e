import { isWithinScope, type Scope } from '../access.ts';
import { type Extent, siteExtent } from '../lists/plan.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import type { Table } from '../table/table.ts';
import { SITES } from './site.ts';

/**
 * Narrows a scope to one site, as `?site_id=` of a list does. `undefined` if the site is outside the scope: a foreign
 * site and an unknown site look the same. Only a platform admin needs a read, which finds the tenant of the site.
 */
export async function narrowToSite(table: Table, scope: Scope, siteId: string): Promise<Extent | undefined> {
  const tenantId = scope.kind === 'platform' ? await findTenantOf(table, SITES, siteId) : scope.tenantId;
  if (tenantId === undefined) return undefined;
  const isInScope = isWithinScope(scope, { tenant_id: tenantId, site_id: siteId });
  return isInScope ? siteExtent({ id: siteId, tenant_id: tenantId }) : undefined;
}
