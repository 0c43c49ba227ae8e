import { CORRELATION_ID_HEADER } from '../../../shared/http/correlation-id.ts';
import { corsHeaders } from '../../../shared/http/cors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../../shared/http/idempotency-key.ts';

/**
 * What a preflight allows (Fetch standard, "CORS protocol"): deployed by CDK as each path's OPTIONS method and
 * played by the local server.
 */

/** Request headers that scripts may send, beside those that need no permission. */
export const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  IDEMPOTENCY_KEY_HEADER,
  CORRELATION_ID_HEADER,
] as const;

/** How long a browser may remember a preflight: two hours, which is the longest that Chromium does. */
export const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** The headers of a preflight's answer, as the CDK's `addCorsPreflight` writes them. */
export function preflightHeaders(origin: string, methods: readonly string[]): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(','),
    'Access-Control-Allow-Methods': methods.join(','),
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
}
