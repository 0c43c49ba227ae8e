import type { AuthenticatedUser } from '../actor.ts';
import { ApiError, invalidField } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { checkCode } from '../second-factor/check-code.ts';
import { readFactor } from '../second-factor/factor.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { decideAndWrite } from '../table/decide.ts';
import { checkCurrentPassword } from '../users/current-password.ts';
import { USERS } from '../users/user.ts';
import { changeSecondFactor } from './change-second-factor.ts';
import { getOwnAccount } from './own-account.ts';

/** Removes the caller's second factor. Ends all other sessions. */
export async function disableSecondFactor(
  runtime: Runtime,
  caller: AuthenticatedUser,
  { currentPassword, otp, now }: { currentPassword: string; otp: string; now: Date },
): Promise<void> {
  const { table, settings } = runtime;
  const account = await getOwnAccount(table, caller);
  if (!account.factor) throw new ApiError('not_found');
  const guessesPerHour = settings.failedLoginsPerHour;
  await checkCurrentPassword(table, account, { caller, given: currentPassword, now, guessesPerHour });
  await decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current, writeId) => {
    const factor = readFactor(current);
    if (!factor) throw new ApiError('not_found');
    // The code is checked again after a change, such as a login with the same code.
    const right = await checkCode(runtime, factor, { user: current.entity, given: otp, now, use: 'removal' });
    if (!right) throw invalidField('otp', 'The otp field is not a current code, or was used.');
    const action = 'second_factor_disabled';
    const change = { factor: undefined, kept: caller, writeId, action, shown: right } as const;
    return { writes: changeSecondFactor(table, current, change), result: undefined };
  });
}
