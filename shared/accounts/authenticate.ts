import * as z from 'zod/mini';
import { ROLES, type Role } from '../base/access.ts';
import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { isSameHash } from '../lambda/secret.ts';
import { attribute, expression } from '../table/expression.ts';
import {
  CHILD_COUNT,
  COPIED_STATUS,
  type ItemKey,
  REQUIRES_SECOND_FACTOR,
  tenantKey,
  tokenKey,
} from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { isActiveTenant, tenantSizeOf } from './account.ts';
import { type Authentication, isFitFor, lacksSecondFactor, readRequirement } from './authentication.ts';
import type { SessionIds } from './session-ids.ts';
import { readWithTenant, type SpreadTenants } from './status-copies.ts';
import { type ParsedToken, tokenItemSchema } from './token.ts';
import { credentialsSchema, USERS, userStatusField } from './user.ts';

const AUTHENTICATION_PROJECTION = expression`pk, sk, #data, #credentials, ${attribute(COPIED_STATUS)}, ${attribute(REQUIRES_SECOND_FACTOR)}, ${attribute(CHILD_COUNT)}`;

/**
 * Authenticates a token by one strongly consistent read of the token, its user and their tenant, so that a revocation, a new
 * role or a blocked account takes effect at the very next request. The client gets `unauthenticated` for every failure; the
 * reason is only logged.
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
    // The items of a batch may be from different instants. During a change that keeps one session and ends all others, the
    // batch may have the token from before the change and the user from after it, or vice versa. A second batch has both from
    // after the change.
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

type Item = Readonly<Record<string, unknown>>;

/** The items that decide whether a session is open: its token, its user and that user's tenant. */
type SessionItems = readonly [token: Item | undefined, user: Item | undefined, tenant: Item | undefined];

/** The keys of the items of a session, in the order of `SessionItems`. */
export function sessionKeys({ tenantId, userId, tokenId }: SessionIds): [ItemKey, ItemKey, ItemKey] {
  return [tokenKey(tenantId, userId, tokenId), USERS.key(tenantId, userId), tenantKey(tenantId)];
}

/** Why a session has ended. */
export type SessionEnd =
  | 'token_not_found'
  | 'token_expired'
  | 'user_not_found'
  | 'user_not_active'
  | 'session_ended'
  | 'not_of_platform'
  | 'tenant_not_active';

/** An open session, with the current data of its user. */
interface OpenSession {
  readonly role: Role;
  readonly name: string;
  readonly sessionVersion: number;
  readonly expiresAt: Date;
  readonly authentication: Authentication | undefined;
  /** Whether the tenant requires a second factor that the session lacks. Such a session may only set one up. */
  readonly lacksSecondFactor: boolean;
}

/** What a session needs of its user. */
export const userItemSchema = z.object({
  data: z.object({ name: z.string(), role: z.enum(ROLES), status: userStatusField }),
  credentials: z.pick(credentialsSchema, { session_version: true }),
});

/**
 * Decides whether a session is open. Requests and connections both use this one rule. It does not check the token's secret.
 */
export function judgeSession(
  [storedToken, storedUser, storedTenant]: SessionItems,
  now: Date,
): OpenSession | SessionEnd {
  if (!storedToken) return 'token_not_found';
  const { data } = tokenItemSchema.parse(storedToken);
  const expiresAt = new Date(data.expires_at);
  if (now >= expiresAt) return 'token_expired';
  if (!storedUser) return 'user_not_found';
  const user = userItemSchema.parse(storedUser);
  if (user.data.status !== 'active') return 'user_not_active';
  if (user.credentials.session_version !== data.session_version) return 'session_ended';
  if (!isActiveTenant(storedTenant)) return 'tenant_not_active';
  if (!isFitFor(data.authentication, user.data.role)) return 'not_of_platform';
  return {
    role: user.data.role,
    name: user.data.name,
    sessionVersion: data.session_version,
    expiresAt,
    authentication: data.authentication,
    lacksSecondFactor: lacksSecondFactor(readRequirement(storedTenant), data, now),
  };
}
