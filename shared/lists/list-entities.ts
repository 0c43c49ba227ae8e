import type { Entity, Kind } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { ListPlan } from './plan.ts';
import { readPartition } from './read-partition.ts';

/** Reads a page of the entities of a plan, newest first. They are unchecked: the response schema checks them. */
export function listEntities<T extends Entity & { readonly updated_at?: string }>(
  table: Table,
  kind: Kind<T>,
  plan: ListPlan,
  page: PageRequest,
): Promise<Page<T>> {
  return readPage(plan.rounds, readPartition(table, kind, plan), page);
}
