import { GUARD_STRICT_HEADER } from './guard-strict.ts';
import { CORRELATION_ID_HEADER } from './log-request.ts';
import { corsHeaders, IDEMPOTENCY_KEY_HEADER } from './respond.ts';

/** How a preflight is answered (Fetch standard, "CORS protocol"), on AWS and on the local server. */

/** The request headers that scripts may send, besides those that are always allowed. */
export const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  IDEMPOTENCY_KEY_HEADER,
  GUARD_STRICT_HEADER,
  CORRELATION_ID_HEADER,
] as const;

/** How long a browser may cache a preflight. Chromium caches it for at most two hours. */
export const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** The methods for which a preflight of an unknown path is answered, so that a script sees 404 instead of a failure. */
export const METHODS_OF_UNKNOWN_PATHS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Makes the headers of the answer to a preflight, as the CDK's `addCorsPreflight` does. */
export function preflightHeaders(origin: string, methods: readonly string[]): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(','),
    'Access-Control-Allow-Methods': methods.join(','),
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
}
