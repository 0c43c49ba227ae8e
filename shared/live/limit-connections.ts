import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { SessionIds } from '../sessions/session-ids.ts';
import { expressionInput } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { connectionPrefix, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** The maximum number of connections that a user may have open. Every change reads and authorizes each of them. */
export const CONNECTION_LIMIT = 50;

/**
 * Counts the connections of a user strongly consistently, whatever tenants they watch: the partition of the user's own tenant
 * contains them all. Connections that are opened at the same moment can exceed the limit, because none sees the others.
 */
export async function hasReachedConnectionLimit(
  table: Table,
  { tenantId, userId }: Omit<SessionIds, 'tokenId'>,
): Promise<boolean> {
  const { Count = 0 } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(livePartition(tenantId), connectionPrefix(userId)) }),
      ConsistentRead: true,
      Select: 'COUNT',
      Limit: CONNECTION_LIMIT,
    }),
  );
  return Count >= CONNECTION_LIMIT;
}
