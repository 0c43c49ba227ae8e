import { isWithinScope, type Scope } from '../access.ts';
import { type Extent, siteExtent } from '../lists/plan.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import type { Table } from '../table/table.ts';
import { SITES } from './site.ts';

/**
 * The part of a reach that lies at one site: `?site_id=` of a list. `undefined` where that site is not in reach, so
 * that a foreign or unassigned site finds nothing and tells nothing. Only for a platform admin is a read needed,
 * which finds the site's tenant.
 */
export async function narrowToSite(table: Table, scope: Scope, siteId: string): Promise<Extent | undefined> {
  const tenantId = scope.kind === 'platform' ? await findTenantOf(table, SITES, siteId) : scope.tenantId;
  if (tenantId === undefined) return undefined;
  const isInScope = isWithinScope(scope, { tenant_id: tenantId, site_id: siteId });
  return isInScope ? siteExtent({ id: siteId, tenant_id: tenantId }) : undefined;
}
