import { KEY_SECRET_PATTERN, type ParsedKey, parseKey } from '../keys/key-secret.ts';
import { NUMBER_PATTERN } from '../secrets/secret.ts';
import { type ParsedToken, parseToken, TOKEN_SECRET_PATTERN } from '../sessions/token.ts';

const NUMBER = `(${NUMBER_PATTERN})`;
const SECRET = `(?:(${TOKEN_SECRET_PATTERN})|(${KEY_SECRET_PATTERN}))`;

/**
 * The Authorization header with a user's token or an API key. API Gateway rejects other values (RFC 6750, section 2.1).
 */
export const AUTHORIZATION_PATTERN = `^[Bb][Ee][Aa][Rr][Ee][Rr] ${NUMBER}\\|${SECRET}$`;

const AUTHORIZATION_REGEXP = new RegExp(AUTHORIZATION_PATTERN);

/** The credential of a request: the token of a user or the API key of a machine. */
export type Credential =
  | { readonly kind: 'token'; readonly token: ParsedToken }
  | { readonly kind: 'key'; readonly key: ParsedKey };

/** Parses an Authorization header. `undefined` if Guard cannot have issued the credential. */
export function parseAuthorization(header: string): Credential | undefined {
  const [, number, tokenSecret, keySecret] = AUTHORIZATION_REGEXP.exec(header) ?? [];
  if (!number) return undefined;
  if (tokenSecret) {
    const token = parseToken(number, tokenSecret);
    return token && { kind: 'token', token };
  }
  const key = keySecret ? parseKey(number, keySecret) : undefined;
  return key && { kind: 'key', key };
}
