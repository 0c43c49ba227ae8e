import { GUARD_STRICT_HEADER } from '../../../shared/http/guard-strict.ts';
import { CORRELATION_ID_HEADER } from '../../../shared/http/log-request.ts';
import { corsHeaders, IDEMPOTENCY_KEY_HEADER } from '../../../shared/http/respond.ts';

/** The response to a preflight (Fetch standard, "CORS protocol"), on AWS and on the local server. */

/** Request headers that scripts may send, in addition to the safelisted ones. */
export const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  IDEMPOTENCY_KEY_HEADER,
  GUARD_STRICT_HEADER,
  CORRELATION_ID_HEADER,
] as const;

/** The time for which a browser may cache a preflight: Chromium caches at most two hours. */
export const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** The headers of the response, as the CDK's `addCorsPreflight` writes them. */
export function preflightHeaders(origin: string, methods: readonly string[]): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(','),
    'Access-Control-Allow-Methods': methods.join(','),
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
}
