import { manages } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { deleteItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { assignmentKey, channelsKey, emailKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { userItem } from './account.ts';
import { countUser } from './count-user.ts';
import { keepPlatformAdmin } from './platform-admins.ts';
import { type Account, USERS } from './user.ts';

/**
 * Deletes a user with their e-mail claim, assignment and channels. Their tokens end at once, because they refer to no user.
 */
export function deleteUser(
  table: Table,
  account: Account,
  { caller, ifMatch }: { caller: AuthenticatedUser; ifMatch: string | undefined },
): Promise<void> {
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current) => {
    const { entity: user, credentials, version } = current;
    checkIfMatch(ifMatch, user);
    if (user.id === caller.userId) throw new ApiError('own_account_protected');
    if (!manages(caller.role, user.role)) throw new ApiError('forbidden');
    const writes = [
      deleteItem(table, userItem(user, credentials), version),
      deleteAny(table, emailKey(user.email)),
      deleteAny(table, assignmentKey(user.tenant_id, user.id)),
      deleteAny(table, channelsKey(user.tenant_id, user.id)),
      ...countUser(table, user.tenant_id, user, undefined),
      ...(await keepPlatformAdmin(table, caller, user, undefined)),
      ...auditWrites(table, USERS, user, undefined),
    ];
    return { writes, result: undefined };
  });
}
