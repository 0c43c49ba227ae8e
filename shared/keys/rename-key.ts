import type * as z from 'zod/mini';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { KEYS, type Key, type keyChangesSchema } from './key.ts';

/** Renames a key. Its plain text stays the same, and goes on being accepted. */
export function renameKey(
  table: Table,
  key: Stored<Key>,
  changes: z.infer<typeof keyChangesSchema>,
  { ifMatch, at }: { ifMatch: string | undefined; at: string },
): Promise<Key> {
  return changeEntity(table, KEYS, key, ifMatch, (current) => ({
    changed: applyChanges(current, changes, at),
  }));
}
