import type { RandomBytes } from '../ids.ts';
import { ID_BYTES, idBytes, readId } from '../secrets/id-bytes.ts';
import { defineSecret } from '../secrets/secret.ts';

/** A user's token, `<token_id>|guard_<secret>` (docs/api-contract.md, "Token"). Its secret names tenant and user. */
const TOKEN = defineSecret('guard_', 2 * ID_BYTES);

/** A token's secret, as part of a regular expression. */
export const TOKEN_SECRET_PATTERN = TOKEN.pattern;

export interface ParsedToken {
  readonly tokenId: number;
  readonly tenantId: string;
  readonly userId: string;
  /** SHA-256 of the secret in base64url: nothing else of it is stored. */
  readonly secretHash: string;
}

export interface IssuedToken extends ParsedToken {
  /** The token for the client. It exists only in the response that issues it. */
  readonly plainText: string;
}

export function issueToken(
  { tenantId, userId }: { tenantId: string; userId: string },
  randomBytes: RandomBytes,
): IssuedToken {
  const names = Buffer.concat([idBytes(tenantId), idBytes(userId)]);
  const { number, secretHash, plainText } = TOKEN.issue(names, randomBytes);
  return { tokenId: number, tenantId, userId, secretHash, plainText };
}

/** Parses the number and secret of a token; `undefined` if Guard cannot have issued it. */
export function parseToken(number: string, secret: string): ParsedToken | undefined {
  const parsed = TOKEN.parse(number, secret);
  if (!parsed) return undefined;
  const tenantId = readId(parsed.names, 0);
  const userId = readId(parsed.names, ID_BYTES);
  if (!tenantId || !userId) return undefined;
  return { tokenId: parsed.number, tenantId, userId, secretHash: parsed.secretHash };
}
