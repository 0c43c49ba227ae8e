import { ApiError } from '../errors.ts';
import { type ItemKey, knownAddressKey } from '../table/keys.ts';
import { putItem } from '../table/put-item.ts';
import type { Table } from '../table/table.ts';
import { toEpochSeconds } from '../time.ts';
import { rateLimitHeaders } from './headers.ts';
import { loginSubjects } from './login-subjects.ts';
import { countRequest, newRequestId, uncountRequest } from './rate-counter.ts';

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
