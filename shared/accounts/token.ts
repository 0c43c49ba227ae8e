import * as z from 'zod/mini';
import type { ApiError, ErrorCode } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { ID_BYTES, idBytes, readId } from '../lambda/id-bytes.ts';
import { defineSecret } from '../lambda/secret.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { EXISTS, type Expression, expression } from '../table/expression.ts';
import { tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteIf } from '../table/writes.ts';
import { type Authentication, authenticationSchema } from './authentication.ts';
import { type Sender, senderSchema } from './session.ts';
import type { SessionIds } from './session-ids.ts';

/**
 * A user's token, `<token_id>|guard_<secret>` (docs/api-contract.md, "Token"). The secret contains the ids of the tenant and
 * the user.
 */
const TOKEN = defineSecret('guard_', 2 * ID_BYTES);

/** The secret of a token, as part of a regular expression. */
export const TOKEN_SECRET_PATTERN = TOKEN.pattern;

export interface ParsedToken {
  readonly tokenId: number;
  readonly tenantId: string;
  readonly userId: string;
  /** SHA-256 of the secret in base64url. Nothing else of the secret is stored. */
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

/** The item of a token. Its `session_version` is the one that the user had when the token was issued. */
export const tokenItemSchema = z.object({
  data: z.object({
    token_id: z.int(),
    user_id: z.string(),
    secret_hash: z.string(),
    session_version: z.int(),
    created_at: z.string(),
    expires_at: z.string(),
    authentication: z.optional(authenticationSchema),
    sender: z.optional(senderSchema),
  }),
});

/** The item that makes an issued token valid until it expires. */
export function tokenItem(
  token: IssuedToken,
  issue: {
    sessionVersion: number;
    now: Date;
    lifetimeMinutes: number;
    authentication?: Authentication | undefined;
    sender?: Sender | undefined;
  },
) {
  const lifetimeEnd = issue.now.getTime() + issue.lifetimeMinutes * 60_000;
  const endsAt = issue.authentication?.ends_at;
  const expiresAt = new Date(endsAt === undefined ? lifetimeEnd : Math.min(lifetimeEnd, Date.parse(endsAt)));
  return {
    ...tokenKey(token.tenantId, token.userId, token.tokenId),
    data: {
      token_id: token.tokenId,
      user_id: token.userId,
      secret_hash: token.secretHash,
      session_version: issue.sessionVersion,
      created_at: formatTimestamp(issue.now),
      expires_at: formatTimestamp(expiresAt),
      ...(issue.authentication ? { authentication: issue.authentication } : {}),
      ...(issue.sender ? { sender: issue.sender } : {}),
    },
    ttl: Math.ceil(expiresAt.getTime() / 1000),
  };
}

interface EndOfToken {
  readonly alongside?: readonly GuardedWrite[];
  readonly condition?: Expression;
}

/**
 * Holds if the token belongs to an open session: it has not expired, and the user's sessions were not ended since it was
 * issued.
 */
export const isOfOpenSession = (sessionVersion: number, now: Date): Expression =>
  expression`#data.#session_version = ${sessionVersion} AND #data.#expires_at > ${formatTimestamp(now)}`;

/**
 * Ends one token, with further writes of the same transaction. If the token is refreshed at the same time, only one of the
 * two succeeds, so an ended token has no successor. Throws `refused` if the user has no such token, or if the token does not
 * meet the condition.
 */
export async function endToken(
  table: Table,
  { tenantId, userId, tokenId }: SessionIds,
  refused: ErrorCode | ApiError,
  { alongside = [], condition = EXISTS }: EndOfToken = {},
): Promise<void> {
  const end = deleteIf(table, tokenKey(tenantId, userId, tokenId), condition, refused);
  // `hasHappened` is not used, because a missing token may also have been refreshed.
  await commit(table, [end, ...alongside]);
}
