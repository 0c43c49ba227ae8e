import * as z from 'zod/mini';
import { withMeta } from '../../shared/base/schema.ts';
import { CORRELATION_ID_HEADER } from '../../shared/http/log-request.ts';
import { IDEMPOTENCY_REPLAYED_HEADER } from '../../shared/http/respond.ts';
import type { Route } from '../../shared/http/route.ts';
import { showsLimit } from '../../shared/http/route-implications.ts';

const whole = (minimum: number) => z.int().check(z.minimum(minimum));

/** Every response header of the API itself, without the headers that all of HTTP has. */
const HEADERS = {
  'X-Request-Id': withMeta(z.string(), { description: 'The id of the request in the log of the service.' }),
  [CORRELATION_ID_HEADER]: withMeta(z.string(), {
    description: "The client's correlation id, or else the id of the request.",
  }),
  'X-RateLimit-Limit': withMeta(whole(1), { description: 'The requests that the limit allows in a minute.' }),
  'X-RateLimit-Remaining': withMeta(whole(0), {
    description: 'The requests that remain in this calendar minute.',
  }),
  'X-RateLimit-Reset': withMeta(whole(0), { description: 'The end of the minute, in seconds since 1970.' }),
  'Retry-After': withMeta(whole(1), { description: 'The seconds to wait before the next attempt.' }),
  'WWW-Authenticate': withMeta(z.string().check(z.regex(/^Bearer/)), {
    description: 'The authentication scheme (RFC 6750), with `error="invalid_token"` if a token was sent.',
    examples: ['Bearer error="invalid_token"'],
  }),
  ETag: withMeta(z.string().check(z.regex(/^"[A-Za-z0-9_-]+"$/)), {
    description: 'The validator of the object, for `If-Match`.',
    examples: ['"Bv2J0xkz5c8mWq1nYt7LrD3pXoA"'],
  }),
  [IDEMPOTENCY_REPLAYED_HEADER]: withMeta(z.literal('true'), {
    description: 'The response is that of an earlier request with the same `Idempotency-Key`.',
  }),
  Location: withMeta(z.url(), {
    description: 'The URL of the new object, or of the list that contains it.',
  }),
};

export type ResponseHeader = keyof typeof HEADERS;

type Header = (typeof HEADERS)[ResponseHeader];
type OptionalHeader = z.ZodMiniOptional<Header>;

const required = mapHeaders((name, header) => withMeta(header, { header: { id: name } }));
const optional = mapHeaders((name, header) =>
  withMeta(z.optional(header), { header: { id: `${name}.optional` } }),
);

/** The headers of a success. All are required, except the mark of a repetition. */
export function successHeaders(route: Route) {
  const { etag, headers = {} } = route.response;
  const own = Object.keys(headers).map(knownHeader);
  return {
    ...pick(required, [
      'X-Request-Id',
      CORRELATION_ID_HEADER,
      ...(showsLimit(route) ? RATE_HEADERS : []),
      ...(etag ? (['ETag'] as const) : []),
      ...own,
    ]),
    ...(route.takesIdempotencyKey ? pick(optional, [IDEMPOTENCY_REPLAYED_HEADER]) : {}),
  };
}

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

/**
 * The headers of an error. Most are optional, because API Gateway answers some errors itself, before the service has
 * counted the request.
 */
export function errorHeaders(status: number, isCounted: boolean) {
  return {
    ...pick(optional, ['X-Request-Id', CORRELATION_ID_HEADER, ...(isCounted ? RATE_HEADERS : [])]),
    ...(status === 401 ? pick(optional, ['WWW-Authenticate']) : {}),
    ...(status === 429 ? pick(required, ['Retry-After']) : {}),
    ...(status === 429 && isCounted ? pick(optional, ['X-RateLimit-Reset']) : {}),
    ...(status === 503 ? pick(optional, ['Retry-After']) : {}),
  };
}

function mapHeaders<T>(convert: (name: ResponseHeader, header: Header) => T): Record<ResponseHeader, T> {
  const names = Object.keys(HEADERS).map(knownHeader);
  return Object.fromEntries(names.map((name) => [name, convert(name, HEADERS[name])])) as Record<
    ResponseHeader,
    T
  >;
}

function pick<T extends Header | OptionalHeader>(
  headers: Record<ResponseHeader, T>,
  names: readonly ResponseHeader[],
): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

function knownHeader(name: string): ResponseHeader {
  if (name in HEADERS) return name as ResponseHeader;
  throw new Error(`The response header ${name} is not described in lib/openapi/response-headers.ts.`);
}
