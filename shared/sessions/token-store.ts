import * as z from 'zod/mini';
import type { ApiError, ErrorCode } from '../errors.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { EXISTS, type Expression, expression } from '../table/expression.ts';
import { tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteIf } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { type Authentication, authenticationSchema } from './authentication.ts';
import type { SessionIds } from './session-ids.ts';
import type { IssuedToken } from './token.ts';

/** The item of a token. `session_version` is the user's at the time of issue. */
export const tokenItemSchema = z.object({
  data: z.object({
    token_id: z.int(),
    user_id: z.string(),
    secret_hash: z.string(),
    session_version: z.int(),
    created_at: z.string(),
    expires_at: z.string(),
    authentication: z.optional(authenticationSchema),
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
    },
    ttl: Math.ceil(expiresAt.getTime() / 1000),
  };
}

interface EndOfToken {
  readonly alongside?: readonly GuardedWrite[];
  readonly condition?: Expression;
}

/** Holds for the token of an open session: one that has neither expired nor ended with the others of its user. */
export const isOfOpenSession = (sessionVersion: number, now: Date): Expression =>
  expression`#data.#session_version = ${sessionVersion} AND #data.#expires_at > ${formatTimestamp(now)}`;

/**
 * Ends one token, with further writes of the transaction. Either this or a concurrent refresh succeeds, so an ended token
 * has no successor. Throws `refused` if the user has no such token, or it does not meet the condition.
 */
export async function endToken(
  table: Table,
  { tenantId, userId, tokenId }: SessionIds,
  refused: ErrorCode | ApiError,
  { alongside = [], condition = EXISTS }: EndOfToken = {},
): Promise<void> {
  const end = deleteIf(table, tokenKey(tenantId, userId, tokenId), condition, refused);
  // Without `hasHappened`: a missing token may also have been refreshed.
  await commit(table, [end, ...alongside]);
}
