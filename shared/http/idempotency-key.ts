/** The header that makes a request safe to repeat (IETF httpapi, "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** 1 to 64 printable ASCII characters. An HTTP value has no spaces at its ends (RFC 9110, section 5.5). */
export const IDEMPOTENCY_KEY_PATTERN = /^[!-~](?:[ -~]{0,62}[!-~])?$/;

/** Marks the response of an earlier request with the same key. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';
