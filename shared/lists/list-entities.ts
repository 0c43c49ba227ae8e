import type { Entity, Kind } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { ListPlan } from './plan.ts';
import { readPartition } from './read-partition.ts';

/**
 * A page of the entities of a kind that a plan finds, newest first. They are unchecked: what answers them passes them
 * through the schema of the answer, and once is enough.
 */
export function listEntities<T extends Entity & { readonly updated_at?: string }>(
  table: Table,
  kind: Kind<T>,
  plan: ListPlan,
  page: PageRequest,
): Promise<Page<T>> {
  return readPage(plan.rounds, readPartition(table, kind, plan), page);
}
