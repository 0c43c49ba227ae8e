/** The header that makes a request safe to repeat (IETF httpapi, "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** 1 to 64 printable ASCII characters. HTTP has no spaces at the ends of a value (RFC 9110, section 5.5). */
export const IDEMPOTENCY_KEY_PATTERN = /^[!-~](?:[ -~]{0,62}[!-~])?$/;

/** Says of an answer that it is the one to an earlier request with the same key. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';
