import * as z from 'zod/mini';
import { findInIndex } from './find-in-index.ts';
import { getItem } from './get-item.ts';
import { indexPartition, shardOf } from './index-keys.ts';
import { createdKey } from './keys.ts';
import { type KindKeys, readEntity } from './kind.ts';
import type { Table } from './table.ts';

const ownerSchema = z.object({ tenant_id: z.string() });

/**
 * The tenant that an id belongs to, for callers whose token does not say it: a platform admin works in every
 * tenant through the same paths. The platform index knows the id's shard, so this is one read of one item. It is
 * eventually consistent, and only the tenant, which never changes, is taken from it; what it does not hold yet, it may
 * hold a moment later, and what a platform admin created is noted until then.
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
