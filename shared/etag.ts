import { ApiError } from './errors.ts';
import { sha256 } from './sha256.ts';

/**
 * These fields change without a change by a client. A client that read an older value may still change the object.
 */
const UNGUARDED_FIELDS = ['last_seen_at', 'request_limits'] as const;

/**
 * A strong validator of an object: a hash of its body (RFC 9110, section 8.8.3). An object with an unguarded field has
 * two hashes, and If-Match compares only the first. `json` is the body that is sent.
 */
export function etagOf(body: unknown, json: string = JSON.stringify(body)): string {
  const field = UNGUARDED_FIELDS.find((it) => isObject(body) && it in body);
  if (!isObject(body) || !field) return `"${hashOf(json)}"`;
  const { [field]: unguarded, ...guarded } = body;
  return `"${hashOf(JSON.stringify(guarded))}${hashOf(JSON.stringify(unguarded))}"`;
}

const HASH_LENGTH = 27;

const hashOf = (json: string) => sha256(json).slice(0, HASH_LENGTH);

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null;

/** Whether If-None-Match contains this validator, weak or strong (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((validator) => validator.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}

/**
 * Throws `precondition_failed` unless If-Match is absent, `*` or contains the validator of the object (RFC 9110,
 * section 13.1.1). Weak validators never match.
 */
export function checkIfMatch(ifMatch: string | undefined, body: unknown): void {
  if (ifMatch === undefined) return;
  const own = etagOf(body);
  const named = ifMatch.split(',').map((validator) => validator.trim());
  const isMet = named.some(
    (it) => it === '*' || (it.length === own.length && guardedPart(it) === guardedPart(own)),
  );
  if (!isMet) throw new ApiError('precondition_failed');
}

/** Includes the quote at the start. */
const guardedPart = (validator: string) => validator.slice(0, HASH_LENGTH + 1);
