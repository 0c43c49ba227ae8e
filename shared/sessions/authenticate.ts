import * as z from 'zod/mini';
import { ROLES } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { isSameHash } from '../secrets/secret.ts';
import { batchGet } from '../table/batch-get.ts';
import { tenantKey, tokenKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { isActiveTenant } from '../users/active-tenant.ts';
import { credentialsSchema, USERS, userStatusField } from '../users/user.ts';
import type { ParsedToken } from './token.ts';
import { tokenItemSchema } from './token-store.ts';

const AUTHENTICATION_PROJECTION = {
  expression: 'pk, sk, #data, #credentials',
  names: { '#data': 'data', '#credentials': 'credentials' },
};

const userItemSchema = z.object({
  data: z.object({ name: z.string(), role: z.enum(ROLES), status: userStatusField }),
  credentials: z.pick(credentialsSchema, { session_version: true }),
});

/**
 * The user of a token, from one strongly consistent read of the token, its user and their tenant, so that a
 * revocation, a new role or a blocked account holds from the very next request. Every way to fail is the same
 * `unauthenticated` to the client; its reason is for the log.
 */
export async function authenticate(table: Table, token: ParsedToken, now: Date): Promise<AuthenticatedUser> {
  try {
    return await authenticateOnce(table, token, now);
  } catch (error) {
    // A batch is no snapshot. Read while a session was kept and all others ended, it may hold the token as it was before
    // and the user as after, or the other way round. Once that is over, a second one holds both.
    if (!(error instanceof ApiError) || error.reason !== SESSION_ENDED) throw error;
    return authenticateOnce(table, token, now);
  }
}

const SESSION_ENDED = 'session_ended';

async function authenticateOnce(table: Table, token: ParsedToken, now: Date): Promise<AuthenticatedUser> {
  const [storedToken, storedUser, storedTenant] = await batchGet(
    table,
    [
      tokenKey(token.tenantId, token.userId, token.tokenId),
      USERS.key(token.tenantId, token.userId),
      tenantKey(token.tenantId),
    ],
    AUTHENTICATION_PROJECTION,
  );
  if (!storedToken) throw unauthenticated('token_not_found');
  const { data } = tokenItemSchema.parse(storedToken);
  if (!isSameHash(data.secret_hash, token.secretHash)) throw unauthenticated('token_secret_mismatch');
  if (now.getTime() >= Date.parse(data.expires_at)) throw unauthenticated('token_expired');
  if (!storedUser) throw unauthenticated('user_not_found');
  const user = userItemSchema.parse(storedUser);
  if (user.data.status !== 'active') throw unauthenticated('user_not_active');
  if (user.credentials.session_version !== data.session_version) throw unauthenticated(SESSION_ENDED);
  if (!isActiveTenant(storedTenant)) throw unauthenticated('tenant_not_active');
  return {
    userId: token.userId,
    tenantId: token.tenantId,
    role: user.data.role,
    name: user.data.name,
    tokenId: token.tokenId,
    sessionVersion: data.session_version,
  };
}

function unauthenticated(reason: string): ApiError {
  return new ApiError('unauthenticated', { reason });
}
