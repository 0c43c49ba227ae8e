import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { expression } from '../table/expression.ts';
import { tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';
import type { Authentication } from './authentication.ts';

/**
 * The write that keeps the presented token valid when its user's session version rises by one. It belongs in the transaction
 * that raises the version. Gives the session another authentication, if there is one. Refused if the session has ended
 * meanwhile.
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
