import * as z from 'zod/mini';
import { isKey } from '../base/actor.ts';
import { canonicalJson, sha256 } from '../base/digest.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { ABSENT, anyOf, expression } from '../table/expression.ts';
import { type ItemKey, idempotencyKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';
import { readJson } from './json-body.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import { fillPath } from './public-url.ts';
import { readDecidingHeader } from './read-header.ts';
import {
  type EndpointResult,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_PATTERN,
  IDEMPOTENCY_REPLAYED_HEADER,
} from './respond.ts';
import type { Route } from './route.ts';

/**
 * Executes a request once, however often the client sends it with the same key (docs/api-contract.md, "Idempotency-Key"). One
 * transaction writes the new entity and the answer, on the condition that no answer is stored for the key yet. So if several
 * requests are concurrent, one creates the entity, and the others return its answer. Errors are not stored, because nothing
 * was created.
 */

const KEPT_MILLISECONDS = 24 * 3_600_000;

/** Returns the writes that store an answer, for the transaction that creates the entity. */
export type Remember = (answer: EndpointResult) => readonly GuardedWrite[];

interface Attempt {
  readonly key: ItemKey;
  /** A hash of the request. */
  readonly request: string;
  /** Identifies the attempt, so that a request recognizes its own answer if the reply to the write was lost. */
  readonly id: string;
  readonly now: Date;
}

type Answer = (
  remember: Remember | undefined,
  isKeyReused?: boolean,
) => Promise<EndpointResult> | EndpointResult;

/**
 * Returns the answer of the endpoint, or the stored answer of the same request. It is an error if a different request has
 * used the key. On a route that repairs, the request then gets a separate key, made of the key and the request.
 */
export async function answerOnce(
  route: Route,
  event: PipelineEvent,
  answer: Answer,
): Promise<EndpointResult> {
  const key = route.takesIdempotencyKey ? readKey(event) : undefined;
  if (key === undefined) return answer(undefined);
  const { repairs, runtime } = event.state;
  const attempt = attemptOf(route, event, key);
  if (!repairs) return answerAttempt(runtime.table, attempt, answer);
  const own = { ...attempt, key: keyOf(event, `${key} ${attempt.request}`) };
  const known = await recall(runtime.table, own);
  if (known) return known;
  return answerAttempt(runtime.table, attempt, answer).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'idempotency_key_reused') throw error;
    return answerAttempt(runtime.table, own, (remember) => answer(remember, true));
  });
}

async function answerAttempt(table: Table, attempt: Attempt, answer: Answer): Promise<EndpointResult> {
  const known = await recall(table, attempt);
  if (known) return known;
  let first: EndpointResult | undefined;
  const remember: Remember = (result) => {
    first = result;
    return [rememberAnswer(table, attempt, result)];
  };
  try {
    const result = await answer(remember);
    return first ?? result; // the same answer for every repetition, even if the entity has changed since
  } catch (error) {
    // If a concurrent request with the same key was faster, its answer is returned, whatever this error is.
    const faster = await recall(table, attempt).catch((failure: unknown) => {
      throw failure instanceof ApiError ? failure : error;
    });
    if (!faster) throw error;
    return faster;
  }
}

function readKey(event: PipelineEvent): string | undefined {
  const key = readDecidingHeader(event, IDEMPOTENCY_KEY_HEADER.toLowerCase());
  if (key === undefined || IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  if (event.state.repairs) return key === '' ? undefined : key; // any key is taken here, because only its hash is used
  throw invalidField(
    IDEMPOTENCY_KEY_HEADER,
    `The ${IDEMPOTENCY_KEY_HEADER} header must be 1 to 64 printable ASCII characters.`,
  );
}

function attemptOf(route: Route, event: PipelineEvent, key: string): Attempt {
  const { runtime, now } = event.state;
  return {
    key: keyOf(event, key),
    request: sha256(canonicalJson(requestOf(route, event))),
    id: runtime.table.newWriteId(),
    now,
  };
}

function keyOf({ state: { caller } }: PipelineEvent, key: string): ItemKey {
  if (!caller || isKey(caller)) throw new Error('Only users have an Idempotency-Key');
  return idempotencyKey(caller.tenantId, caller.userId, sha256(key));
}

/** The request before validation, because a later release may parse it differently. */
function requestOf(route: Route, event: PipelineEvent) {
  const path = fillPath(route.path, (event.state.input.path ?? {}) as Record<string, string>);
  const json = readJson(event);
  if ('error' in json) throw json.error;
  return [route.method, path, event.queryStringParameters ?? {}, json.value === undefined ? {} : json.value];
}

/** Makes the write that stores an answer. The body is stored as JSON, and is far smaller than an item may be (400 KB). */
function rememberAnswer(
  table: Table,
  { key, request, id, now }: Attempt,
  { status, body, headers = {} }: EndpointResult,
): GuardedWrite {
  const expiresAt = new Date(now.getTime() + KEPT_MILLISECONDS);
  const item = {
    ...key,
    request,
    attempt: id,
    ...(status === undefined ? {} : { status }),
    body: JSON.stringify(body),
    headers,
    expires_at: formatTimestamp(expiresAt),
    ttl: Math.ceil(expiresAt.getTime() / 1000),
  };
  const isFree = anyOf(ABSENT, expression`#expires_at <= ${formatTimestamp(now)}`); // DynamoDB deletes late
  // The client receives this error only if the answer of the faster request cannot be read.
  return putIf(table, item, isFree, 'service_unavailable');
}

const answerItemSchema = z.object({
  request: z.string(),
  attempt: z.string(),
  status: z.optional(z.int()),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  expires_at: z.string(),
});

/** Reads the stored answer for a key, strongly consistent. Throws if a different request has used the key. */
async function recall(table: Table, { key, request, id, now }: Attempt): Promise<EndpointResult | undefined> {
  const item = await getItem(table, key);
  if (!item) return undefined;
  const { expires_at, ...remembered } = answerItemSchema.parse(item);
  if (now.getTime() >= Date.parse(expires_at)) return undefined;
  if (remembered.request !== request) throw new ApiError('idempotency_key_reused');
  const replayed = remembered.attempt === id ? {} : { [IDEMPOTENCY_REPLAYED_HEADER]: 'true' };
  const { status } = remembered;
  return {
    ...(status === undefined ? {} : { status }),
    body: JSON.parse(remembered.body),
    headers: { ...remembered.headers, ...replayed },
  };
}
