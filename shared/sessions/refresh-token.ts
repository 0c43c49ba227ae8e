import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { commit } from '../table/commit.ts';
import { tokenKey } from '../table/keys.ts';
import { putOwn } from '../table/writes.ts';
import { issueToken } from './token.ts';
import { tokenItem } from './token-store.ts';

/**
 * Ends the presented token and issues its successor, both or neither. Of racing refreshes one wins; for the others
 * the token has already ended. Returns what the client presents from now on.
 */
export async function refreshToken(
  { table, settings, randomBytes }: Runtime,
  presented: AuthenticatedUser,
  now: Date,
): Promise<string> {
  const issued = issueToken(presented, randomBytes);
  const { sessionVersion } = presented;
  const item = tokenItem(issued, { sessionVersion, now, lifetimeMinutes: settings.tokenExpirationMinutes });
  const end = {
    Delete: {
      TableName: table.name,
      Key: tokenKey(presented.tenantId, presented.userId, presented.tokenId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  const replaced = new ApiError('unauthenticated', { reason: 'token_replaced' });
  await commit(table, [putOwn(table, item), { write: end, refused: replaced }]);
  return issued.plainText;
}
