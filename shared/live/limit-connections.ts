import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { SessionIds } from '../sessions/session-ids.ts';
import { expressionInput } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { connectionPrefix, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** How many a user may have open. Each is read, judged and told with everything that happens. */
export const CONNECTION_LIMIT = 50;

/**
 * Whether a user has as many connections as they may have, whichever tenants these are told of: the partition of the user's own tenant
 * has them all. Strongly consistent. Those that are let in at the same moment do not see each other, so a user may get over the
 * limit by as many.
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
