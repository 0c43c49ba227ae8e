import type { AuthenticatedUser } from '../actor.ts';
import { ApiError, invalidField } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { admitCode } from '../rate-limits/code-guesses.ts';
import { stepOfCode } from '../second-factor/check-code.ts';
import { type Factor, readPendingFactor } from '../second-factor/factor.ts';
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { decideAndWrite } from '../table/decide.ts';
import { USERS } from '../users/user.ts';
import { changeSecondFactor } from './change-second-factor.ts';
import { getOwnAccount } from './own-account.ts';

/**
 * Makes the caller's pending second factor effective by its first code, which counts as used. Ends all other sessions.
 * Guesses are counted, separately from those at sign-in, so that a stolen token cannot confirm a factor that its user has
 * begun.
 */
export async function confirmSecondFactor(
  runtime: Runtime,
  caller: AuthenticatedUser,
  { otp, now }: { otp: string; now: Date },
): Promise<string[]> {
  const { table, randomBytes } = runtime;
  const account = await getOwnAccount(table, caller);
  const guess = await admitCode(table, { userId: caller.userId, use: 'set-up', now });
  const { codes, hashes } = newRecoveryCodes(randomBytes);
  const reload = reloadEntity(table, USERS, account);
  const confirmed = await decideAndWrite(table, account, reload, async (current, writeId) => {
    if (current.factor) throw new ApiError('second_factor_active');
    const pending = readPendingFactor(current);
    if (!pending || Date.parse(pending.expires_at) <= now.getTime()) {
      throw invalidField('otp', 'The set-up has not begun, or took longer than an hour. Begin it again.');
    }
    const step = await stepOfCode(runtime, pending.secret, { user: current.entity, given: otp, now });
    if (step === undefined) throw invalidField('otp', 'The otp field is not a current code.');
    const factor: Factor = { secret: pending.secret, last_step: step, recovery: hashes };
    const change = { factor, kept: caller, writeId, action: 'second_factor_enabled' } as const;
    return { writes: changeSecondFactor(table, current, change), result: codes };
  });
  void guess.forgive();
  return confirmed;
}
