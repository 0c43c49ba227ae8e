import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../errors.ts';
import { type ItemKey, knownAddressKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { toEpochSeconds } from '../time.ts';
import { rateLimitHeaders } from './headers.ts';
import { loginSubjects } from './login-subjects.ts';
import { countRequest, newRequestId, uncountRequest } from './rate-counter.ts';

/** One try of a password, counted until it proves to be right. */
export interface Guess {
  /** The password was right, or was not looked at: the guess counts no more. Never fails: an hour later nothing is counted anyway. */
  forgive(): Promise<void>;
}

interface GuessedAccount {
  readonly email: string;
  readonly now: Date;
  /** How many guesses that fail an e-mail takes in an hour, wherever they come from. */
  readonly limit: number;
  /** Whether this account's password was right from the address of the guess before (`isKnownAddress`). */
  readonly isFromKnownAddress?: boolean;
}

/**
 * Counts a try of an e-mail's password before it is verified, so that of any number at once no more than `limit` an
 * hour can fail. Throws `too_many_requests` beyond, whether the e-mail is known or not; but not to an address that
 * knew this account's password before: nobody is locked out by what others try.
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

/** An address that has sent no right password for so long is a stranger's again. */
const KNOWN_SECONDS = 90 * 24 * 3_600;

/** Where it is noted that an e-mail's password was right from an address. */
export function addressKey(login: { email: string; address: string }): ItemKey {
  return knownAddressKey(loginSubjects(login).pair);
}

/** Remembers that an e-mail's password was right from an address. Never fails: the next login remembers it as well. */
export async function rememberAddress(
  table: Table,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const item = { ...addressKey({ email, address }), ttl: toEpochSeconds(now) + KNOWN_SECONDS };
  await table.client.send(new PutCommand({ TableName: table.name, Item: item })).catch(() => {});
}

/** Whether the item of `addressKey`, strongly consistent, says that the password was right from there. */
export function isKnownAddress(item: Readonly<Record<string, unknown>> | undefined, now: Date): boolean {
  return item !== undefined && Number(item['ttl']) > toEpochSeconds(now);
}
