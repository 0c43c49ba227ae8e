import { commit } from '../table/commit.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { USERS } from '../users/user.ts';

/** How many users' sessions end at the same time; a tenant may have thousands of users. */
const LANES = 16;

/**
 * Ends every session of a user at once by raising their session version: no token that was issued before, nor its
 * successor by a refresh, is accepted any more. Tells whether there is such a user.
 */
export async function endSessions(
  table: Table,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const write = {
    Update: {
      TableName: table.name,
      Key: USERS.key(tenantId, userId),
      UpdateExpression:
        'SET #credentials.#session_version = #credentials.#session_version + :one ADD #revision :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        '#credentials': 'credentials',
        '#session_version': 'session_version',
        '#revision': REVISION,
      },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
  // Nothing was read before: all that can be stale is that there is such a user.
  return (await commit(table, [{ write, refused: 'stale' }])) === 'written';
}

/** Ends every session of everyone in a tenant. Resolves to the number of users; those who go meanwhile do not count. */
export async function endTenantSessions(table: Table, tenantId: string): Promise<number> {
  const users = queryAll(table, tenantPartition(tenantId), USERS.prefix());
  const endInTurn = async () => {
    let ended = 0;
    for await (const item of users) {
      if (await endSessions(table, { tenantId, userId: USERS.read(item).entity.id })) ended += 1;
    }
    return ended;
  };
  const counts = await Promise.all(Array.from({ length: LANES }, endInTurn));
  return counts.reduce((sum, count) => sum + count, 0);
}
