import { manages } from '../base/access.ts';
import type { Actor, AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { attribute, EXISTS, expression } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';
import { userItem } from './account.ts';
import { getOwnAccount } from './own-account.ts';
import { keepSession } from './refresh-token.ts';
import { type Account, USERS, type User } from './user.ts';

/** How many users are updated in parallel; a tenant may have thousands. */
const LANES = 16;

/**
 * Ends all sessions of a user by raising the user's session version. This invalidates every token, including tokens that are
 * being refreshed. Returns whether the user exists.
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

/** Ends all sessions of a tenant's users. Returns how many users there were, without those deleted meanwhile. */
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

/**
 * Ends all sessions of a user except the caller's. One transaction raises the session version of the user and of the
 * presented token, so that every other token, even if it is refreshed at the same time, has an old version. Deleting the
 * other tokens would miss one that is being refreshed.
 */
export async function endOtherSessions(table: Table, caller: AuthenticatedUser): Promise<void> {
  const account = await getOwnAccount(table, caller);
  await decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current, writeId) => {
    const { entity: user, credentials, version } = current;
    const { session_version } = credentials;
    const [before, after] = [
      userItem(user, credentials),
      userItem(user, { ...credentials, session_version: session_version + 1 }),
    ];
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      keepSession(table, caller, session_version),
      ...auditWrites(table, USERS, user, user, { action: 'sessions_ended' }),
    ];
    return { writes, result: undefined };
  });
}

/** Ends all sessions of another user, such as those on a phone that is lost. The user may sign in again. */
export function endSessionsOf(
  table: Table,
  account: Account,
  { caller, ifMatch }: { readonly caller: Actor; readonly ifMatch: string | undefined },
): Promise<void> {
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), (current, writeId) => {
    const { entity: user, credentials, version } = current;
    checkIfMatch(ifMatch, user);
    if (user.id === caller.userId) throw new ApiError('forbidden', { reason: 'own_sessions' });
    if (!manages(caller.role, user.role)) throw new ApiError('forbidden');
    const [before, after] = [
      userItem(user, credentials),
      userItem(user, { ...credentials, session_version: credentials.session_version + 1 }),
    ];
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...auditWrites(table, USERS, user, user, { action: 'sessions_ended' }),
    ];
    return { writes, result: undefined };
  });
}
