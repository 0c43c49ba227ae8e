import { updateUser } from '../../shared/accounts/change-users.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';
import { asTableOwner } from './table-owner.ts';

/** Blocks a user and ends all their sessions. The last active master of a tenant cannot be blocked. */
export const blockUserCommand: AdminCommand<{ email: string }> = async ({ table, clock }, options) => {
  const account = await findAccount(table, options);
  if (account.entity.status === 'blocked') return `${account.entity.email} is blocked already.`;
  const user = await updateUser(table, account, { status: 'blocked' }, asTableOwner(clock));
  return `${user.email} is blocked, and all their sessions have ended.`;
};
