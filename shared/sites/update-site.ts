import type * as z from 'zod/mini';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site, type siteChangesSchema } from './site.ts';

/** Changes the fields that are given and no other. */
export function updateSite(
  table: Table,
  site: Stored<Site>,
  changes: z.infer<typeof siteChangesSchema>,
  { ifMatch, at }: { ifMatch: string | undefined; at: string },
): Promise<Site> {
  return changeEntity(table, SITES, site, ifMatch, (current) => ({
    changed: applyChanges(current, changes, at),
  }));
}
