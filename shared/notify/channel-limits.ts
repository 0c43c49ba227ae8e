import type { AccountOwner } from '../accounts/account.ts';
import { sha256 } from '../base/digest.ts';
import type { RandomBytes } from '../base/ids.ts';
import { plainCode } from '../base/plain-code.ts';
import { formatTimestamp } from '../base/time.ts';
import { isSameHash } from '../lambda/secret.ts';
import {
  BUDGET_REASONS,
  type Budget,
  type BudgetContext,
  type BudgetKind,
  isNearEnd,
  requestsOfCode,
} from '../limits/budget.ts';
import {
  type CountedRequest,
  countOrRefuse,
  countRequest,
  newRequestId,
  type RateVerdict,
  tooManyRequests,
  uncountRequest,
} from '../limits/rate-counter.ts';
import type { Table } from '../table/table.ts';
import type { StoredChannel } from './channel.ts';
import type { ChannelKind } from './channel-kind.ts';
import type { CodedAddress } from './check-channel.ts';

/**
 * How many codes a tenant may send to an address per day. It is counted for each tenant, so that no tenant can block an
 * address for another.
 */
export const CODES_PER_ADDRESS = 5;

/**
 * How many codes all tenants together may send to an address per day, so that nobody floods a stranger. One tenant alone
 * cannot reach this limit.
 */
export const CODES_PER_ADDRESS_OF_ALL = 20;

/** How many codes a user may request per day. */
export const CODES_PER_USER = 10;

/** How many codes a tenant may send per day, so that nobody sends mail to many strangers through many users. */
export const CODES_PER_TENANT = 100;

/** How many test messages a user may send. */
export const TESTS_PER_MINUTE = 3;
export const TESTS_PER_DAY = 5;

interface CodeToCount extends BudgetContext {
  readonly address: CodedAddress;
  /**
   * Whether this is the address of the user's own account. Codes to it do not count per address, so that other people cannot
   * block it.
   */
  readonly isOwn: boolean;
}

/** A message that was counted towards its limits. */
interface CountedMessage {
  /** Takes back the count of a message that was certainly not sent. Never rejects. */
  forgive(): Promise<void>;
}

/**
 * Counts a code before it is sent. Throws `too_many_requests` beyond any limit; then the code counts towards no limit at all.
 * The user's limit is checked first, so that a user beyond it does not use up another limit, not even for a moment.
 */
export async function admitChannelCode(
  table: Table,
  { tenantId, userId }: AccountOwner,
  { address, isOwn, ...context }: CodeToCount,
): Promise<CountedMessage> {
  const id = newRequestId(table);
  const inDay = (subject: string, limit: number) => ofDay(subject, limit, context.now, id);
  // Hashed, so that keys contain no personal data.
  const hash = sha256(`${address.kind} ${mailboxOf(address)}`);
  const ofAddress = [
    inDay(`channel-code-of#${tenantId}#${hash}`, CODES_PER_ADDRESS),
    inDay(`channel-code#${hash}`, CODES_PER_ADDRESS_OF_ALL),
  ];
  const { forgive, refused } = await countAll(
    table,
    [
      inDay(`channel-codes#${userId}`, CODES_PER_USER),
      inDay(`channel-codes-of#${tenantId}`, CODES_PER_TENANT),
      ...(isOwn ? [] : ofAddress),
    ],
    { budget: budgetOf(tenantId, address.kind, context), id, ...context },
  );
  if (refused) throw tooManyRequests(refused.verdict);
  return { forgive };
}

/** Many providers put the mail to `name+anything` into the mailbox of `name`. */
function mailboxOf({ kind, address }: CodedAddress): string {
  return kind === 'email' ? address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@') : address;
}

/**
 * Counts a test message before it is sent. Throws `too_many_requests` beyond a limit of the user. Resolves to a reason if the
 * tenant's budget is used up.
 */
export async function admitChannelTest(
  table: Table,
  { tenantId, userId }: AccountOwner,
  { kind, ...context }: BudgetContext & { readonly kind: ChannelKind },
): Promise<CountedMessage | string> {
  const { now } = context;
  const subject = `channel-tests#${userId}`;
  await countOrRefuse(table, { subject, limit: TESTS_PER_MINUTE, now });
  const id = newRequestId(table);
  const ofUser = ofDay(subject, TESTS_PER_DAY, now, id);
  const budget = kind === 'push' ? undefined : budgetOf(tenantId, kind, context);
  const { forgive, refused } = await countAll(table, [ofUser], { budget, id, ...context });
  if (!refused) return { forgive };
  if (!budget || refused.request === ofUser) throw tooManyRequests(refused.verdict);
  return BUDGET_REASONS[budget.kind];
}

type Counted = CountedRequest & { readonly id: string };

const ofDay = (subject: string, limit: number, now: Date, id: string): Counted => ({
  ...{ subject, limit, window: 'day', now, id },
});

const budgetOf = (tenantId: string, kind: BudgetKind, { perDay, now }: BudgetContext): Budget => ({
  ...{ kind, tenantId, perDay: perDay[kind], now },
});

interface AllCounted extends CountedMessage {
  /** The first request that is beyond its limit. If there is one, nothing stays counted. */
  readonly refused?: { readonly request: Counted; readonly verdict: RateVerdict };
}

/**
 * Counts requests one after the other, and then the message in its budget, if it has one. Either all of them stay counted or
 * none.
 */
async function countAll(
  table: Table,
  requests: readonly Counted[],
  {
    budget,
    id,
    onNearEnd,
  }: Pick<BudgetContext, 'onNearEnd'> & { readonly budget: Budget | undefined; readonly id: string },
): Promise<AllCounted> {
  const counted: Counted[] = [];
  const forgive = async () => {
    await Promise.allSettled(counted.map((it) => uncountRequest(table, it)));
  };
  const [inCodes, inTotal] = budget ? requestsOfCode(budget, id) : [];
  for (const request of [...requests, inCodes, inTotal]) {
    if (!request) continue;
    const verdict = await countRequest(table, request);
    if (!verdict.allowed) {
      await forgive();
      return { forgive, refused: { request, verdict } };
    }
    counted.push(request);
    if (budget && request === inTotal && isNearEnd(budget, verdict)) onNearEnd(budget);
  }
  return { forgive };
}

/** How Guard's codes are made: Guard sends one to an address to check that its owner wants to add it. */

const DIGITS = 6;
const VALID_MS = 600_000;
const TRIES = 5;

type StoredCode = NonNullable<StoredChannel['code']>;

/** Six random digits, made from 64 random bits so that every code is equally likely. */
export function newChannelCode(randomBytes: RandomBytes): string {
  const number = Buffer.from(randomBytes(8)).readBigUInt64BE() % 10n ** BigInt(DIGITS);
  return String(number).padStart(DIGITS, '0');
}

/** The stored form of a code: its hash, which is valid for one channel only. */
export const storedCode = (channelId: string, code: string, now: Date): StoredCode => ({
  hash: hashOf(channelId, code),
  expires_at: formatTimestamp(new Date(now.getTime() + VALID_MS)),
  tries: 0,
});

/** Whether a code can still be given: it has not expired, and has tries left. */
export const isOpen = ({ expires_at, tries }: StoredCode, now: Date): boolean =>
  tries < TRIES && now.getTime() < Date.parse(expires_at);

/** Compares a given code in constant time. Spaces and similar signs in it do not matter. */
export const isRightCode = (stored: StoredCode, channelId: string, given: string): boolean =>
  isSameHash(stored.hash, hashOf(channelId, plainCode(given)));

const hashOf = (channelId: string, code: string) => sha256(`${channelId} ${code}`);
