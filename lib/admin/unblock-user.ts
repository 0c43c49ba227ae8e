import { updateUser } from '../../shared/accounts/change-users.ts';
import { AdminError } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';
import { asTableOwner } from './table-owner.ts';

/** Unblocks a user. The sessions that blocking has ended do not come back. */
export const unblockUserCommand: AdminCommand<{ email: string }> = async ({ table, clock }, options) => {
  const account = await findAccount(table, options);
  const { email, status } = account.entity;
  if (status === 'active') return `${email} is not blocked.`;
  // `inactive` is not a block, so it stays.
  if (status !== 'blocked') throw new AdminError(`${email} is ${status}, not blocked.`);
  await updateUser(table, account, { status: 'active' }, asTableOwner(clock));
  return `${email} is active again, with the password from before. The sessions that ended stay ended.`;
};
