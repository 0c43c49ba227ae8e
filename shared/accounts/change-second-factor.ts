import { manages } from '../base/access.ts';
import type { Actor, AuthenticatedUser } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { formatTimestamp } from '../base/time.ts';
import { connectKey } from '../lambda/connect-key.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { admitCode } from '../limits/guesses.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { userItem } from './account.ts';
import { readAuthentication } from './authentication.ts';
import { getOwnAccount } from './own-account.ts';
import { checkCurrentPassword } from './password.ts';
import { keepSession } from './refresh-token.ts';
import {
  type Factor,
  factorAttributes,
  factorOwner,
  type PendingFactor,
  readFactor,
  readPendingFactor,
} from './second-factor.ts';
import {
  checkCode,
  newRecoveryCodes,
  newTotpSecret,
  otpauthUrl,
  type RightCode,
  stepOfCode,
} from './second-factor-codes.ts';
import { type Account, acceptsPassword, USERS } from './user.ts';

interface FactorChange {
  /** The new factor; `undefined` for none. */
  readonly factor: unknown;
  /** The session that stays open; `undefined` if none does. */
  readonly kept: AuthenticatedUser | undefined;
  readonly writeId: string;
  /** The code with which the user proved the factor, for the audit log. */
  readonly shown?: RightCode | undefined;
  /** The action in the audit log. */
  readonly action: `second_factor_${'enabled' | 'disabled' | 'reset'}`;
}

/**
 * Makes the writes that replace or remove a user's second factor, and a pending one. They end all sessions, because these
 * began under the former setting, except the kept one, whose user has just given a code.
 */
function changeSecondFactor(
  table: Table,
  account: Account,
  { factor, kept, writeId, action, shown }: FactorChange,
): GuardedWrite[] {
  const { entity: user, credentials, version } = account;
  const { session_version } = credentials;
  const before = { ...userItem(user, credentials), ...factorAttributes(account) };
  const ended = userItem(user, { ...credentials, session_version: session_version + 1 });
  const after = { ...ended, ...factorAttributes({ factor }) };
  const writes = [
    changeItem(table, before, after, { version, writeId }),
    ...auditWrites(table, USERS, user, user, { action, facts: shown && { second_factor: shown.kind } }),
  ];
  if (!kept) return writes;
  const authentication = {
    ...(readAuthentication(kept.authentication) ?? { method: 'password' as const }),
    second_factor: factor !== undefined,
  };
  return [...writes, keepSession(table, kept, session_version, authentication)];
}

/** How long a user has to install an app. */
const PENDING_MS = 3_600_000;

/**
 * Stores a new secret for the caller. It has no effect until the caller gives its first code. It replaces an earlier pending
 * secret.
 */
export async function beginSecondFactor(
  { table, settings, clock, randomBytes }: Runtime,
  caller: AuthenticatedUser,
  { currentPassword, now }: { currentPassword: string; now: Date },
): Promise<{ secret: string; otpauth_url: string }> {
  const account = await getOwnAccount(table, caller);
  const { entity: user } = account;
  if (!acceptsPassword(account, now)) throw new ApiError('password_login_disabled');
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

/**
 * Turns the caller's pending second factor on by its first code, which cannot be used again. Ends all other sessions. Guesses
 * are counted separately from those at sign-in, so that a stolen token cannot be used to turn on a factor that its user has
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
    // Checks the code again after a concurrent change, such as a login with the same code.
    const right = await checkCode(runtime, factor, { user: current.entity, given: otp, now, use: 'removal' });
    if (!right) throw invalidField('otp', 'The otp field is not a current code, or was used.');
    const action = 'second_factor_disabled';
    const change = { factor: undefined, kept: caller, writeId, action, shown: right } as const;
    return { writes: changeSecondFactor(table, current, change), result: undefined };
  });
}

/** Removes the second factor of another user, who lost it, and ends all of their sessions. */
export function resetSecondFactor(
  table: Table,
  account: Account,
  { caller, ifMatch }: { caller: Actor; ifMatch: string | undefined },
): Promise<void> {
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), (current, writeId) => {
    const { entity: user, factor, pendingFactor } = current;
    checkIfMatch(ifMatch, user);
    if (user.id === caller.userId) throw new ApiError('forbidden', { reason: 'own_second_factor' });
    if (!manages(caller.role, user.role)) throw new ApiError('forbidden');
    if (!factor && !pendingFactor) throw new ApiError('not_found');
    const change = { factor: undefined, kept: undefined, writeId, action: 'second_factor_reset' } as const;
    return { writes: changeSecondFactor(table, current, change), result: undefined };
  });
}
