import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Table } from '../table/table.ts';
import { getAccount } from '../users/account.ts';
import type { Account } from '../users/user.ts';

/** Reads the caller's account. Throws `unauthenticated` if it was deleted after the authentication. */
export async function getOwnAccount(table: Table, caller: AuthenticatedUser): Promise<Account> {
  const account = await getAccount(table, caller);
  if (!account) throw new ApiError('unauthenticated', { reason: 'user_not_found' });
  return account;
}
