import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readVariable } from './table.ts';

const CORS_ORIGIN = readVariable('GUARD_CORS_ORIGIN');

/** The response 200 with a body, or 304 if the client has that body. */
export function answer(
  event: APIGatewayProxyEvent,
  body: unknown,
  { limit, remaining }: { limit: number; remaining: number },
): APIGatewayProxyResult {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const { requestId } = event.requestContext;
  const headers = {
    'Content-Type': 'application/json',
    'X-Request-Id': requestId,
    'X-Correlation-Id': event.headers['X-Correlation-Id'] ?? requestId,
    'Cache-Control': 'no-store',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': CORS_ORIGIN,
    'Access-Control-Expose-Headers':
      'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, ETag, Idempotency-Replayed, WWW-Authenticate, X-Request-Id, X-Correlation-Id',
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    ETag: etag,
  };
  if (event.httpMethod === 'GET' && event.headers['If-None-Match'] === etag) {
    return { statusCode: 304, headers, body: '' };
  }
  return { statusCode: 200, headers, body: text };
}
