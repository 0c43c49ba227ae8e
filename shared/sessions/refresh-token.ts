import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { commit } from '../table/commit.ts';
import { expression } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { tokenKey } from '../table/keys.ts';
import { deleteIf, putOwn } from '../table/writes.ts';
import { readAuthentication } from './authentication.ts';
import { issueToken } from './token.ts';
import { tokenItem, tokenItemSchema } from './token-store.ts';

/**
 * Ends the presented token and issues its successor, in one transaction. If several refreshes are concurrent, one succeeds.
 * Returns the new token.
 */
export async function refreshToken(
  { table, settings, randomBytes }: Runtime,
  presented: AuthenticatedUser,
  now: Date,
): Promise<string> {
  const issued = issueToken(presented, randomBytes);
  const key = tokenKey(presented.tenantId, presented.userId, presented.tokenId);
  let { sessionVersion } = presented;
  let authentication = readAuthentication(presented.authentication);
  for (;;) {
    const lifetimeMinutes = settings.tokenExpirationMinutes;
    const item = tokenItem(issued, { sessionVersion, now, lifetimeMinutes, authentication });
    const end = deleteIf(table, key, expression`#data.#session_version = ${sessionVersion}`, 'stale');
    if ((await commit(table, [putOwn(table, item), end])) === 'written') return issued.plainText;
    // keep-session.ts may have given the token a new version, and another authentication, which the successor needs.
    const kept = await getItem(table, key);
    if (!kept) throw new ApiError('unauthenticated', { reason: 'token_replaced' });
    ({ session_version: sessionVersion, authentication } = tokenItemSchema.parse(kept).data);
  }
}
