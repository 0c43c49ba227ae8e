import { isIPv6 } from 'node:net';
import { sha256 } from '../base/digest.ts';
import { comparedEmail } from '../base/email-field.ts';
import { ApiError } from '../base/errors.ts';
import { toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { type ItemKey, knownAddressKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import {
  countRequest,
  newRequestId,
  type RateVerdict,
  rateLimitHeaders,
  uncountRequest,
} from './rate-counter.ts';

/**
 * What a code is for, each with counters of its own. Those of signing in are new with each session version: after a new password,
 * wrong codes of somebody who knew the old one lock nobody. The others need a session, which could raise the version.
 */
export type CodeUse = `sign-in-${number}` | 'set-up' | 'removal';

/** A code of six digits resists 30 guesses a day for a century. */
export const CODE_LIMITS = { day: 30, hour: 10 } as const;

const LIMITS = (['day', 'hour'] as const).map((window) => ({ window, limit: CODE_LIMITS[window] }));

/**
 * Counts a guess of a code before it is verified, like a guess of a password
 * (docs/decisions/0012-count-password-attempts-first.md). The counters are separate, so wrong codes lock nobody's password.
 * Throws `too_many_requests` beyond a limit.
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
    throw new ApiError('too_many_requests', { headers: rateLimitHeaders(refused) });
  }
  return { forgive };
}

/** A guess of a password, which counts unless it is right. */
export interface Guess {
  /** Removes the guess from the count: the password was right or was not verified. Never throws, because counts expire. */
  forgive(): Promise<void>;
}

interface GuessedAccount {
  readonly email: string;
  readonly now: Date;
  /** The wrong guesses allowed in an hour, from all addresses. */
  readonly limit: number;
  /** Whether an earlier sign-in from this address succeeded (`isKnownAddress`). */
  readonly isFromKnownAddress?: boolean;
}

/**
 * Counts a guess before the password is verified, so that concurrent guesses cannot exceed the limit. Throws
 * `too_many_requests` beyond it, for known and unknown e-mails alike. An address from which an earlier sign-in succeeded is
 * always admitted, so that others cannot lock a user out.
 */
export async function admitGuess(
  table: Table,
  { email, now, limit, isFromKnownAddress = false }: GuessedAccount,
): Promise<Guess> {
  const { guesses: subject } = loginSubjects({ email, address: '' });
  const counted = { subject, now, window: 'hour', id: newRequestId(table) } as const;
  const verdict = await countRequest(table, { ...counted, limit });
  if (!verdict.allowed && !isFromKnownAddress) {
    throw new ApiError('too_many_requests', { headers: rateLimitHeaders(verdict) });
  }
  return { forgive: () => uncountRequest(table, counted).catch(() => {}) };
}

/** The time for which a successful sign-in makes an address known. */
const KNOWN_SECONDS = 90 * 24 * 3_600;

/** The key of the record of a successful sign-in from an address. */
export function addressKey(login: { email: string; address: string }): ItemKey {
  return knownAddressKey(loginSubjects(login).pair);
}

/** Records a successful sign-in from an address. Never throws, because the next sign-in records it too. */
export async function rememberAddress(
  table: Table,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const item = { ...addressKey({ email, address }), ttl: toEpochSeconds(now) + KNOWN_SECONDS };
  await putItem(table, item).catch(() => {});
}

/** Whether the item of `addressKey`, read strongly consistent, makes the address known. */
export function isKnownAddress(item: Readonly<Record<string, unknown>> | undefined, now: Date): boolean {
  return item !== undefined && Number(item['ttl']) > toEpochSeconds(now);
}

/** Login requests are counted for each of these subjects. E-mails are hashed, so that keys contain no personal data. */
export function loginSubjects(request: { email: string; address: string }): {
  pair: string;
  address: string;
  /** The subject for guesses of the password from any address. */
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

/** The /64 block of an IPv6 address, because a client has a whole block (RFC 6177); an IPv4 address as it is. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const missing = Array.from({ length: 8 - left.length - right.length }, () => '0');
  // The first four groups contain no zone, which is in the last one.
  const block = [...left, ...missing, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end counts as two. */
function groupsOf(part: string): string[] {
  const groups = part.split(':').filter((group) => group !== '');
  return groups.flatMap((group) => (group.includes('.') ? [group, group] : [group]));
}

/**
 * The factor by which an address has a higher limit for logins that do not guess: with e-mails that signed in from it before,
 * and by single sign-on. The people of an office share an address and arrive at the same time.
 */
export const KNOWN_FACTOR = 20;

/** The limits of one login request while they are being counted. */
export interface LoginLimits {
  /** The verdict of the limit for the e-mail and address, which is counted first. */
  readonly first: Promise<RateVerdict>;
  /** The verdict that rejects the request, or else the one with the fewest requests remaining. */
  readonly all: Promise<RateVerdict>;
  /** Removes the request from the count of its address, because the sign-in succeeded. Never throws, because counts expire. */
  readonly forgive?: () => Promise<void>;
}

interface CountedLogin {
  readonly email: string;
  readonly address: string;
  readonly now: Date;
  /** Whether the address is one from which the e-mail signed in before, or the request cannot guess a password. */
  readonly isKnown?: Promise<boolean> | boolean;
}

/**
 * Counts a login by e-mail and address, then by address alone. The address is counted second, so that rejected attempts
 * for one e-mail do not use up the limit of other users at the address. Both windows end at the same time.
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
    // Those of known e-mails have room, so that they cost no further write.
    async forgive() {
      if (!(await isKnown)) await uncountRequest(table, counted).catch(() => {});
    },
  };
}

/** Whether a limit allows the request. Never rejects: without a verdict the request is not allowed. */
export function isAllowed(verdict: Promise<RateVerdict>): Promise<boolean> {
  return verdict.then(
    ({ allowed }) => allowed,
    () => false,
  );
}
