import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import { attribute, EXISTS, expression } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';
import { USERS, type User } from '../users/user.ts';

/** The number of parallel updates; a tenant may have thousands of users. */
const LANES = 16;

/**
 * Ends all sessions of a user by raising their session version, which invalidates every issued token and its successors.
 * Returns whether the user exists.
 */
export async function endSessions(
  table: Table,
  user: Pick<User, 'id' | 'tenant_id' | 'name'>,
): Promise<boolean> {
  const expressions = {
    update: expression`SET #credentials.#session_version = #credentials.#session_version + ${1} ADD ${attribute(REVISION)} ${1}`,
    condition: EXISTS,
  };
  const end = updateItem(table, USERS.key(user.tenant_id, user.id), expressions, 'stale');
  const audit = auditWrites(table, USERS, user, user, { action: 'sessions_ended' });
  return (await commit(table, [end, ...audit])) === 'written';
}

/** Ends all sessions of a tenant. Returns the number of users, without those deleted meanwhile. */
export async function endTenantSessions(table: Table, tenantId: string): Promise<number> {
  const users = queryAll(table, tenantPartition(tenantId), USERS.prefix());
  const endInTurn = async () => {
    let ended = 0;
    for await (const item of users) {
      if (await endSessions(table, USERS.entityOf(item))) ended += 1;
    }
    return ended;
  };
  const counts = await Promise.all(Array.from({ length: LANES }, endInTurn));
  return counts.reduce((sum, count) => sum + count, 0);
}
