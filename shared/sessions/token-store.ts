import * as z from 'zod/mini';
import { commit } from '../table/commit.ts';
import { tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import type { IssuedToken, ParsedToken } from './token.ts';

/** What is kept of a token. `session_version` is the user's at the time of issue. */
export const tokenItemSchema = z.object({
  data: z.object({
    token_id: z.int(),
    user_id: z.string(),
    secret_hash: z.string(),
    session_version: z.int(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
});

/** The item that makes an issued token valid until it expires. */
export function tokenItem(
  token: IssuedToken,
  issue: { sessionVersion: number; now: Date; lifetimeMinutes: number },
) {
  const expiresAt = new Date(issue.now.getTime() + issue.lifetimeMinutes * 60_000);
  return {
    ...tokenKey(token.tenantId, token.userId, token.tokenId),
    data: {
      token_id: token.tokenId,
      user_id: token.userId,
      secret_hash: token.secretHash,
      session_version: issue.sessionVersion,
      created_at: formatTimestamp(issue.now),
      expires_at: formatTimestamp(expiresAt),
    },
    ttl: Math.ceil(expiresAt.getTime() / 1000),
  };
}

/** Ends one token. Ending an ended one is no error. */
export async function deleteToken(
  table: Table,
  token: Pick<ParsedToken, 'tenantId' | 'userId' | 'tokenId'>,
): Promise<void> {
  await commit(table, [deleteAny(table, tokenKey(token.tenantId, token.userId, token.tokenId))]);
}

/** Ends one token of a user. Throws `not_found` where there is none of that id, also where somebody else has one. */
export async function endToken(
  table: Table,
  { tenantId, userId, tokenId }: Pick<ParsedToken, 'tenantId' | 'userId' | 'tokenId'>,
): Promise<void> {
  const end = {
    Delete: {
      TableName: table.name,
      Key: tokenKey(tenantId, userId, tokenId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  const hasHappened = (item: unknown) => item === undefined;
  await commit(table, [{ write: end, refused: 'not_found', hasHappened }]);
}
