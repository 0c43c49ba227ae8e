import { resetSecondFactor } from '../../shared/accounts/change-second-factor.ts';
import { AdminError } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';
import { asTableOwner } from './table-owner.ts';

/** Removes the second factor of a user who lost phone and recovery codes, and whom no colleague can help. */
export const resetSecondFactorCommand: AdminCommand<{ email: string }> = async (
  { table, clock },
  options,
) => {
  const account = await findAccount(table, options);
  const { email } = account.entity;
  if (!account.factor && !account.pendingFactor) throw new AdminError(`${email} has no second factor.`);
  await resetSecondFactor(table, account, asTableOwner(clock));
  return `${email} has no second factor, and all their sessions have ended.`;
};
