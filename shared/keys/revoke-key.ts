import { deleteEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { KEYS, type Key } from './key.ts';

/** Revokes a key for good: it is refused from the next request on. */
export function revokeKey(table: Table, key: Stored<Key>, ifMatch: string | undefined): Promise<void> {
  return deleteEntity(table, KEYS, key, { ifMatch });
}
