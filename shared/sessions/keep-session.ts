import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/**
 * Takes the presented token along when its user's session version rises by one, so that it stays valid while all others
 * end. It belongs into the transaction that raises the version. Where the session has ended meanwhile, it is refused:
 * then nothing is done in its name.
 */
export function keepSession(
  table: Table,
  { tenantId, userId, tokenId }: AuthenticatedUser,
  sessionVersion: number,
): GuardedWrite {
  const write = {
    Update: {
      TableName: table.name,
      Key: tokenKey(tenantId, userId, tokenId),
      UpdateExpression: 'SET #data.#session_version = :next',
      ConditionExpression: '#data.#session_version = :session_version',
      ExpressionAttributeNames: { '#data': 'data', '#session_version': 'session_version' },
      ExpressionAttributeValues: { ':session_version': sessionVersion, ':next': sessionVersion + 1 },
    },
  };
  return { write, refused: new ApiError('unauthenticated', { reason: 'session_ended' }) };
}
