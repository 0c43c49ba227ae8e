import { commit } from '../table/commit.ts';
import { attribute, EXISTS, expression } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';
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
  const expressions = {
    update: expression`SET #credentials.#session_version = #credentials.#session_version + ${1} ADD ${attribute(REVISION)} ${1}`,
    condition: EXISTS,
  };
  const end = updateItem(table, USERS.key(tenantId, userId), expressions, 'stale');
  return (await commit(table, [end])) === 'written';
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
