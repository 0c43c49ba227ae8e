import { recordUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import {
  addressKey,
  admitGuess,
  type Guess,
  isAllowed,
  isKnownAddress,
  isRecordedAddress,
  type LoginLimits,
  rememberAddress,
} from '../limits/guesses.ts';
import { tooManyRequests } from '../limits/rate-counter.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { allOf, attribute, expression } from '../table/expression.ts';
import { emailKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { putOwn, updateItem } from '../table/writes.ts';
import { type AccountOwner, isActiveTenant, readEmailItem } from './account.ts';
import { verifyPassword } from './password.ts';
import { readFactor } from './second-factor.ts';
import { checkCode, type RightCode } from './second-factor-codes.ts';
import type { Sender } from './session.ts';
import { issueToken, tokenItem } from './token.ts';
import { type Account, acceptsPassword, USERS, type User } from './user.ts';

interface Candidate {
  readonly account: Account;
  readonly isOfActiveTenant: boolean;
}

interface Login {
  readonly email: string;
  readonly password: string;
  /** A code of the second factor. */
  readonly otp?: string | undefined;
  /** Whether the person asks to stay signed in on their device. */
  readonly keep_signed_in?: boolean | undefined;
  /** The network address of the request. */
  readonly address: string;
  readonly sender: Sender;
  readonly now: Date;
}

/** A login whose guess is counted and whose account is read, so that the password can be verified. */
export interface BegunSignIn {
  readonly guess: Guess;
  /** The account with this e-mail; `undefined` if there is none. */
  readonly candidate: Candidate | undefined;
  /** Whether a success need not record the address, because an earlier one has. */
  readonly isAddressRecorded: boolean;
}

/**
 * Reads the account and counts the guess in two round trips, while the rate limits are checked
 * (docs/decisions/0012-count-password-attempts-first.md). If the first limit rejects the request, no guess is counted. If the
 * second limit rejects it, or the account cannot be read, the guess is forgiven, because no password was verified.
 * `noteKnown` is called as soon as it is known whether this e-mail has signed in from this address before. Forgiving the
 * guess of a right password also takes the login off the count of its address.
 */
export async function beginSignIn(
  { table, settings }: Runtime,
  { email, address, now }: Pick<Login, 'email' | 'address' | 'now'>,
  limits: LoginLimits,
  noteKnown: (isFromKnownAddress: boolean) => void = () => {},
): Promise<BegunSignIn> {
  const limit = settings.failedLoginsPerHour;
  const read = async () => {
    const [claim, record] = await batchGet(table, [emailKey(email), addressKey({ email, address })]);
    const isFromKnownAddress = isKnownAddress(record, now);
    noteKnown(isFromKnownAddress);
    return { claim, isFromKnownAddress, isAddressRecorded: isRecordedAddress(record, now) };
  };
  const [{ claim, isFromKnownAddress, isAddressRecorded }, passesFirst] = await Promise.all([
    read(),
    isAllowed(limits.first),
  ]);
  if (!passesFirst) throw tooManyRequests(); // this error is returned, even if admitGuess would fail, too
  const [guess, candidate] = await Promise.allSettled([
    admitGuess(table, { email, now, limit, isFromKnownAddress }),
    readCandidate(table, readEmailItem(claim)),
  ]);
  if (guess.status === 'rejected') throw guess.reason;
  const passesAll = await isAllowed(limits.all);
  if (!passesAll || candidate.status === 'rejected') await guess.value.forgive();
  if (candidate.status === 'rejected') throw candidate.reason;
  const forgive = async () => {
    await Promise.all([guess.value.forgive(), limits.forgive?.()]);
  };
  return { guess: { forgive }, candidate: candidate.value, isAddressRecorded };
}

/**
 * Signs in with e-mail and password (docs/api-contract.md, "Authentication"). An unknown e-mail and a wrong password cause
 * the same error and take the same time. Errors about the state of the account are only shown after the right password.
 */
export async function signIn(
  runtime: Runtime,
  login: Login,
  { guess, candidate, isAddressRecorded }: BegunSignIn,
): Promise<{ token: string; user: User }> {
  const isRight = await verifyPassword(candidate?.account.credentials.password_hash, login.password);
  if (!candidate || !isRight) {
    await recordFailure(runtime, candidate, login.now);
    throw new ApiError('invalid_credentials');
  }
  const [session] = await Promise.allSettled([
    startSession(runtime, candidate, login, isAddressRecorded),
    guess.forgive(),
  ]);
  if (session.status === 'rejected') throw session.reason;
  return session.value;
}

async function startSession(
  runtime: Runtime,
  candidate: Candidate,
  login: Login,
  isAddressRecorded: boolean,
) {
  const refused = refusalOf(candidate, login.now);
  if (refused) {
    await recordFailure(runtime, candidate, login.now);
    throw refused;
  }
  const code = await requireCode(runtime, candidate.account, login);
  const [session] = await Promise.allSettled([
    openSession(runtime, candidate.account, login, code),
    isAddressRecorded ? undefined : rememberAddress(runtime.table, login),
  ]);
  if (session.status === 'rejected') throw session.reason;
  return session.value;
}

/**
 * Rejects the sign-in unless the code is right, if the user has a second factor. Only such users pay the extra round trip.
 */
async function requireCode(
  runtime: Runtime,
  account: Account,
  { otp: given, now }: Login,
): Promise<RightCode | undefined> {
  const factor = readFactor(account);
  if (!factor) return undefined;
  const use = `sign-in-${account.credentials.session_version}` as const;
  const right = given && (await checkCode(runtime, factor, { user: account.entity, given, now, use }));
  if (right) return right;
  if (given) await recordFailure(runtime, { account }, now);
  throw codeRequired(given ? 'code_wrong' : 'code_missing');
}

const codeRequired = (reason: string) => new ApiError('second_factor_required', { reason });

/** How long the event about an unknown e-mail is kept: as long as the rate counters. */
const NOBODY_SECONDS = 3_600;

/**
 * Records a user's failed sign-in in the audit log. The limits on guesses also limit the number of these events. For an
 * unknown e-mail it writes the same item, with the same indexes, to a place where no audit log reads it: writing nothing, or
 * a write that the table rejects, would take less time and so reveal that the e-mail is unknown. Each such item has a made-up
 * tenant of its own, so that they do not all burden one partition.
 */
async function recordFailure(
  { table, randomBytes }: Pick<Runtime, 'table' | 'randomBytes'>,
  candidate: Pick<Candidate, 'account'> | undefined,
  now: Date,
): Promise<void> {
  const nobody = newId(now, randomBytes);
  const user = candidate?.account.entity ?? { id: nobody, tenant_id: nobody, name: 'Nobody' };
  const event = table.audit?.({ kind: USERS.name, before: user, after: user, action: 'sign_in_failed' });
  if (!event) return;
  const unread = { ...event, pk: `NOBODY#${nobody}`, [TTL_ATTRIBUTE]: toEpochSeconds(now) + NOBODY_SECONDS };
  await commit(table, [putOwn(table, candidate ? event : unread)]);
}

/** Replaces the account of an unknown e-mail, so that the sign-in takes as many reads as with a known one. */
const NOBODY: AccountOwner = { tenantId: 'nobody', userId: 'nobody' };

async function readCandidate(
  table: Table,
  { tenantId, userId }: AccountOwner = NOBODY,
): Promise<Candidate | undefined> {
  const [user, tenant] = await batchGet(table, [USERS.key(tenantId, userId), tenantKey(tenantId)]);
  return user && { account: USERS.read(user), isOfActiveTenant: isActiveTenant(tenant) };
}

function refusalOf({ account, isOfActiveTenant }: Candidate, now: Date): ApiError | undefined {
  const { entity: user } = account;
  if (user.status !== 'active') return new ApiError('account_not_active', { reason: `user_${user.status}` });
  if (!isOfActiveTenant) return new ApiError('account_not_active', { reason: 'tenant_not_active' });
  return acceptsPassword(account, now) ? undefined : new ApiError('password_login_disabled');
}

/**
 * Writes the token and the time of the login in one transaction. Refused if the code was used meanwhile, or if the user's
 * sessions were ended after the account was read: a login must not bypass a block, a new password or a new second factor.
 */
async function openSession(
  { table, settings, randomBytes }: Runtime,
  { entity: user, credentials }: Account,
  { now, sender, keep_signed_in: isKept = false }: Login,
  code: RightCode | undefined,
): Promise<{ token: string; user: User }> {
  const token = issueToken({ tenantId: user.tenant_id, userId: user.id }, randomBytes);
  const sessionVersion = credentials.session_version;
  const lastLoginAt = formatTimestamp(now);
  const lifetimeMinutes = settings.tokenExpirationMinutes;
  const authentication = {
    method: 'password' as const,
    ...(code ? { second_factor: true } : { began_at: lastLoginAt }),
    ...(isKept ? { kept: true } : {}),
  };
  const started = tokenItem(token, { sessionVersion, now, lifetimeMinutes, authentication, sender });
  const used = code?.update ?? expression``;
  const expressions = {
    update: expression`SET #last_login_at = ${lastLoginAt}${used} ADD ${attribute(REVISION)} ${1}`,
    condition: allOf(expression`#credentials.#session_version = ${sessionVersion}`, code?.condition),
  };
  const reason = 'session_ended_meanwhile';
  const ended = code ? codeRequired('code_used') : new ApiError('invalid_credentials', { reason });
  const login = updateItem(table, USERS.key(user.tenant_id, user.id), expressions, ended);
  const actor = recordUser({ userId: user.id, name: user.name });
  const facts = code && { second_factor: code.kind };
  const event = auditWrites(table, USERS, user, user, { action: 'signed_in', actor, facts });
  await commit(table, [putOwn(table, started), login, ...event]);
  return { token: token.plainText, user: { ...user, last_login_at: lastLoginAt } };
}
