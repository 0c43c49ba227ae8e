import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { isAllowed, type LoginLimits } from '../rate-limits/count-login.ts';
import {
  addressKey,
  admitGuess,
  type Guess,
  isKnownAddress,
  rememberAddress,
} from '../rate-limits/password-guesses.ts';
import { batchGet } from '../table/batch-get.ts';
import { commit } from '../table/commit.ts';
import { attribute, expression } from '../table/expression.ts';
import { emailKey, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { putOwn, updateItem } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { type AccountOwner, readEmailItem } from '../users/account.ts';
import { isActiveTenant } from '../users/active-tenant.ts';
import { verifyPassword } from '../users/password.ts';
import { type Account, USERS, type User } from '../users/user.ts';
import { issueToken } from './token.ts';
import { tokenItem } from './token-store.ts';

interface Candidate {
  readonly account: Account;
  readonly isOfActiveTenant: boolean;
}

interface Login {
  readonly email: string;
  readonly password: string;
  /** The network address of the request. */
  readonly address: string;
  readonly now: Date;
}

/** A login with a counted guess and its account: the inputs of password verification. */
export interface BegunSignIn {
  readonly guess: Guess;
  /** The account with the e-mail; `undefined` if there is none. */
  readonly candidate: Candidate | undefined;
}

/**
 * Reads the account and counts the guess in two round trips, in parallel with the limits
 * (docs/decisions/0012-count-password-attempts-first.md). If the first limit rejects the request, no guess is counted.
 * If the second limit rejects it, or the account cannot be read, the guess is forgiven: the password was not verified.
 */
export async function beginSignIn(
  { table, settings }: Runtime,
  { email, address, now }: Omit<Login, 'password'>,
  limits: LoginLimits,
): Promise<BegunSignIn> {
  const limit = settings.failedLoginsPerHour;
  const [[claim, known], passesFirst] = await Promise.all([
    batchGet(table, [emailKey(email), addressKey({ email, address })]),
    isAllowed(limits.first),
  ]);
  if (!passesFirst) throw new ApiError('too_many_requests'); // the limit's own error is answered
  const [guess, candidate] = await Promise.allSettled([
    admitGuess(table, { email, now, limit, isFromKnownAddress: isKnownAddress(known, now) }),
    readCandidate(table, readEmailItem(claim)),
  ]);
  if (guess.status === 'rejected') throw guess.reason;
  const passesAll = await isAllowed(limits.all);
  if (!passesAll || candidate.status === 'rejected') await guess.value.forgive();
  if (candidate.status === 'rejected') throw candidate.reason;
  return { guess: guess.value, candidate: candidate.value };
}

/**
 * Signs in with e-mail and password (docs/api-contract.md, "Authentication"). An unknown e-mail and a wrong password cause
 * the same error and take the same time. Errors of the account itself need the right password.
 */
export async function signIn(
  runtime: Runtime,
  { email, password, address, now }: Login,
  { guess, candidate }: BegunSignIn,
): Promise<{ token: string; user: User }> {
  const matches = await verifyPassword(candidate?.account.credentials.password_hash, password);
  if (!candidate || !matches) throw new ApiError('invalid_credentials');
  const [session] = await Promise.allSettled([
    startSession(runtime, candidate, now),
    guess.forgive(),
    rememberAddress(runtime.table, { email, address, now }),
  ]);
  if (session.status === 'rejected') throw session.reason;
  return session.value;
}

async function startSession(runtime: Runtime, candidate: Candidate, now: Date) {
  checkMaySignIn(candidate);
  return openSession(runtime, candidate.account, now);
}

/** Read for an unknown e-mail, so that it takes as many reads as a known one. */
const NOBODY: AccountOwner = { tenantId: 'nobody', userId: 'nobody' };

async function readCandidate(
  table: Table,
  { tenantId, userId }: AccountOwner = NOBODY,
): Promise<Candidate | undefined> {
  const [user, tenant] = await batchGet(table, [USERS.key(tenantId, userId), tenantKey(tenantId)]);
  return user && { account: USERS.read(user), isOfActiveTenant: isActiveTenant(tenant) };
}

function checkMaySignIn({ account: { entity: user }, isOfActiveTenant }: Candidate): void {
  if (user.status !== 'active') throw new ApiError('account_not_active', { reason: `user_${user.status}` });
  if (!isOfActiveTenant) throw new ApiError('account_not_active', { reason: 'tenant_not_active' });
  if (!user.password_login_enabled) throw new ApiError('password_login_disabled');
}

/**
 * Writes the token and the time of the login in one transaction. Refused if the user's sessions have ended since the account
 * was read, because a login must not bypass a block or a new password.
 */
async function openSession(
  { table, settings, randomBytes }: Runtime,
  { entity: user, credentials }: Account,
  now: Date,
): Promise<{ token: string; user: User }> {
  const token = issueToken({ tenantId: user.tenant_id, userId: user.id }, randomBytes);
  const sessionVersion = credentials.session_version;
  const lastLoginAt = formatTimestamp(now);
  const started = tokenItem(token, { sessionVersion, now, lifetimeMinutes: settings.tokenExpirationMinutes });
  const expressions = {
    update: expression`SET #data.#last_login_at = ${lastLoginAt} ADD ${attribute(REVISION)} ${1}`,
    condition: expression`#credentials.#session_version = ${sessionVersion}`,
  };
  const ended = new ApiError('invalid_credentials', { reason: 'session_ended_meanwhile' });
  const login = updateItem(table, USERS.key(user.tenant_id, user.id), expressions, ended);
  await commit(table, [putOwn(table, started), login]);
  return { token: token.plainText, user: { ...user, last_login_at: lastLoginAt } };
}
