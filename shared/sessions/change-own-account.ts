import type { AuthenticatedUser } from '../actor.ts';
import { checkIfMatch } from '../etag.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { userItem } from '../users/account.ts';
import { checkCurrentPassword } from '../users/current-password.ts';
import { hashPassword } from '../users/password.ts';
import { type OwnChanges, USERS, type User } from '../users/user.ts';
import { keepSession } from './keep-session.ts';
import { getOwnAccount } from './own-account.ts';

interface OwnChangeContext {
  readonly caller: AuthenticatedUser;
  readonly ifMatch: string | undefined;
  readonly at: string;
  /** The wrong guesses of the current password allowed in an hour. */
  readonly guessesPerHour: number;
}

/** Changes the caller's own account. A new password ends all other sessions, in the same transaction. */
export async function changeOwnAccount(
  table: Table,
  { password, current_password, ...changes }: OwnChanges,
  { caller, ifMatch, at, guessesPerHour }: OwnChangeContext,
): Promise<User> {
  const account = await getOwnAccount(table, caller);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current, writeId) => {
    const { entity: user, credentials, version } = current;
    checkIfMatch(ifMatch, user);
    const changed = applyChanges(user, changes, at);
    const basis = { version, writeId };
    const before = userItem(user, credentials);
    if (passwordHash === undefined) {
      const writes = [
        changeItem(table, before, userItem(changed, credentials), basis),
        ...auditWrites(table, USERS, user, changed),
      ];
      return { writes, result: changed };
    }
    const guess = { caller, given: current_password, now: new Date(at), guessesPerHour };
    await checkCurrentPassword(table, current, guess);
    const { session_version } = credentials;
    const renewed = { ...credentials, password_hash: passwordHash, session_version: session_version + 1 };
    const writes = [
      changeItem(table, before, userItem(changed, renewed), basis),
      keepSession(table, caller, session_version),
      ...auditWrites(table, USERS, user, changed, { hidden: ['password'] }),
    ];
    return { writes, result: changed };
  });
}
