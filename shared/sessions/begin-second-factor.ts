import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { factorAttributes, factorOwner, type PendingFactor } from '../second-factor/factor.ts';
import { newTotpSecret, otpauthUrl } from '../second-factor/totp.ts';
import { connectKey } from '../secrets/connect-key.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { formatTimestamp } from '../time.ts';
import { userItem } from '../users/account.ts';
import { checkCurrentPassword } from '../users/current-password.ts';
import { USERS } from '../users/user.ts';
import { getOwnAccount } from './own-account.ts';

/** A user has this long to install an app. */
const PENDING_MS = 3_600_000;

/** Stores a new secret of the caller, which has no effect until its first code. It replaces an earlier pending one. */
export async function beginSecondFactor(
  { table, settings, clock, randomBytes }: Runtime,
  caller: AuthenticatedUser,
  { currentPassword, now }: { currentPassword: string; now: Date },
): Promise<{ secret: string; otpauth_url: string }> {
  const account = await getOwnAccount(table, caller);
  const { entity: user } = account;
  if (!user.password_login_enabled) throw new ApiError('password_login_disabled');
  if (account.factor) throw new ApiError('second_factor_active');
  const guessesPerHour = settings.failedLoginsPerHour;
  await checkCurrentPassword(table, account, { caller, given: currentPassword, now, guessesPerHour });
  const secret = newTotpSecret(randomBytes);
  const pendingFactor: PendingFactor = {
    secret: await connectKey(settings.totpEncryptionKey, clock).encrypt(secret, factorOwner(user)),
    expires_at: formatTimestamp(new Date(now.getTime() + PENDING_MS)),
  };
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), (current, writeId) => {
    const { entity, credentials, version } = current;
    if (current.factor) throw new ApiError('second_factor_active');
    const item = userItem(entity, credentials);
    const before = { ...item, ...factorAttributes(current) };
    const after = { ...item, ...factorAttributes({ pendingFactor }) };
    const writes = [changeItem(table, before, after, { version, writeId })];
    return { writes, result: { secret, otpauth_url: otpauthUrl(secret, entity.email) } };
  });
}
