import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readEntity, readStored, type Stored } from './entity-item.ts';
import { createdKey, type ItemKey, indexPartition, shardOf, type TenantKind } from './keys.ts';
import type { Table } from './table.ts';

/** One item, strongly consistent, or `undefined`. */
export async function getItem(table: Table, key: ItemKey): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** One entity as it is stored, strongly consistent, or `undefined`. */
export async function getStored<T>(
  table: Table,
  { pk, sk }: ItemKey,
  schema: z.ZodType<T>,
): Promise<Stored<T> | undefined> {
  const item = await getItem(table, { pk, sk });
  return item && readStored(schema, item);
}

const ownerSchema = z.object({ tenant_id: z.string() });

/**
 * The tenant that an id belongs to, for callers whose token does not say it: a platform admin works in every
 * tenant through the same paths. The platform index knows the id's shard, so this is one read of one item. It is
 * eventually consistent, and only the tenant, which never changes, is taken from it; what it does not hold yet, it may
 * hold a moment later, and what a platform admin created is noted until then.
 */
export async function findTenantOf(table: Table, kind: TenantKind, id: string): Promise<string | undefined> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'platform',
      KeyConditionExpression: '#partition = :partition AND #id = :id',
      ExpressionAttributeNames: { '#partition': 'platform', '#id': 'id' },
      ExpressionAttributeValues: {
        ':partition': indexPartition(kind, { kind: 'platform', shard: shardOf(id) }, undefined, {}),
        ':id': id,
      },
    }),
  );
  const [item] = Items ?? [];
  if (item) return readEntity(ownerSchema, item).tenant_id;
  const created = await getItem(table, createdKey(id));
  return created && ownerSchema.parse(created).tenant_id;
}
