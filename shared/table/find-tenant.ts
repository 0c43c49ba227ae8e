import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { INDEX_SORT_KEY, type IndexName } from './definition.ts';
import { attribute, expression, expressionInput } from './expression.ts';
import { indexPartition, shardOf } from './index-keys.ts';
import { createdKey, tenantIdOf } from './keys.ts';
import type { KindKeys } from './kind.ts';
import { getItem } from './reads.ts';
import type { Table } from './table.ts';

const ownerSchema = z.object({ tenant_id: z.string() });
const keySchema = z.object({ pk: z.string(), sk: z.string() });

/**
 * Finds the tenant of an entity by the entity's id, for platform admins, who use the same paths for every tenant. It reads
 * one item of the platform index, or of that by status. That index is eventually consistent, so only the tenant is taken from it, which never
 * changes. An entity that a platform admin has just created is found by its `CREATED` item.
 */
export async function findTenantOf(
  table: Table,
  { name, statusOfUnlisted: status }: KindKeys,
  id: string,
): Promise<string | undefined> {
  const scope = { kind: 'platform', shard: shardOf(id) } as const;
  const [item, unlisted] = await Promise.all([
    findInIndex(table, 'platform', indexPartition(name, scope, 'all', {}), id),
    findInIndex(table, 'platform_status', indexPartition(name, scope, 'status', { status }), id),
  ]);
  const found = item ?? unlisted;
  if (found) return tenantIdOf(keySchema.parse(found));
  const created = await getItem(table, createdKey(id));
  return created && ownerSchema.parse(created).tenant_id;
}

/**
 * Finds the entry of an id in a partition of an index by reading one item, eventually consistent. `undefined` if the index
 * does not contain it (yet), or if no partition is given.
 */
export async function findInIndex(
  table: Table,
  index: IndexName,
  partition: string | undefined,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (partition === undefined) return undefined;
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index,
      ...expressionInput({
        key: expression`${attribute(index)} = ${partition} AND ${attribute(INDEX_SORT_KEY)} = ${id}`,
      }),
    }),
  );
  return Items?.[0];
}
