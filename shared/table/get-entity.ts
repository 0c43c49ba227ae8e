import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readEntity } from './entity-item.ts';
import { entityKey, type ItemKey, indexPartition, shardOf, type TenantKind } from './keys.ts';
import type { Table } from './table.ts';
import { CHILD_COUNT } from './writes.ts';

/** One item, strongly consistent, or `undefined`. */
export async function getItem(table: Table, key: ItemKey): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** One entity of a tenant by its id, strongly consistent, or `undefined`. */
export async function getEntity<T>(
  table: Table,
  kind: TenantKind,
  schema: z.ZodType<T>,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<T | undefined> {
  const item = await getItem(table, entityKey(kind, tenantId, id));
  return item && readEntity(schema, item);
}

const ownerSchema = z.object({ tenant_id: z.string() });

/**
 * The tenant that an id belongs to, for callers whose token does not say it: a platform admin works in every
 * tenant through the same paths. The platform index knows the id's shard, so this is one read of one item; it is
 * eventually consistent, and only the tenant, which never changes, is taken from it.
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
  return item && readEntity(ownerSchema, item).tenant_id;
}

/** An entity that others belong to, with how many do. */
export interface Parent<T> {
  readonly entity: T;
  readonly children: number;
}

/** One entity with the count of its children, strongly consistent, or `undefined`. */
export async function getParent<T>(
  table: Table,
  key: ItemKey,
  schema: z.ZodType<T>,
): Promise<Parent<T> | undefined> {
  const item = await getItem(table, key);
  return item && { entity: readEntity(schema, item), children: z.int().default(0).parse(item[CHILD_COUNT]) };
}
