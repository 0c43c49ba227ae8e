import type * as z from 'zod';
import { applyChanges } from '../table/apply-changes.ts';
import { commit } from '../table/commit.ts';
import type { Stored } from '../table/entity-item.ts';
import { tenantKey } from '../table/keys.ts';
import { changeEntity, deleteEntity } from '../table/manage-entity.ts';
import type { Table } from '../table/table.ts';
import { countChild, putEntity } from '../table/writes.ts';
import { type Site, type siteChangesSchema, type siteInputSchema, siteSchema } from './site.ts';
import { siteItem } from './site-store.ts';

const SITES = { schema: siteSchema, item: siteItem };

/** Creates a site in a tenant, which must exist. */
export async function createSite(
  table: Table,
  input: z.infer<typeof siteInputSchema>,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
): Promise<Site> {
  const site: Site = { id, tenant_id: tenantId, ...input, created_at: at, updated_at: at };
  await commit(table, [
    putEntity(table, siteItem(site)),
    countChild(table, tenantKey(tenantId), 1, 'not_found'),
  ]);
  return site;
}

/** Changes the fields that are given and no other. */
export function changeSite(
  table: Table,
  site: Stored<Site>,
  changes: z.infer<typeof siteChangesSchema>,
  { ifMatch, at }: { ifMatch: string | undefined; at: string },
): Promise<Site> {
  return changeEntity(table, SITES, site, ifMatch, (current) => ({
    changed: applyChanges(current, changes, at),
  }));
}

/** Deletes a site that has neither zones nor devices. Its alerts stay. */
export function deleteSite(table: Table, site: Stored<Site>, ifMatch: string | undefined): Promise<void> {
  return deleteEntity(table, SITES, site, {
    ifMatch,
    notEmpty: 'site_not_empty',
    alongside: ({ tenant_id }) => [countChild(table, tenantKey(tenant_id), -1, 'stale')],
  });
}
