import type { AuthenticatedUser } from '../actor.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { userItem } from '../users/account.ts';
import { USERS } from '../users/user.ts';
import { keepSession } from './keep-session.ts';
import { getOwnAccount } from './own-account.ts';

/**
 * Ends all sessions of a user except the caller's. Raises the user's session version and that of the presented token in one
 * transaction, so every other token and its successors have an ended version. Deleting tokens would miss the successor of a
 * token that is refreshed at the same time.
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
