import { sha256 } from './digest.ts';
import { ApiError } from './errors.ts';

/**
 * These fields change without a change of the object by a client: other objects and the time decide them. A client that read
 * older values may still change the object.
 */
const UNGUARDED_FIELDS: ReadonlySet<string> = new Set([
  'last_seen_at',
  'devices',
  'excluded_types',
  'request_limits',
  'warnings',
]);

/**
 * A strong validator of an object: a hash of its body (RFC 9110, section 8.8.3). An object with unguarded fields has two
 * hashes, and If-Match compares only the first. `json` is the body that is sent.
 */
export function etagOf(body: unknown, json: string = JSON.stringify(body)): string {
  const fields = isObject(body) ? Object.entries(body) : [];
  const unguarded = fields.filter(([name]) => UNGUARDED_FIELDS.has(name));
  if (unguarded.length === 0) return `"${hashOf(json)}"`;
  const part = (its: typeof fields) => hashOf(JSON.stringify(Object.fromEntries(its)));
  return `"${part(fields.filter((it) => !unguarded.includes(it)))}${part(unguarded)}"`;
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
  const own = guardedPart(etagOf(body));
  const named = ifMatch.split(',').map((validator) => validator.trim());
  const isMet = named.some((it) => it === '*' || (VALIDATOR.test(it) && guardedPart(it) === own));
  if (!isMet) throw new ApiError('precondition_failed');
}

const VALIDATOR = new RegExp(`^"(?:[\\w-]{${HASH_LENGTH}}){1,2}"$`);

/** Includes the quote at the start. */
const guardedPart = (validator: string) => validator.slice(0, HASH_LENGTH + 1);
