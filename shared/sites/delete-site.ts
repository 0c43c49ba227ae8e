import { deleteEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site } from './site.ts';

/** Deletes a site that has neither zones nor devices. Its alerts stay. */
export function deleteSite(table: Table, site: Stored<Site>, ifMatch: string | undefined): Promise<void> {
  return deleteEntity(table, SITES, site, { ifMatch });
}
