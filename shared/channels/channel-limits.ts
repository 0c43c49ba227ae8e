import { ApiError } from '../errors.ts';
import { rateLimitHeaders } from '../rate-limits/headers.ts';
import { countRequest, newRequestId, type RateVerdict, uncountRequest } from '../rate-limits/rate-counter.ts';
import { sha256 } from '../sha256.ts';
import type { Table } from '../table/table.ts';

/** Codes to one address in a day, over all tenants: so nobody floods a stranger, or guesses a code. */
export const CODES_PER_ADDRESS = 5;

/** Codes for one user in a day. */
export const CODES_PER_USER = 10;

/** Test messages of one user in a minute. */
export const TESTS_PER_MINUTE = 3;

interface CountedCode {
  readonly userId: string;
  readonly kind: string;
  readonly address: string;
  readonly now: Date;
}

/**
 * Counts a code before it is sent. Throws `too_many_requests` beyond a limit. The user comes first, so that nobody beyond their own
 * limit uses up that of an address. Addresses are hashed, so that keys contain no personal data.
 */
export async function admitChannelCode(
  table: Table,
  { userId, kind, address, now }: CountedCode,
): Promise<void> {
  const ofUser = { subject: `channel-codes#${userId}`, window: 'day', now, id: newRequestId(table) } as const;
  admit(await countRequest(table, { ...ofUser, limit: CODES_PER_USER }));
  const ofAddress = await countRequest(table, {
    subject: `channel-code#${sha256(`${kind} ${address}`)}`,
    window: 'day',
    limit: CODES_PER_ADDRESS,
    now,
  });
  if (!ofAddress.allowed) await uncountRequest(table, ofUser).catch(() => {});
  admit(ofAddress);
}

/** Counts a test message. Throws `too_many_requests` beyond the limit. */
export async function admitChannelTest(table: Table, userId: string, now: Date): Promise<void> {
  admit(await countRequest(table, { subject: `channel-tests#${userId}`, limit: TESTS_PER_MINUTE, now }));
}

/** Throws `too_many_requests` unless the verdict allows it. */
export function admit(verdict: RateVerdict): void {
  if (!verdict.allowed) throw new ApiError('too_many_requests', { headers: rateLimitHeaders(verdict) });
}
