import { addressBlock } from '../base/address.ts';
import { sha256 } from '../base/digest.ts';
import { comparedEmail } from '../base/email-field.ts';
import { DAY_MS, toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { type ItemKey, knownAddressKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import {
  countRequest,
  newRequestId,
  type RateVerdict,
  tooManyRequests,
  uncountRequest,
} from './rate-counter.ts';

/**
 * The uses of a code, each of which has separate counters. Those of signing in start anew with each session version: after a
 * new password, the wrong codes of somebody who knew the old one lock nobody out. The other uses do not, because they need a
 * session, and a session can raise the version.
 */
export type CodeUse = `sign-in-${number}` | 'set-up' | 'removal';

/** How many guesses of a code are allowed. At 30 guesses a day, a code of six digits resists for a century. */
export const CODE_LIMITS = { day: 30, hour: 10 } as const;

const LIMITS = (['day', 'hour'] as const).map((window) => ({ window, limit: CODE_LIMITS[window] }));

/**
 * Counts a guess of a code before the code is verified, as for a password
 * (docs/decisions/0012-count-password-attempts-first.md). Codes have separate counters, so that wrong codes do not block
 * password guesses. Throws `too_many_requests` beyond a limit.
 */
export async function admitCode(
  table: Table,
  { userId, use, now }: { userId: string; use: CodeUse; now: Date },
): Promise<Guess> {
  const id = newRequestId(table);
  const counted = LIMITS.map((limit) => ({ subject: `code-${use}#${userId}`, now, id, ...limit }));
  const forgive = async () => {
    await Promise.allSettled(counted.map((it) => uncountRequest(table, it)));
  };
  const verdicts = await Promise.all(counted.map((it) => countRequest(table, it)));
  const refused = verdicts.find(({ allowed }) => !allowed);
  if (refused) {
    await forgive();
    throw tooManyRequests(refused);
  }
  return { forgive };
}

/** A counted guess of a password or code. It stays counted unless it is forgiven. */
export interface Guess {
  /** Takes the guess off the count, because it was right or was not verified. Never throws, because counts expire anyway. */
  forgive(): Promise<void>;
}

interface GuessedAccount {
  readonly email: string;
  readonly now: Date;
  /** How many wrong guesses are allowed in an hour, from all addresses together. */
  readonly limit: number;
  /** Whether an earlier sign-in from this address succeeded (`isKnownAddress`). */
  readonly isFromKnownAddress?: boolean;
}

/**
 * Counts a guess before the password is verified, so that concurrent guesses cannot exceed the limit. Throws
 * `too_many_requests` beyond the limit, whether or not the e-mail is known. An address from which the user has signed in
 * before is always admitted, so that nobody else can lock the user out.
 */
export async function admitGuess(
  table: Table,
  { email, now, limit, isFromKnownAddress = false }: GuessedAccount,
): Promise<Guess> {
  const { guesses: subject } = loginSubjects({ email, address: '' });
  const counted = { subject, now, window: 'hour', id: newRequestId(table) } as const;
  const verdict = await countRequest(table, { ...counted, limit });
  if (!verdict.allowed && !isFromKnownAddress) throw tooManyRequests(verdict);
  return { forgive: () => uncountRequest(table, counted).catch(() => {}) };
}

/** How long an address stays known after a successful sign-in, at least. */
const KNOWN_MS = 90 * DAY_MS;

/** How long it is recorded. The difference is the time in which further sign-ins need not record it again. */
const RECORDED_MS = 120 * DAY_MS;

/** The key of the item that records a successful sign-in from an address. */
export function addressKey(login: { email: string; address: string }): ItemKey {
  return knownAddressKey(loginSubjects(login).pair);
}

/** Records a successful sign-in from an address. Never throws, because the next sign-in records it, too. */
export async function rememberAddress(
  table: Table,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const item = { ...addressKey({ email, address }), ttl: toEpochSeconds(now) + RECORDED_MS / 1_000 };
  await putItem(table, item).catch(() => {});
}

type Item = Readonly<Record<string, unknown>>;

/** Whether an item read by `addressKey` makes the address known. It must be read strongly consistent. */
export function isKnownAddress(item: Item | undefined, now: Date): boolean {
  return item !== undefined && Number(item['ttl']) > toEpochSeconds(now);
}

/** Whether that item keeps the address known long enough without being recorded again. */
export function isRecordedAddress(item: Item | undefined, now: Date): boolean {
  return isKnownAddress(item, new Date(now.getTime() + KNOWN_MS));
}

/** Makes the subjects for which login requests are counted. E-mails are hashed, so that keys contain no personal data. */
export function loginSubjects(request: { email: string; address: string }): {
  pair: string;
  address: string;
  /** The subject that counts the password guesses for an e-mail from any address. */
  guesses: string;
} {
  const address = addressBlock(request.address);
  const email = sha256(comparedEmail(request.email));
  return {
    pair: `login#${email}#${address}`,
    address: `login-address#${address}`,
    guesses: `guesses#${email}`,
  };
}

/**
 * By how much the limit of an address is higher for logins that do not guess: those of e-mails that have signed in from it
 * before, and those by single sign-on. The people of an office share an address and arrive at the same time.
 */
export const KNOWN_FACTOR = 20;

/** The limits for one login request, while they are being counted. */
export interface LoginLimits {
  /** The result of the limit for the e-mail together with the address, which is counted first. */
  readonly first: Promise<RateVerdict>;
  /** The result that rejects the request; if none does, the one with the fewest requests remaining. */
  readonly all: Promise<RateVerdict>;
  /**
   * Takes the request off the count of its address after the sign-in succeeded. Never throws, because counts expire anyway.
   */
  readonly forgive?: () => Promise<void>;
}

interface CountedLogin {
  readonly email: string;
  readonly address: string;
  readonly now: Date;
  /** Whether the e-mail has signed in from this address before, or the request cannot guess a password. */
  readonly isKnown?: Promise<boolean> | boolean;
}

/**
 * Counts a login by e-mail and address, then by address alone. The address comes second, so that rejected attempts for one
 * e-mail do not use up the limit for other users at the address. Both windows end at the same time.
 */
export function countLogin(
  { table, settings }: Pick<Runtime, 'table' | 'settings'>,
  { email, address, now, isKnown = false }: CountedLogin,
): LoginLimits {
  const { authRequestsPerMinute, loginRequestsPerAddressPerMinute } = settings;
  const subjects = loginSubjects({ email, address });
  const first = countRequest(table, { subject: subjects.pair, limit: authRequestsPerMinute, now });
  const counted = { subject: subjects.address, now, id: newRequestId(table) };
  const countAddress = async (): Promise<RateVerdict> => {
    const [pair, known] = await Promise.all([first, isKnown]);
    if (!pair.allowed) return pair;
    const limit = loginRequestsPerAddressPerMinute * (known ? KNOWN_FACTOR : 1);
    const byAddress = await countRequest(table, {
      ...counted,
      ...(known ? { subject: `known-${subjects.address}` } : {}),
      limit,
    });
    return !byAddress.allowed || byAddress.remaining < pair.remaining ? byAddress : pair;
  };
  return {
    first,
    all: countAddress(),
    // Logins of known e-mails are not taken off, because their higher limit has room; so they cost no further write.
    async forgive() {
      if (!(await isKnown)) await uncountRequest(table, counted).catch(() => {});
    },
  };
}

/** Whether a limit allows the request. Never rejects; if the limit cannot be checked, the request is not allowed. */
export function isAllowed(verdict: Promise<RateVerdict>): Promise<boolean> {
  return verdict.then(
    ({ allowed }) => allowed,
    () => false,
  );
}
