import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { auditPartition, EVENT_PREFIX } from '../../shared/audit/seal.ts';
import type { Table } from '../../shared/table/table.ts';

type Item = Readonly<Record<string, unknown>>;

/** An audit event as an item of the table. */
export const auditItem = (tenantId: string, id: string, expiresAt?: number) => ({
  pk: auditPartition(tenantId),
  sk: `${EVENT_PREFIX}${id}`,
  data: { id, tenant_id: tenantId, action: 'user.updated', changes: [{ field: 'role', from: 1, to: null }] },
  ...(expiresAt === undefined ? {} : { ttl: expiresAt }),
});

function attributeOf(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'number') return { N: String(value) };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value !== 'object') return { S: String(value) };
  return { M: Object.fromEntries(Object.entries(value).map(([name, it]) => [name, attributeOf(it)])) };
}

/** The change of an item as a function of the table's stream receives it. */
export function recordOf(before: Item | undefined, after: Item | undefined, at: Date): DynamoDBRecord {
  const { pk, sk } = { ...before, ...after };
  const image = (item: Item) => attributeOf(item).M ?? {};
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(at.getTime() / 1_000),
      Keys: image({ pk, sk }),
      ...(before ? { OldImage: image(before) } : {}),
      ...(after ? { NewImage: image(after) } : {}),
    },
  };
}

export const put = (table: Table, Item: Item) =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...Item } }));
