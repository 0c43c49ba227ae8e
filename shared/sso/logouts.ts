import * as z from 'zod/mini';
import { ApiError } from '../errors.ts';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { ABSENT, anyOf, expression } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { requireThat } from '../table/writes.ts';
import { toEpochSeconds } from '../time.ts';

/**
 * The last logout of a subject, and of a session at the provider. A logout ends the sessions that it finds; this keeps a one-time
 * code that was issued before it from opening another.
 */
export interface LogoutPlace {
  readonly tenantId: string;
  readonly providerId: string;
  readonly subjectHash?: string | undefined;
  readonly sidHash?: string | undefined;
}

/** A logout is remembered for longer than a code is valid. */
const REMEMBERED_SECONDS = 3_600;

const itemSchema = z.object({ jti_hash: z.string() });

export const placeOf = (
  { tenant_id: tenantId, id: providerId }: Pick<IdentityProvider, 'id' | 'tenant_id'>,
  identity: { readonly subject_hash: string; readonly sid_hash?: string | undefined },
): LogoutPlace => ({ tenantId, providerId, subjectHash: identity.subject_hash, sidHash: identity.sid_hash });

function keysOf({ tenantId, providerId, subjectHash, sidHash }: LogoutPlace): ItemKey[] {
  const key = (kind: string, hash: string | undefined) =>
    hash === undefined
      ? []
      : [{ pk: tenantPartition(tenantId), sk: `SSO_LAST_LOGOUT#${providerId}#${kind}#${hash}` }];
  return [...key('sub', subjectHash), ...key('sid', sidHash)];
}

/** Records a logout, before its sessions end. One of a subject and a session together ends that session only. */
export async function recordLogout(
  table: Table,
  { sidHash, subjectHash, ...place }: LogoutPlace,
  { jtiHash, now }: { readonly jtiHash: string; readonly now: Date },
): Promise<void> {
  const [key] = keysOf({ ...place, ...(sidHash === undefined ? { subjectHash } : { sidHash }) });
  const item = { ...key, jti_hash: jtiHash, ttl: toEpochSeconds(now) + REMEMBERED_SECONDS };
  // `commit` waits for a sign-in that checks the item at the same moment.
  if (key) await commit(table, [{ write: { Put: { TableName: table.name, Item: item } }, refused: 'stale' }]);
}

/** The last logouts, in the order of `requireNoLogout`; empty texts for none. */
export function readLogouts(table: Table, place: LogoutPlace): Promise<string[]> {
  return Promise.all(
    keysOf(place).map(async (key) => {
      const item = await getItem(table, key);
      return item ? itemSchema.parse(item).jti_hash : '';
    }),
  );
}

/** Refuses a sign-in after another logout than those that were read. */
export function requireNoLogout(
  table: Table,
  place: LogoutPlace,
  logouts: readonly string[],
): GuardedWrite[] {
  const refused = new ApiError('sso_code_not_valid', { reason: 'logged_out' });
  return keysOf(place).map((key, at) =>
    requireThat(table, key, anyOf(ABSENT, expression`#jti_hash = ${logouts[at] ?? ''}`), refused),
  );
}
