import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { isSameHash } from '../secrets/secret.ts';
import { CHILD_COUNT, COPIED_STATUS, REQUIRES_SECOND_FACTOR } from '../table/attributes.ts';
import { attribute, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { tenantSizeOf } from '../users/active-tenant.ts';
import { readWithTenant, type SpreadTenants } from '../users/status-copies.ts';
import { judgeSession, type SessionEnd, sessionKeys } from './judge-session.ts';
import type { ParsedToken } from './token.ts';
import { tokenItemSchema } from './token-store.ts';

const AUTHENTICATION_PROJECTION = expression`pk, sk, #data, #credentials, ${attribute(COPIED_STATUS)}, ${attribute(REQUIRES_SECOND_FACTOR)}, ${attribute(CHILD_COUNT)}`;

/**
 * Authenticates a token by one strongly consistent read of the token, its user and their tenant, so that a revocation, a new
 * role or a blocked account applies to the very next request. Every failure is `unauthenticated` to the client; its reason is
 * for the log.
 */
export async function authenticate(
  table: Table,
  token: ParsedToken,
  now: Date,
  spread: SpreadTenants,
): Promise<AuthenticatedUser> {
  try {
    return await authenticateOnce(table, token, now, spread);
  } catch (error) {
    // A batch is not a snapshot. During a change that keeps a session and ends all others, it may have the token from before
    // the change and the user from after, or vice versa. A second batch has both from after.
    if (!(error instanceof ApiError) || error.reason !== SESSION_ENDED) throw error;
    return authenticateOnce(table, token, now, spread);
  }
}

const SESSION_ENDED: SessionEnd = 'session_ended';

async function authenticateOnce(
  table: Table,
  token: ParsedToken,
  now: Date,
  spread: SpreadTenants,
): Promise<AuthenticatedUser> {
  const { tenantId, userId, tokenId } = token;
  const [tokenKey, userKey] = sessionKeys(token);
  const [tenant, storedToken, user] = await readWithTenant(
    table,
    { tenantId, number: tokenId, spread },
    [tokenKey, userKey],
    AUTHENTICATION_PROJECTION,
  );
  if (storedToken && !isSameHash(tokenItemSchema.parse(storedToken).data.secret_hash, token.secretHash)) {
    throw unauthenticated('token_secret_mismatch');
  }
  const session = judgeSession([storedToken, user, tenant], now);
  if (typeof session === 'string') throw unauthenticated(session);
  const { role, name, sessionVersion, authentication, lacksSecondFactor } = session;
  return {
    userId,
    tenantId,
    role,
    name,
    tokenId,
    sessionVersion,
    ...(authentication ? { authentication: JSON.stringify(authentication) } : {}),
    ...(lacksSecondFactor ? { lacksSecondFactor } : {}),
    ...tenantSizeOf(tenant),
  };
}

function unauthenticated(reason: string): ApiError {
  return new ApiError('unauthenticated', { reason });
}
