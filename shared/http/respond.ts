import type { APIGatewayProxyResult } from 'aws-lambda';
import { type ApiError, errorBody } from '../base/errors.ts';
import { etagOf, matchesEtag } from '../base/etag.ts';
import { rateLimitHeaders } from '../limits/rate-counter.ts';
import { apiErrorOf } from './errors.ts';
import { CORRELATION_ID_HEADER } from './log-request.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { CSV_TYPE, prefersCsv } from './prefers-csv.ts';
import { readHeader } from './read-header.ts';
import type { Route } from './route.ts';
import { takesIfNoneMatch } from './route-implications.ts';

/** What a handler returned. The default status is the one of its route. */
export interface EndpointResult {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly csv?: () => string;
}

/**
 * Makes the step that turns the result of a handler, or an error, into the response. The body passes through the schema of
 * the route, which removes undeclared fields. An unexpected error is logged. The client gets 500 without details for it, or
 * 503 if the same request may succeed a moment later.
 */
export function respond(route: Route): PipelineStep {
  const { status, body: schema, etag, contentType, cacheControl } = route.response;
  return {
    after(request: PipelineRequest) {
      const result: EndpointResult = request.response as unknown as EndpointResult;
      const body = schema?.parse(result.body);
      const csv = prefersCsv(readHeader(request.event, 'accept')) ? result.csv?.() : undefined;
      const text = csv ?? (contentType ? String(body) : JSON.stringify(body));
      const validator = etag && (contentType || csv !== undefined ? etagOf(text) : etagOf(body, text));
      const headers = {
        ...commonHeaders(request),
        ...(contentType ? { 'Content-Type': contentType } : {}),
        ...(csv === undefined ? {} : { 'Content-Type': CSV_TYPE }),
        ...(cacheControl ? cacheHeaders(request, cacheControl) : {}),
        ...(validator ? { ETag: validator } : {}),
        ...result.headers,
      };
      const ifNoneMatch = readHeader(request.event, 'if-none-match');
      if (validator && takesIfNoneMatch(route) && matchesEtag(ifNoneMatch, validator)) {
        request.response = { statusCode: 304, headers, body: '' };
        return;
      }
      request.response = {
        statusCode: result.status ?? status,
        headers,
        body: body === undefined ? '' : text,
      };
    },
    onError(request: PipelineRequest) {
      const error = apiErrorOf(request.error, request.event);
      request.event.state.error = error;
      request.response = errorResponse(error, request);
    },
  };
}

function errorResponse(error: ApiError, request: PipelineRequest): APIGatewayProxyResult {
  return {
    statusCode: error.status,
    headers: {
      ...commonHeaders(request),
      ...(error.code === 'service_unavailable' ? { 'Retry-After': '1' } : {}),
      // The header is that of RFC 6750, section 3. API Gateway renames it, but the body contains the same information.
      ...(error.code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : {}),
    },
    body: JSON.stringify(errorBody(error, request.event.requestContext.requestId)),
  };
}

/** The headers of a response that may be cached. API Gateway may compress it, but does not add `Vary` itself. */
function cacheHeaders({ event }: PipelineRequest, cacheControl: string): Record<string, string> {
  const { Vary } = corsHeaders(event.state.runtime.settings.corsOrigin);
  return { 'Cache-Control': cacheControl, Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' };
}

function commonHeaders({ event }: PipelineRequest): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Request-Id': event.requestContext.requestId,
    [CORRELATION_ID_HEADER]: event.state.correlationId,
    ...SECURITY_HEADERS,
    ...corsHeaders(event.state.runtime.settings.corsOrigin),
    ...rateLimitHeaders(event.state.rate),
    ...event.state.error?.headers,
  };
}

/** The request header that makes it safe to repeat a request (IETF httpapi, "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** 1 to 64 printable ASCII characters. An HTTP value has no spaces at its ends (RFC 9110, section 5.5). */
export const IDEMPOTENCY_KEY_PATTERN = /^[!-~](?:[ -~]{0,62}[!-~])?$/;

/** The response header which says that an earlier request with the same key was answered with this. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';

/** Headers by which a browser lets pages of another origin call the API (Fetch standard, "CORS protocol"). */

/** The response headers that scripts of such pages may read. */
export const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Location',
  'ETag',
  IDEMPOTENCY_REPLAYED_HEADER,
  'WWW-Authenticate',
  'X-Request-Id',
  CORRELATION_ID_HEADER,
] as const;

/** The CORS headers of every response except preflights. There are none if only pages of the API's own origin may call it. */
export function corsHeaders(origin: string): Record<string, string> {
  if (origin === 'none') return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
    ...(origin === '*' ? {} : { Vary: 'Origin' }),
  };
}

/** Headers of every response: no caching, no MIME sniffing, TLS only. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};
