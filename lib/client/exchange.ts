import { abortReason } from './abort.ts';
import { type FieldErrors, GuardError } from './errors.ts';
import type { Fetch } from './options.ts';
import type { ErrorCode } from './types.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly token?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface WireResponse {
  /** The parsed JSON; undefined for an empty body. */
  readonly body: unknown;
  readonly etag: string | undefined;
}

/** Sends one request. Rejects with a {@link GuardError} unless it succeeds. */
export async function exchange(fetch: Fetch, request: WireRequest): Promise<WireResponse> {
  const { response, text } = await fetchText(fetch, request);
  const body = parseJson(text);
  if (!response.ok) throw errorOf(response, body);
  if (body === undefined && text !== '') throw unexpectedResponse(response);
  return { body, etag: response.headers.get('ETag') ?? undefined };
}

async function fetchText(
  fetch: Fetch,
  { method, url, token, ifMatch, idempotencyKey, strict, body, signal }: WireRequest,
) {
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: {
        Accept: 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...(strict ? { 'Guard-Strict': '1' } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      // The token identifies the caller; no cookies are sent.
      credentials: 'omit',
    });
    return { response, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw abortReason(signal);
    throw new GuardError('The service did not answer.', { code: 'network_error', cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(response: Response, body: unknown): GuardError {
  if (!isErrorBody(body)) return unexpectedResponse(response);
  return new GuardError(body.message, {
    code: body.code,
    status: response.status,
    requestId: body.request_id,
    errors: body.errors,
    retryAfterSeconds: wholeNumberIn(response, 'Retry-After'),
    limitPerMinute: response.status === 429 ? wholeNumberIn(response, 'X-RateLimit-Limit') : undefined,
  });
}

function unexpectedResponse(response: Response): GuardError {
  return new GuardError(`The answer (${response.status}) is not the service's.`, {
    code: 'unexpected_answer',
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: wholeNumberIn(response, 'Retry-After'),
  });
}

function wholeNumberIn(response: Response, header: string): number | undefined {
  const value = response.headers.get(header);
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}

interface ErrorBody {
  readonly message: string;
  /** A newer service may return unknown codes. */
  readonly code: ErrorCode;
  readonly request_id: string;
  readonly errors?: FieldErrors;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string' &&
    'code' in body &&
    typeof body.code === 'string' &&
    'request_id' in body
  );
}
