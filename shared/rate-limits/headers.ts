import type { RateVerdict } from './rate-counter.ts';

/** The headers of a counted response (docs/api-contract.md, "Limits"; RFC 9110, section 10.2.3 for Retry-After). */
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
