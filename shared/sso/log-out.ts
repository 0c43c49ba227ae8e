import { ApiError } from '../errors.ts';
import { loadIdentityProvider } from '../identity-providers/find-identity-provider.ts';
import { IDENTITY_PROVIDERS } from '../identity-providers/identity-provider.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import { getItem } from '../table/get-item.ts';
import { tenantPartition } from '../table/keys.ts';
import { putOwn } from '../table/writes.ts';
import { toEpochSeconds } from '../time.ts';
import { USERS } from '../users/user.ts';
import { endSsoSessions } from './end-sso-sessions.ts';
import { recordLogout } from './logouts.ts';
import { type LogoutRequest, readLogoutToken } from './read-logout-token.ts';

/** A used token is remembered for longer than a logout token is valid. */
const REMEMBERED_SECONDS = 3_600;

/**
 * Ends the sessions that a logout token names. A used token is not valid; otherwise whoever sees one could end later
 * sessions. It counts as used once the sessions have ended, so that a provider can repeat a failed request.
 */
export async function logOut(
  runtime: Runtime,
  { providerId, token, now }: { readonly providerId: string; readonly token: string; readonly now: Date },
): Promise<void> {
  const { table } = runtime;
  const tenantId = await findTenantOf(table, IDENTITY_PROVIDERS, providerId);
  const provider =
    tenantId === undefined ? undefined : await loadIdentityProvider(table, tenantId, providerId);
  if (!provider) throw notValid('unknown_provider');
  const { tenant_id } = provider.entity;
  const request: LogoutRequest = await readLogoutToken(token, provider.entity, runtime).catch(
    (cause: unknown) => {
      throw new ApiError('logout_token_not_valid', { cause });
    },
  );
  const used = { pk: tenantPartition(tenant_id), sk: `SSO_LOGOUT#${providerId}#${request.jtiHash}` };
  if (await getItem(table, used)) throw notValid('used');
  const { subjectHash, sidHash } = request;
  const place = { tenantId: tenant_id, providerId, subjectHash, sidHash };
  await recordLogout(table, place, { jtiHash: request.jtiHash, now });
  const userIds = await endSsoSessions(table, provider.entity, request);
  const items = await Promise.all(userIds.map((id) => getItem(table, USERS.key(tenant_id, id))));
  const users = items.flatMap((item) => (item ? [USERS.entityOf(item)] : []));
  await commit(table, [
    putOwn(table, { ...used, ttl: toEpochSeconds(now) + REMEMBERED_SECONDS }),
    ...users.flatMap((user) => auditWrites(table, USERS, user, user, { action: 'sessions_ended' })),
  ]);
}

const notValid = (reason: string) => new ApiError('logout_token_not_valid', { reason });
