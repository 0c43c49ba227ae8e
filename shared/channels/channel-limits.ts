import { ApiError } from '../errors.ts';
import { rateLimitHeaders } from '../rate-limits/headers.ts';
import { countRequest, newRequestId, type RateVerdict, uncountRequest } from '../rate-limits/rate-counter.ts';
import { countSms, uncountSms } from '../rate-limits/sms-of-tenant.ts';
import { sha256 } from '../sha256.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import type { CodedAddress } from './check-channel-input.ts';

/** Codes to one address in a day, over all tenants: so nobody floods a stranger, or guesses a code. */
export const CODES_PER_ADDRESS = 5;

/** Codes for one user in a day. */
export const CODES_PER_USER = 10;

/** Codes for all users of a tenant in a day: so nobody sends mail to many strangers by many users. */
export const CODES_PER_TENANT = 100;

/** Test messages of one user in a minute. */
export const TESTS_PER_MINUTE = 3;

interface CodeToCount {
  readonly address: CodedAddress;
  readonly now: Date;
  readonly smsPerDay: number;
}

/** A code that counts towards its limits. */
interface CountedCode {
  /** It was certainly not sent: it does not count any more. Never rejects. */
  forgive(): Promise<void>;
}

interface Counter {
  count(): Promise<RateVerdict>;
  uncount(): Promise<void>;
}

/**
 * Counts a code before it is sent. Throws `too_many_requests` beyond a limit, and then counts it towards no other. The user comes
 * first, so that nobody beyond their own limit uses up another one, not even for a moment.
 */
export async function admitChannelCode(
  table: Table,
  owner: AccountOwner,
  code: CodeToCount,
): Promise<CountedCode> {
  const counted: Counter[] = [];
  const forgive = async () => {
    await Promise.allSettled(counted.map((it) => it.uncount()));
  };
  for (const counter of countersOf(table, owner, code)) {
    const verdict = await counter.count();
    if (!verdict.allowed) await forgive();
    admit(verdict);
    counted.push(counter);
  }
  return { forgive };
}

function countersOf(
  table: Table,
  { tenantId, userId }: AccountOwner,
  { address, now, smsPerDay }: CodeToCount,
): Counter[] {
  const id = newRequestId(table);
  const inDay = (subject: string, limit: number): Counter => {
    const request = { subject, limit, window: 'day', now, id } as const;
    return {
      count: () => countRequest(table, request),
      uncount: () => uncountRequest(table, request),
    };
  };
  const sms = { tenantId, now, smsPerDay, isCritical: false, id };
  const ofSms: Counter = { count: () => countSms(table, sms), uncount: () => uncountSms(table, sms) };
  return [
    inDay(`channel-codes#${userId}`, CODES_PER_USER),
    inDay(`channel-codes-of#${tenantId}`, CODES_PER_TENANT),
    // Hashed, so that keys contain no personal data.
    inDay(`channel-code#${sha256(`${address.kind} ${mailboxOf(address)}`)}`, CODES_PER_ADDRESS),
    ...(address.kind === 'sms' ? [ofSms] : []),
  ];
}

/** Many providers put the mail to `name+anything` into the mailbox of `name`. */
function mailboxOf({ kind, address }: CodedAddress): string {
  return kind === 'email' ? address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@') : address;
}

/** Counts a test message. Throws `too_many_requests` beyond the limit. */
export async function admitChannelTest(table: Table, userId: string, now: Date): Promise<void> {
  admit(await countRequest(table, { subject: `channel-tests#${userId}`, limit: TESTS_PER_MINUTE, now }));
}

/** Throws `too_many_requests` unless the verdict allows it. */
function admit(verdict: RateVerdict): void {
  if (!verdict.allowed) throw new ApiError('too_many_requests', { headers: rateLimitHeaders(verdict) });
}
