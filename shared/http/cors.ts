import { CORRELATION_ID_HEADER } from './correlation-id.ts';
import { IDEMPOTENCY_REPLAYED_HEADER } from './idempotency-key.ts';

/** Headers that let a browser call the API from another origin (Fetch standard, "CORS protocol"). */

/** Response headers that scripts may read. */
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

/**
 * The CORS headers of every response except preflights. There are none if only the API's own origin may call it.
 */
export function corsHeaders(origin: string): Record<string, string> {
  if (origin === 'none') return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
    ...(origin === '*' ? {} : { Vary: 'Origin' }),
  };
}
