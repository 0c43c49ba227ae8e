import type { RandomBytes } from '../ids.ts';
import { ID_BYTES, idBytes, readId } from '../secrets/id-bytes.ts';
import { defineSecret } from '../secrets/secret.ts';

/**
 * The token of a link in a mail: `guard_l_<secret>`. It names tenant and user, so that one call reads all items that decide.
 * It has no number before a `|`, because mail programs end a link at that sign.
 */
const LINK = defineSecret('guard_l_', 2 * ID_BYTES);

const LINK_PATTERN = new RegExp(`^${LINK.pattern}$`);

/** The token does not show its number, so any number fits. */
const NO_NUMBER = '1';

export const EXAMPLE_LINK_TOKEN = `guard_l_${'0'.repeat(76)}`;

export interface LinkOwner {
  readonly tenantId: string;
  readonly userId: string;
}

export interface ParsedLink extends LinkOwner {
  /** SHA-256 of the token in base64url: nothing else of it is stored. */
  readonly secretHash: string;
}

export function issueLinkToken(
  { tenantId, userId }: LinkOwner,
  randomBytes: RandomBytes,
): { readonly token: string; readonly secretHash: string } {
  const names = Buffer.concat([idBytes(tenantId), idBytes(userId)]);
  const { plainText, secretHash } = LINK.issue(names, randomBytes);
  return { token: plainText.slice(plainText.indexOf('|') + 1), secretHash };
}

/** `undefined` if Guard cannot have issued the token. */
export function parseLinkToken(token: string): ParsedLink | undefined {
  const parsed = LINK_PATTERN.test(token) ? LINK.parse(NO_NUMBER, token) : undefined;
  if (!parsed) return undefined;
  const tenantId = readId(parsed.names, 0);
  const userId = readId(parsed.names, ID_BYTES);
  return tenantId && userId ? { tenantId, userId, secretHash: parsed.secretHash } : undefined;
}
