import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../table/get-item.ts';
import { connectionIdKey, connectionPrefix, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Whose } from './changes.ts';
import { type Connection, readConnection } from './connection.ts';

/**
 * The connections that stand in the partition of a tenant: those that are told of it, and those of its users that are told
 * of another one. Strongly consistent, as many pages as it takes: their number is bounded by the people who watch.
 */
export async function findConnections(table: Table, { tenantId, userId }: Whose): Promise<Connection[]> {
  const found: Connection[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :partition AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':partition': livePartition(tenantId),
          ':prefix': connectionPrefix(userId),
        },
        ConsistentRead: true,
        ExclusiveStartKey: startKey,
      }),
    );
    found.push(...Items.map(readConnection));
    startKey = LastEvaluatedKey;
  } while (startKey);
  return found;
}

/** The connection of an id; `undefined` where it is not known, or not any more. */
export async function findConnection(table: Table, id: string): Promise<Connection | undefined> {
  const item = await getItem(table, connectionIdKey(id));
  return item && readConnection(item);
}
