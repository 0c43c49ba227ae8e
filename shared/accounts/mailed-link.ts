import * as z from 'zod/mini';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { ID_BYTES, idBytes, readId } from '../lambda/id-bytes.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { defineSecret, isSameHash } from '../lambda/secret.ts';
import { linkKey } from '../table/keys.ts';
import { putItem } from '../table/writes.ts';
import { type Account, acceptsPassword } from './user.ts';

/** The purposes of a link, and for how many minutes each is valid. */
const LINK_MINUTES = { invitation: 72 * 60, reset: 30 } as const;

type LinkPurpose = keyof typeof LINK_MINUTES;

export const LINK_PURPOSES = Object.keys(LINK_MINUTES) as LinkPurpose[];

/** The stored link has no token, only its hash. */
const linkItemSchema = z.object({
  secret_hash: z.string(),
  email: z.string(),
  email_version: z.optional(z.int()),
  session_version: z.int(),
  expires_at: z.string(),
});

/**
 * Creates a link for a user and returns its token, which only the mail may contain. It replaces an older link of the same
 * purpose. Anyone may request a reset, so a reset leaves an invitation valid.
 */
export async function createLink(
  { table, randomBytes }: Pick<Runtime, 'table' | 'randomBytes'>,
  { entity: user, credentials }: Account,
  { purpose, now }: { purpose: LinkPurpose; now: Date },
): Promise<string> {
  const { token, secretHash } = issueLinkToken({ tenantId: user.tenant_id, userId: user.id }, randomBytes);
  const expiresAt = new Date(now.getTime() + LINK_MINUTES[purpose] * 60_000);
  await putItem(table, {
    ...linkKey(user.tenant_id, user.id, purpose),
    secret_hash: secretHash,
    email: user.email,
    ...(credentials.email_version === undefined ? {} : { email_version: credentials.email_version }),
    session_version: credentials.session_version,
    expires_at: formatTimestamp(expiresAt),
    ttl: toEpochSeconds(expiresAt) + 1,
  });
  return token;
}

/**
 * Whether an item is the link of this token and is still valid for its user. It becomes invalid by use, by a new password, by
 * the end of all sessions, and by a new e-mail address, even one that is changed back.
 */
export function isValidLink(
  item: Readonly<Record<string, unknown>> | undefined,
  { secretHash }: ParsedLink,
  account: Account,
  now: Date,
): boolean {
  const link = readOpenLink(item, account, now);
  return link !== undefined && isSameHash(link.secret_hash, secretHash);
}

/** Reads the link of an item, if it is still valid for its user. */
export function readOpenLink(
  item: Readonly<Record<string, unknown>> | undefined,
  { entity: user, credentials }: Account,
  now: Date,
): z.infer<typeof linkItemSchema> | undefined {
  if (!item) return undefined;
  const link = linkItemSchema.parse(item);
  const isOpen =
    now < new Date(link.expires_at) &&
    link.email === user.email &&
    link.email_version === credentials.email_version &&
    link.session_version === credentials.session_version;
  return isOpen ? link : undefined;
}

/** Whether a user may be sent an invitation. A user with a password is sent a reset instead, and only on their own request. */
export function mayBeInvited(account: Account, now: Date): boolean {
  return maySetPassword(account, now) && account.credentials.password_hash === null;
}

/**
 * Whether a user may set a password by a link and then sign in with it: the user must be active and not limited to single
 * sign-on.
 */
export function maySetPassword(account: Account, now: Date): boolean {
  return account.entity.status === 'active' && acceptsPassword(account, now);
}

/**
 * The token of a link in a mail: `guard_l_<secret>`. The secret contains the ids of tenant and user, so that one call reads
 * all items that decide. Unlike other tokens it has no number before a `|`, because mail programs end a link at that sign.
 */
const LINK = defineSecret('guard_l_', 2 * ID_BYTES);

const LINK_PATTERN = new RegExp(`^${LINK.pattern}$`);

/** The token shows no number, so any number will do here. */
const NO_NUMBER = '1';

export const EXAMPLE_LINK_TOKEN = `guard_l_${'0'.repeat(76)}`;

interface LinkOwner {
  readonly tenantId: string;
  readonly userId: string;
}

export interface ParsedLink extends LinkOwner {
  /** SHA-256 of the token in base64url. Nothing else of the token is stored. */
  readonly secretHash: string;
}

function issueLinkToken(
  { tenantId, userId }: LinkOwner,
  randomBytes: RandomBytes,
): { readonly token: string; readonly secretHash: string } {
  const names = Buffer.concat([idBytes(tenantId), idBytes(userId)]);
  const { plainText, secretHash } = LINK.issue(names, randomBytes);
  return { token: plainText.slice(plainText.indexOf('|') + 1), secretHash };
}

/** Parses the token of a link; `undefined` if Guard cannot have issued it. */
export function parseLinkToken(token: string): ParsedLink | undefined {
  const parsed = LINK_PATTERN.test(token) ? LINK.parse(NO_NUMBER, token) : undefined;
  if (!parsed) return undefined;
  const tenantId = readId(parsed.names, 0);
  const userId = readId(parsed.names, ID_BYTES);
  return tenantId && userId ? { tenantId, userId, secretHash: parsed.secretHash } : undefined;
}
