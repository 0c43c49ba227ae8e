import { hash } from 'node:crypto';
import { ApiError } from './errors.ts';

/** A strong validator of an object: a hash of the body that shows it (RFC 9110, section 8.8.3). */
export function etagOf(body: unknown): string {
  return etagOfJson(JSON.stringify(body));
}

/** The same, of the body as it is sent. */
export function etagOfJson(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 27)}"`;
}

/** Whether If-None-Match names this validator, weak or not (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((validator) => validator.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}

/**
 * Throws `precondition_failed` unless If-Match is absent, `*` or names the object as it stands (RFC 9110, section
 * 13.1.1). Weak validators never match.
 */
export function checkIfMatch(ifMatch: string | undefined, body: unknown): void {
  if (ifMatch === undefined) return;
  const named = ifMatch.split(',').map((validator) => validator.trim());
  if (!named.includes('*') && !named.includes(etagOf(body))) throw new ApiError('precondition_failed');
}
