import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { expression } from '../table/expression.ts';
import { tokenKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteIf, putOwn, updateItem } from '../table/writes.ts';
import { type Authentication, readAuthentication } from './authentication.ts';
import type { Sender } from './session.ts';
import { issueToken, tokenItem, tokenItemSchema } from './token.ts';

/**
 * Ends the presented token and issues a new one, in one transaction. If several refreshes are concurrent, only one succeeds.
 * Returns the new token.
 */
export async function refreshToken(
  { table, settings, randomBytes }: Runtime,
  presented: AuthenticatedUser,
  { now, sender }: { readonly now: Date; readonly sender: Sender },
): Promise<string> {
  const issued = issueToken(presented, randomBytes);
  const key = tokenKey(presented.tenantId, presented.userId, presented.tokenId);
  let { sessionVersion } = presented;
  let authentication = readAuthentication(presented.authentication);
  for (;;) {
    const lifetimeMinutes = settings.tokenExpirationMinutes;
    const item = tokenItem(issued, { sessionVersion, now, lifetimeMinutes, authentication, sender });
    const end = deleteIf(table, key, expression`#data.#session_version = ${sessionVersion}`, 'stale');
    if ((await commit(table, [putOwn(table, item), end])) === 'written') return issued.plainText;
    // `keepSession` may have given the old token a new version and another authentication. The new token needs both.
    const kept = await getItem(table, key);
    if (!kept) throw new ApiError('unauthenticated', { reason: 'token_replaced' });
    ({ session_version: sessionVersion, authentication } = tokenItemSchema.parse(kept).data);
  }
}

/**
 * Makes the write that keeps the presented token valid when its user's session version rises by one. It must be in the
 * transaction that raises that version. It also replaces the session's authentication, if another one is given. Refused if
 * the session has ended meanwhile.
 */
export function keepSession(
  table: Table,
  { tenantId, userId, tokenId }: AuthenticatedUser,
  sessionVersion: number,
  authentication?: Authentication,
): GuardedWrite {
  const changed = authentication ? expression`, #data.#authentication = ${authentication}` : expression``;
  const expressions = {
    update: expression`SET #data.#session_version = ${sessionVersion + 1}${changed}`,
    condition: expression`#data.#session_version = ${sessionVersion}`,
  };
  const ended = new ApiError('unauthenticated', { reason: 'session_ended' });
  return updateItem(table, tokenKey(tenantId, userId, tokenId), expressions, ended);
}
