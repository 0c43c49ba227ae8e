import type { AssignedScope, Scope } from '../access.ts';
import { listEntities } from '../lists/list-entities.ts';
import { cutPage, isBeyond, type Page, type PageRequest } from '../lists/page.ts';
import { planList } from '../lists/plan.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site } from './site.ts';

export function listSites(table: Table, scope: Scope, page: PageRequest): Promise<Page<Site>> {
  if (scope.kind === 'assigned_sites') return listAssignedSites(table, scope, page);
  return listEntities(table, SITES, planList(SITES, scope), page);
}

/**
 * The ids of assigned sites are known, so the page is read by key. It reads more than a page only to replace sites that
 * were deleted after their assignment.
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
