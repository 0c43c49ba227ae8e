import { ApiError } from '../errors.ts';
import { rateLimitHeaders } from '../rate-limits/headers.ts';
import { countRequest, newRequestId, type RateVerdict, uncountRequest } from '../rate-limits/rate-counter.ts';
import { countSms, uncountSms } from '../rate-limits/sms-of-tenant.ts';
import { sha256 } from '../sha256.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import type { CodedAddress } from './check-channel-input.ts';

/** The limit of codes per address and day, over all tenants, so that nobody floods a stranger or guesses a code. */
export const CODES_PER_ADDRESS = 5;

/** The limit of codes per user and day. */
export const CODES_PER_USER = 10;

/** The limit of codes per tenant and day, so that nobody uses many users to send mail to many strangers. */
export const CODES_PER_TENANT = 100;

/** The limit of test messages per user and minute. */
export const TESTS_PER_MINUTE = 3;

interface CodeToCount {
  readonly address: CodedAddress;
  readonly now: Date;
  readonly smsPerDay: number;
}

/** A code that counts towards its limits. */
interface CountedCode {
  /** Takes back the count of a code that was certainly not sent. Never rejects. */
  forgive(): Promise<void>;
}

interface Counter {
  count(): Promise<RateVerdict>;
  uncount(): Promise<void>;
}

/**
 * Counts a code before it is sent. Throws `too_many_requests` beyond a limit; the code then counts towards no other limit.
 * The user's limit comes first, so that nobody beyond it uses up another limit, not even for a moment.
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
