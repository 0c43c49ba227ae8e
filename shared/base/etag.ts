import { sha256 } from './digest.ts';
import { ApiError } from './errors.ts';

/**
 * Fields that change although no client changes the object, because of other objects or of the time. A client that has read
 * older values may still change the object.
 */
const UNGUARDED_FIELDS: ReadonlySet<string> = new Set([
  'last_seen_at',
  'devices',
  'excluded_types',
  'request_limits',
  'warnings',
  'state',
  'last_frame_at',
  'paths',
  'last_opening',
  'last_openings',
  'receiver',
  'broker',
  'has_panel',
  'openings',
]);

/**
 * Makes a strong validator of an object: a hash of its body (RFC 9110, section 8.8.3). If the object has such fields, there
 * are two hashes, and If-Match compares only the first, which leaves them out. `json` is the body that is sent.
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

/** The validators of a header, each in its strong form. */
const strongForms = (header: string) =>
  header.split(',').map((validator) => validator.trim().replace(/^W\//, ''));

/** Whether If-None-Match contains this validator, in its weak or strong form (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const named = strongForms(ifNoneMatch ?? '');
  return named.includes('*') || named.includes(etag);
}

/**
 * Throws `precondition_failed` unless If-Match is absent, `*` or contains the validator of the object (RFC 9110, section
 * 13.1.1). Its weak form matches, too: proxies that compress weaken Guard's validators, and Guard itself makes no weak ones.
 * Nothing matches an object that does not exist (`undefined`).
 */
export function checkIfMatch(ifMatch: string | undefined, body: unknown): void {
  if (ifMatch === undefined) return;
  if (body === undefined) throw new ApiError('precondition_failed');
  const own = guardedPart(etagOf(body));
  const named = strongForms(ifMatch);
  const isMet = named.some((it) => it === '*' || (VALIDATOR.test(it) && guardedPart(it) === own));
  if (!isMet) throw new ApiError('precondition_failed');
}

const VALIDATOR = new RegExp(`^"(?:[\\w-]{${HASH_LENGTH}}){1,2}"$`);

/** The part of a validator that If-Match compares, with the quote at its start. */
const guardedPart = (validator: string) => validator.slice(0, HASH_LENGTH + 1);
