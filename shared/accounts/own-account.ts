import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { attribute, EXISTS, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';
import { getAccount, userItem } from './account.ts';
import { checkCurrentPassword, hashPassword } from './password.ts';
import { keepSession } from './refresh-token.ts';
import { type Account, LANGUAGE_ATTRIBUTE, USERS, type User } from './user.ts';
import type { OwnChanges } from './user-contract.ts';

/** Reads the caller's account. Throws `unauthenticated` if it was deleted after the request was authenticated. */
export async function getOwnAccount(table: Table, caller: AuthenticatedUser): Promise<Account> {
  const account = await getAccount(table, caller);
  if (!account) throw new ApiError('unauthenticated', { reason: 'user_not_found' });
  return account;
}

interface OwnChangeContext {
  readonly caller: AuthenticatedUser;
  readonly ifMatch: string | undefined;
  readonly at: string;
  /** How many wrong guesses of the current password are allowed in an hour. */
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

/**
 * Stores the language of messages to the caller; null removes it. It belongs to the caller alone, so the last of several
 * changes counts.
 */
export async function chooseLanguage(
  table: Table,
  caller: AuthenticatedUser,
  language: string | null,
): Promise<void> {
  const stored = attribute(LANGUAGE_ATTRIBUTE);
  const update = language === null ? expression`REMOVE ${stored}` : expression`SET ${stored} = ${language}`;
  const key = USERS.key(caller.tenantId, caller.userId);
  const missing = new ApiError('unauthenticated', { reason: 'user_not_found' });
  await commit(table, [updateItem(table, key, { update, condition: EXISTS }, missing)]);
}
