import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../base/errors.ts';
import { toEpochSeconds } from '../base/time.ts';
import { absentOr, anyOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { rateKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';

/** The length of a counter's window: a calendar minute, hour or day. */
type RateWindow = 'minute' | 'hour' | 'day';

const WINDOWS = {
  minute: { seconds: 60, keyLength: '2026-11-20T12:00'.length },
  hour: { seconds: 3_600, keyLength: '2026-11-20T12'.length },
  day: { seconds: 86_400, keyLength: '2026-11-20'.length },
} as const satisfies Record<RateWindow, { seconds: number; keyLength: number }>;

/** How long a counter is kept after its window, for the analysis of incidents. */
const KEPT_SECONDS = 3_600;

/**
 * Up to this limit, a counter stores the ids of its requests, so that a repeated request is not counted again. Above it, a
 * counter is only a number, because storing the ids would cost more than the request.
 */
export const LARGEST_LIMIT_WITH_IDS = 1_000;

/** An id of this length is unique within a window. */
const ID_LENGTH = 8;

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The end of the window, in epoch seconds. */
  readonly resetsAtSeconds: number;
  /** Whole seconds until then, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface CountedRequest {
  readonly subject: string;
  readonly limit: number;
  readonly now: Date;
  readonly window?: RateWindow;
  /** Identifies the request, so that a repetition of it can be recognized. */
  readonly id?: string;
  /** As how many requests it counts, all or none; by default 1. A counter with weights is only a number. */
  readonly weight?: number;
  /**
   * Whether the counter stores the ids of its requests; by default it does up to `LARGEST_LIMIT_WITH_IDS`. All requests of
   * one counter must agree, or their numbers would not add up.
   */
  readonly byId?: boolean;
}

export function newRequestId(table: Table): string {
  return table.newWriteId().slice(0, ID_LENGTH);
}

/**
 * Counts a request of a subject in the current calendar minute, hour or day. Exactly `limit` requests are allowed, however
 * many are concurrent, because the increment is conditional and atomic. A refused request is not counted, and a request whose
 * reply was lost is counted once.
 */
export async function countRequest(table: Table, request: CountedRequest): Promise<RateVerdict> {
  const { limit, now } = request;
  const { key, endsAtSeconds } = counterOf(request);
  const window = {
    limit,
    resetsAtSeconds: endsAtSeconds,
    retryAfterSeconds: endsAtSeconds - toEpochSeconds(now),
  };
  if ((request.weight ?? 1) > limit) return { ...window, allowed: false, remaining: 0 };
  const byId = request.byId ?? (request.weight === undefined && limit <= LARGEST_LIMIT_WITH_IDS);
  const { name, counted, condition, countOf } = byId
    ? countIds(limit, request.id ?? newRequestId(table))
    : countHits(limit, request.weight);
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        ...expressionInput({
          update: expression`ADD ${attribute(name)} ${counted} SET #ttl = ${endsAtSeconds + KEPT_SECONDS}`,
          condition,
        }),
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { ...window, allowed: true, remaining: limit - countOf(Attributes?.[name]) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { ...window, allowed: false, remaining: 0 };
  }
}

/** Takes a request that was counted by its id off its counter. Calling it again has no effect. */
export async function uncountRequest(
  table: Table,
  request: Omit<CountedRequest, 'limit'> & { readonly id: string },
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: counterOf(request).key,
      ...expressionInput({
        update: expression`DELETE ${attribute(IDS)} ${new Set([request.id])}`,
        condition: EXISTS,
      }),
    }),
  );
}

/** Reads how many requests of a subject were counted in the current window. It counts nothing. */
export async function readCount(table: Table, request: Omit<CountedRequest, 'limit'>): Promise<number> {
  const item = await getItem(table, counterOf(request).key);
  const { [IDS]: ids, hits } = item ?? {};
  return (ids instanceof Set ? ids.size : 0) + (typeof hits === 'number' ? hits : 0);
}

function counterOf({ subject, now, window = 'minute' }: Omit<CountedRequest, 'limit'>) {
  const { seconds, keyLength } = WINDOWS[window];
  const nowSeconds = toEpochSeconds(now);
  const startsAtSeconds = nowSeconds - (nowSeconds % seconds);
  const name = new Date(startsAtSeconds * 1000).toISOString().slice(0, keyLength);
  return { key: rateKey(subject, name), endsAtSeconds: startsAtSeconds + seconds };
}

const IDS = 'requests';

/** Counts by storing the id in a set, so that a repetition is counted once. */
function countIds(limit: number, id: string) {
  const ids = attribute(IDS);
  return {
    name: IDS,
    counted: new Set([id]) as unknown,
    condition: anyOf(
      expression`attribute_not_exists(${ids})`,
      expression`size(${ids}) < ${limit}`,
      expression`contains(${ids}, ${id})`,
    ),
    countOf: (found: unknown) => (found instanceof Set ? found.size : limit),
  };
}

/** Counts by adding to a number, so that a repetition is counted again. */
function countHits(limit: number, weight = 1) {
  return {
    name: 'hits',
    counted: weight as unknown,
    condition: absentOr(attribute('hits'), expression`#hits <= ${limit - weight}`),
    countOf: (found: unknown) => (typeof found === 'number' ? found : limit),
  };
}

/** The error 429 of a request that its limit does not allow. */
export const tooManyRequests = (verdict?: RateVerdict): ApiError =>
  new ApiError('too_many_requests', { headers: rateLimitHeaders(verdict) });

/** Counts a request, and throws 429 beyond the limit. */
export async function countOrRefuse(table: Table, request: CountedRequest): Promise<void> {
  const verdict = await countRequest(table, request);
  if (!verdict.allowed) throw tooManyRequests(verdict);
}

/**
 * Makes the headers of a response whose request was counted (docs/api-contract.md, "Limits"; RFC 9110, section 10.2.3 for
 * Retry-After).
 */
export function rateLimitHeaders(verdict: RateVerdict | undefined): Record<string, string> {
  if (!verdict) return {};
  const counted = {
    'X-RateLimit-Limit': String(verdict.limit),
    'X-RateLimit-Remaining': String(verdict.remaining),
  };
  if (verdict.allowed) return counted;
  return {
    ...counted,
    'X-RateLimit-Reset': String(verdict.resetsAtSeconds),
    'Retry-After': String(verdict.retryAfterSeconds),
  };
}
