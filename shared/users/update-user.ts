import { manages } from '../access.ts';
import type { Actor } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { emailKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putNew } from '../table/writes.ts';
import { emailItem, userItem } from './account.ts';
import { unassignSites } from './assignment.ts';
import { countUser } from './count-user.ts';
import { checkCurrentPassword } from './current-password.ts';
import { hashPassword } from './password.ts';
import { keepPlatformAdmin } from './platform-admins.ts';
import {
  type Account,
  type Credentials,
  checkPasswordLogin,
  USERS,
  type User,
  type UserChanges,
} from './user.ts';

interface ChangeContext {
  readonly caller: Actor;
  readonly ifMatch: string | undefined;
  readonly at: string;
  /** The limit of wrong passwords for a user in one hour. */
  readonly guessesPerHour: number;
}

/**
 * Changes the given fields. A new password, or a status other than active, ends all sessions of the user in the same
 * write. A new role holds from the next request, because every request reads it.
 */
export async function updateUser(
  table: Table,
  account: Account,
  { password, current_password, ...changes }: UserChanges,
  { caller, ifMatch, at, guessesPerHour }: ChangeContext,
): Promise<User> {
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current, writeId) => {
    const { entity: user, credentials, version } = current;
    checkIfMatch(ifMatch, user);
    const changed = applyChanges(user, changes, at);
    checkMayChange(caller, user, changed);
    if (password !== undefined) {
      await checkCurrentPassword(table, current, {
        caller,
        given: current_password,
        now: new Date(at),
        guessesPerHour,
      });
    }
    const endsSessions =
      passwordHash !== undefined || (changed.status !== user.status && changed.status !== 'active');
    const changedCredentials: Credentials = {
      ...credentials,
      password_hash: passwordHash ?? credentials.password_hash,
      session_version: credentials.session_version + Number(endsSessions),
      ...(changed.email === user.email ? {} : { email_version: (credentials.email_version ?? 0) + 1 }),
    };
    // An invited user has none yet.
    if (!user.password_login_enabled) checkPasswordLogin(changed, changedCredentials);
    const [before, after] = [userItem(user, credentials), userItem(changed, changedCredentials)];
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...moveEmail(table, user, changed),
      ...unassignSites(table, user, changed),
      ...countUser(table, user.tenant_id, user, changed),
      ...(await keepPlatformAdmin(table, caller, user, changed)),
      ...auditWrites(table, USERS, user, changed, { hidden: passwordHash ? ['password'] : [] }),
    ];
    return { writes, result: changed };
  });
}

/** Nobody changes their own role or status, or changes users of a role that they do not manage. */
function checkMayChange(caller: Actor, user: User, changed: User): void {
  const changesRoleOrStatus = changed.role !== user.role || changed.status !== user.status;
  if (user.id === caller.userId && changesRoleOrStatus) throw new ApiError('own_account_protected');
  if (!manages(caller.role, user.role) || !manages(caller.role, changed.role))
    throw new ApiError('forbidden');
  // The next sign-in would undo it.
  const isManaged = user.role_managed_by_sso && changed.role_managed_by_sso;
  if (isManaged && changed.role !== user.role) throw new ApiError('role_managed_by_sso');
}

function moveEmail(table: Table, user: User, changed: User): GuardedWrite[] {
  if (changed.email === user.email) return [];
  return [putNew(table, emailItem(changed), 'email_taken'), deleteAny(table, emailKey(user.email))];
}
