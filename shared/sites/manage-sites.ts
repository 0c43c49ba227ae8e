import type * as z from 'zod';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../http/etag.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { commit, decideAndWrite } from '../table/commit.ts';
import { getParent } from '../table/get-entity.ts';
import { entityKey, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { countChild, deleteUnchanged, putNew, replaceData } from '../table/writes.ts';
import { type newSiteSchema, type Site, type siteChangesSchema, siteSchema } from './site.ts';
import { siteItem } from './site-store.ts';

/** Creates a site in a tenant, which must exist. */
export async function createSite(
  table: Table,
  input: z.infer<typeof newSiteSchema>,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
): Promise<Site> {
  const site: Site = { id, tenant_id: tenantId, ...input, created_at: at, updated_at: at };
  await commit(table, [
    putNew(table, siteItem(site), 'internal_error'),
    countChild(table, tenantKey(tenantId), 1, 'not_found'),
  ]);
  return site;
}

/** Changes the fields that are given and no other. */
export function changeSite(
  table: Table,
  site: Site,
  changes: z.infer<typeof siteChangesSchema>,
  { ifMatch, at }: { ifMatch: string | undefined; at: string },
): Promise<Site> {
  return decideAndWrite(table, { entity: site, children: 0 }, reload(table, site), ({ entity: current }) => {
    checkIfMatch(ifMatch, current);
    const changed = applyChanges(current, changes, at);
    return { writes: [replaceData(table, siteItem(changed), current)], result: changed };
  });
}

/** Deletes a site that has neither zones nor devices. Its alerts stay. */
export function deleteSite(table: Table, site: Site, ifMatch: string | undefined): Promise<void> {
  return decideAndWrite(table, { entity: site, children: 0 }, reload(table, site), ({ entity, children }) => {
    checkIfMatch(ifMatch, entity);
    if (children > 0) throw new ApiError('site_not_empty');
    return {
      writes: [
        deleteUnchanged(table, siteItem(entity), entity),
        countChild(table, tenantKey(entity.tenant_id), -1, 'stale'),
      ],
      result: undefined,
    };
  });
}

function reload(table: Table, { tenant_id, id }: Site) {
  return () => getParent(table, entityKey('SITE', tenant_id, id), siteSchema);
}
