import { KEY_SECRET_PATTERN, type ParsedKey, parseKey } from '../keys/key-secret.ts';
import { NUMBER_PATTERN } from '../secrets/secret.ts';
import { type ParsedToken, parseToken, TOKEN_SECRET_PATTERN } from '../sessions/token.ts';

const NUMBER = `(${NUMBER_PATTERN})`;
const SECRET = `(?:(${TOKEN_SECRET_PATTERN})|(${KEY_SECRET_PATTERN}))`;

/**
 * The whole Authorization header, of a user's token or of a key; API Gateway turns away what does not match (RFC 6750,
 * section 2.1).
 */
export const AUTHORIZATION_PATTERN = `^[Bb][Ee][Aa][Rr][Ee][Rr] ${NUMBER}\\|${SECRET}$`;

const AUTHORIZATION_REGEXP = new RegExp(AUTHORIZATION_PATTERN);

/** Who a request says that it comes from: a user by a token, or a machine by a key. */
export type Credential =
  | { readonly kind: 'token'; readonly token: ParsedToken }
  | { readonly kind: 'key'; readonly key: ParsedKey };

/** What an Authorization header holds, or `undefined` where it cannot be what Guard issued. */
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
