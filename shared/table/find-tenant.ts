import * as z from 'zod/mini';
import { findInIndex } from './find-in-index.ts';
import { getItem } from './get-item.ts';
import { indexPartition, shardOf } from './index-keys.ts';
import { createdKey } from './keys.ts';
import { type KindKeys, readEntity } from './kind.ts';
import type { Table } from './table.ts';

const ownerSchema = z.object({ tenant_id: z.string() });

/**
 * Finds the tenant of an id, for platform admins, who use the same paths for every tenant. One read of one item of the
 * platform index. The index is eventually consistent: only the tenant, which never changes, is taken from it. An entity that
 * a platform admin has just created is found by its `CREATED` item.
 */
export async function findTenantOf(
  table: Table,
  { name }: KindKeys,
  id: string,
): Promise<string | undefined> {
  const scope = { kind: 'platform', shard: shardOf(id) } as const;
  const item = await findInIndex(table, 'platform', indexPartition(name, scope, 'all', {}), id);
  if (item) return readEntity(ownerSchema, item).tenant_id;
  const created = await getItem(table, createdKey(id));
  return created && ownerSchema.parse(created).tenant_id;
}
