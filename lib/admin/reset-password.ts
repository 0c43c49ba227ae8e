import { updateUser } from '../../shared/accounts/change-users.ts';
import { acceptsPassword } from '../../shared/accounts/user.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';
import { asTableOwner } from './table-owner.ts';

/** Sets a new password of a user, which ends all their sessions. */
export const resetPasswordCommand: AdminCommand<{ email: string }> = async (
  { table, clock, readNewPassword },
  options,
) => {
  const account = await findAccount(table, options);
  const password = await readNewPassword(account.entity.email);
  const user = await updateUser(table, account, { password }, asTableOwner(clock));
  const done = `${user.email} has a new password, and all their sessions have ended.`;
  if (user.status !== 'active') return `${done} The account is ${user.status}: it cannot sign in.`;
  return acceptsPassword({ ...account, entity: user }, clock())
    ? done
    : `${done} Password login is disabled for the account.`;
};
