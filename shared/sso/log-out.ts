import { ApiError } from '../errors.ts';
import { loadIdentityProvider } from '../identity-providers/find-identity-provider.ts';
import { IDENTITY_PROVIDERS } from '../identity-providers/identity-provider.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { rateLimitHeaders } from '../rate-limits/headers.ts';
import { addressBlock } from '../rate-limits/login-subjects.ts';
import { countRequest, newRequestId, uncountRequest } from '../rate-limits/rate-counter.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import { getItem } from '../table/get-item.ts';
import { tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { toEpochSeconds } from '../time.ts';
import { USERS } from '../users/user.ts';
import { endSsoSessions } from './end-sso-sessions.ts';
import { recordLogout } from './logouts.ts';
import { type LogoutRequest, readLogoutToken } from './read-logout-token.ts';

/** A used token is remembered for longer than a logout token is valid. */
const REMEMBERED_SECONDS = 3_600;

interface LogoutAttempt {
  readonly providerId: string;
  readonly token: string;
  /** The network address of the request. */
  readonly address: string;
  readonly now: Date;
}

/** The invalid tokens for a provider that Guard takes from an address in a minute. */
export const INVALID_LOGOUTS_PER_MINUTE = 30;

/**
 * Ends the sessions that a logout token names. A used token is not valid; otherwise whoever sees one could end later
 * sessions. It counts as used once the sessions have ended, so that a provider can repeat a failed request.
 */
export async function logOut(
  runtime: Runtime,
  { providerId, token, address, now }: LogoutAttempt,
): Promise<void> {
  const { table } = runtime;
  const tenantId = await findTenantOf(table, IDENTITY_PROVIDERS, providerId);
  const provider =
    tenantId === undefined ? undefined : await loadIdentityProvider(table, tenantId, providerId);
  if (!provider) throw notValid('unknown_provider');
  const { tenant_id } = provider.entity;
  const attempt = await admitLogout(table, { providerId, address, now });
  const request: LogoutRequest = await readLogoutToken(token, provider.entity, runtime).catch(
    (cause: unknown) => {
      throw new ApiError('logout_token_not_valid', { cause });
    },
  );
  const used = { pk: tenantPartition(tenant_id), sk: `SSO_LOGOUT#${providerId}#${request.jtiHash}` };
  if (await getItem(table, used)) throw notValid('used');
  void attempt.forgive();
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

/**
 * Counts a token before it is verified, which may take a request to the provider. Valid ones count no more, so that a provider may
 * log out all people of a site at once. Throws `too_many_requests` beyond the limit.
 */
async function admitLogout(
  table: Table,
  { providerId, address, now }: Omit<LogoutAttempt, 'token'>,
): Promise<{ forgive(): Promise<void> }> {
  const subject = `logout#${providerId}#${addressBlock(address)}`;
  const counted = { subject, now, id: newRequestId(table) };
  const verdict = await countRequest(table, { ...counted, limit: INVALID_LOGOUTS_PER_MINUTE });
  if (!verdict.allowed) throw new ApiError('too_many_requests', { headers: rateLimitHeaders(verdict) });
  return { forgive: () => uncountRequest(table, counted).catch(() => {}) };
}

const notValid = (reason: string) => new ApiError('logout_token_not_valid', { reason });
