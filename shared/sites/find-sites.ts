import { type AssignedScope, isWithinScope, type Scope } from '../base/access.ts';
import { ApiError, type FieldErrors } from '../base/errors.ts';
import type { Warning } from '../base/fields.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import { cutPage, isBeyond, type Page, type PageRequest } from '../table/list-page.ts';
import { type Extent, planList, siteExtent } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site } from './site.ts';

/** Makes a warning for each of `site_ids` that is not among the existing sites. */
export const deletedSites = (
  siteIds: readonly string[] | null,
  existing: readonly { readonly id: string }[],
): Warning[] =>
  (siteIds ?? []).flatMap((siteId, place) =>
    existing.some(({ id }) => id === siteId)
      ? []
      : [
          {
            field: `site_ids.${place}`,
            code: 'site_deleted',
            message: 'The site was deleted: nothing happens there.',
          },
        ],
  );

/** Makes a warning for each of `site_ids` that was deleted since it was chosen. Reads all sites at once. */
export async function warnOfDeletedSites(
  table: Table,
  tenantId: string,
  siteIds: readonly string[] | null,
): Promise<Warning[]> {
  if (!siteIds) return [];
  const items = await readSites(table, tenantId, siteIds);
  return deletedSites(
    siteIds,
    siteIds.filter((_, place) => items[place]).map((id) => ({ id })),
  );
}

/** Throws `validation_failed` for each of `site_ids` that does not belong to the tenant. */
export async function checkSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<void> {
  const sites = await readSites(table, tenantId, siteIds);
  const missing = siteIds.flatMap((_, place) => (sites[place] ? [] : [`site_ids.${place}`]));
  const fields: FieldErrors = Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field must be an existing site.`]]),
  );
  if (missing.length > 0) throw new ApiError('validation_failed', { fields });
}

const readSites = (table: Table, tenantId: string, siteIds: readonly string[]) =>
  batchGet(
    table,
    siteIds.map((id) => SITES.key(tenantId, id)),
  );

export function listSites(table: Table, scope: Scope, page: PageRequest): Promise<Page<Site>> {
  if (scope.kind === 'assigned_sites') return listAssignedSites(table, scope, page);
  return listEntities(table, SITES, planList(SITES, scope), page);
}

/**
 * Lists the assigned sites. Their ids are known, so the page is read by their keys. It reads more than a page only to make up
 * for sites that were deleted after they were assigned.
 */
async function listAssignedSites(table: Table, scope: AssignedScope, page: PageRequest): Promise<Page<Site>> {
  const { position } = page;
  const forward = position?.direction !== 'prev';
  const ids = scope.siteIds
    .filter((id) => isBeyond(id, position))
    .sort((a, b) => (a < b === forward ? 1 : -1));
  const sites: Site[] = [];
  while (sites.length <= page.limit && ids.length > 0) {
    const wanted = ids.splice(0, page.limit + 1 - sites.length);
    const items = await batchGet(
      table,
      wanted.map((id) => SITES.key(scope.tenantId, id)),
    );
    sites.push(...items.flatMap((item) => (item ? [SITES.entityOf(item)] : [])));
  }
  return cutPage(sites, page);
}

/**
 * Narrows a scope to one site, for a list with `?site_id=`. `undefined` if the site is outside the scope, in the same way for
 * another tenant's site and for an unknown one. Only for a platform admin is a read needed, to find the tenant of the site.
 */
export async function narrowToSite(table: Table, scope: Scope, siteId: string): Promise<Extent | undefined> {
  const tenantId = scope.kind === 'platform' ? await findTenantOf(table, SITES, siteId) : scope.tenantId;
  if (tenantId === undefined) return undefined;
  const isInScope = isWithinScope(scope, { tenant_id: tenantId, site_id: siteId });
  return isInScope ? siteExtent({ id: siteId, tenant_id: tenantId }) : undefined;
}
