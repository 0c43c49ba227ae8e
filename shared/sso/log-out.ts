import * as z from 'zod/mini';
import { endToken, tokenItemSchema } from '../accounts/token.ts';
import { USERS } from '../accounts/user.ts';
import { addressBlock } from '../base/address.ts';
import { ApiError } from '../base/errors.ts';
import { toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { countOrRefuse, newRequestId, uncountRequest } from '../limits/rate-counter.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { ABSENT, anyOf, expression } from '../table/expression.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import { type ItemKey, tenantPartition, tokenPrefix } from '../table/keys.ts';
import { getItem, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putOwn, requireThat } from '../table/writes.ts';
import { linkKey, readLinkedUser, sidKey } from './find-account.ts';
import { IDENTITY_PROVIDERS, type IdentityProvider, loadIdentityProvider } from './identity-provider.ts';
import { type LogoutRequest, readLogoutToken } from './verify-token.ts';

/** How long a used logout token is remembered: longer than it is valid. */
const REMEMBERED_SECONDS = 3_600;

interface LogoutAttempt {
  readonly providerId: string;
  readonly token: string;
  /** The network address of the request. */
  readonly address: string;
  readonly now: Date;
}

/** How many invalid tokens for a provider Guard accepts from an address per minute. */
export const INVALID_LOGOUTS_PER_MINUTE = 30;

/**
 * Ends the sessions that a logout token names. A token cannot be used twice; otherwise whoever sees one could end later
 * sessions. It only counts as used after the sessions have ended, so that a provider can repeat a failed request.
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
 * Counts a logout token before it is verified, because that may take a request to the provider. A valid token is taken off
 * the count, so that a provider may log out all people of a site at once. Throws `too_many_requests` beyond the limit.
 */
async function admitLogout(
  table: Table,
  { providerId, address, now }: Omit<LogoutAttempt, 'token'>,
): Promise<{ forgive(): Promise<void> }> {
  const subject = `logout#${providerId}#${addressBlock(address)}`;
  const counted = { subject, now, id: newRequestId(table) };
  await countOrRefuse(table, { ...counted, limit: INVALID_LOGOUTS_PER_MINUTE });
  return { forgive: () => uncountRequest(table, counted).catch(() => {}) };
}

const notValid = (reason: string) => new ApiError('logout_token_not_valid', { reason });

/**
 * How many queries in a row must find no session. A refresh may move a session to where a query has already read, so one is
 * not enough; after two, a session could only remain if a person refreshed it during both.
 */
const EMPTY_QUERIES = 2;

/** Ends the sessions that a provider logs out. Returns the ids of the users. */
async function endSsoSessions(
  table: Table,
  provider: IdentityProvider,
  { subjectHash, sidHash }: LogoutRequest,
): Promise<string[]> {
  const { tenant_id: tenantId, id: providerId } = provider;
  const keys: ItemKey[] = [
    ...(subjectHash === undefined ? [] : [linkKey(tenantId, providerId, subjectHash)]),
    ...(sidHash === undefined ? [] : [sidKey(tenantId, providerId, sidHash)]),
  ];
  const linked = await Promise.all(keys.map(async (key) => readLinkedUser(await getItem(table, key))));
  const users = [...new Set(linked.filter((it) => it !== undefined))];
  for (const userId of users) {
    for (let empty = 0; empty < EMPTY_QUERIES; ) {
      const ended = await endOnce(table, { tenantId, userId }, (authentication) => {
        const { provider_id, subject, sid } = authentication ?? {};
        const isSubject = subjectHash === undefined || subject === subjectHash;
        // A session whose provider gave no `sid` could otherwise never be logged out by a token with one.
        const isSession =
          sidHash === undefined || sid === sidHash || (sid === undefined && subjectHash !== undefined);
        return provider_id === providerId && isSubject && isSession;
      });
      empty = ended === 0 ? empty + 1 : 0;
    }
  }
  return users;
}

type Authentication = ReturnType<typeof tokenItemSchema.parse>['data']['authentication'];

/** Ends the sessions that one query finds. Returns how many were open. */
async function endOnce(
  table: Table,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  isMeant: (authentication: Authentication) => boolean,
): Promise<number> {
  let ended = 0;
  for await (const item of queryAll(table, tenantPartition(tenantId), tokenPrefix(userId))) {
    const { token_id: tokenId, authentication } = tokenItemSchema.parse(item).data;
    if (!isMeant(authentication)) continue;
    ended += 1;
    const replaced = new ApiError('not_found');
    await endToken(table, { tenantId, userId, tokenId }, replaced).catch((error: unknown) => {
      if (error !== replaced) throw error;
    });
  }
  return ended;
}

/**
 * Where the last logout of a subject, or of a session at the provider, is recorded. A logout ends the sessions that exist;
 * this record prevents a one-time code that was issued before it from opening another one.
 */
interface LogoutPlace {
  readonly tenantId: string;
  readonly providerId: string;
  readonly subjectHash?: string | undefined;
  readonly sidHash?: string | undefined;
}

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
  const withoutSid = sidHash === undefined ? key('sub-without-sid', subjectHash) : [];
  return [...key('sub', subjectHash), ...key('sid', sidHash), ...withoutSid];
}

/**
 * Records a logout, before the sessions end. If the token contains both `sub` and `sid`, the logout is only about that
 * session, and about those of the subject for which the provider gave no `sid`.
 */
async function recordLogout(
  table: Table,
  { sidHash, subjectHash, ...place }: LogoutPlace,
  { jtiHash, now }: { readonly jtiHash: string; readonly now: Date },
): Promise<void> {
  const bySubject = keysOf({ ...place, subjectHash });
  const keys = sidHash === undefined ? bySubject : [...keysOf({ ...place, sidHash }), ...bySubject.slice(1)];
  const record = { jti_hash: jtiHash, ttl: toEpochSeconds(now) + REMEMBERED_SECONDS };
  // `commit` is used because it tries again if a sign-in checks the item at the same moment.
  await commit(
    table,
    keys.map((key) => ({
      write: { Put: { TableName: table.name, Item: { ...key, ...record } } },
      refused: 'stale' as const,
    })),
  );
}

/** Reads the last logouts, in the order of `requireNoLogout`. A text is empty if there was none. */
export function readLogouts(table: Table, place: LogoutPlace): Promise<string[]> {
  return Promise.all(
    keysOf(place).map(async (key) => {
      const item = await getItem(table, key);
      return item ? itemSchema.parse(item).jti_hash : '';
    }),
  );
}

/** Makes the checks that refuse a sign-in if there was another logout since these were read. */
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
