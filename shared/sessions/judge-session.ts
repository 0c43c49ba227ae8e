import * as z from 'zod/mini';
import { ROLES, type Role } from '../access.ts';
import { REQUIRES_SECOND_FACTOR } from '../table/attributes.ts';
import { type ItemKey, tenantKey, tokenKey } from '../table/keys.ts';
import { isActiveTenant } from '../users/active-tenant.ts';
import { credentialsSchema, USERS, userStatusField } from '../users/user.ts';
import { type Authentication, hasSecondFactor, isFitFor } from './authentication.ts';
import type { SessionIds } from './session-ids.ts';
import { tokenItemSchema } from './token-store.ts';

type Item = Readonly<Record<string, unknown>>;

/** The items that decide whether a session is open: its token, its user and their tenant. */
export type SessionItems = readonly [
  token: Item | undefined,
  user: Item | undefined,
  tenant: Item | undefined,
];

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
export interface OpenSession {
  readonly role: Role;
  readonly name: string;
  readonly sessionVersion: number;
  readonly expiresAt: Date;
  readonly authentication: Authentication | undefined;
  /** Whether the tenant requires a second factor, which the session lacks. It may then only set one up. */
  readonly lacksSecondFactor: boolean;
}

const userItemSchema = z.object({
  data: z.object({ name: z.string(), role: z.enum(ROLES), status: userStatusField }),
  credentials: z.pick(credentialsSchema, { session_version: true }),
});

/** Whether a session is open: the one rule for requests and connections. Does not check the token's secret. */
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
    lacksSecondFactor:
      storedTenant?.[REQUIRES_SECOND_FACTOR] === true && !hasSecondFactor(data.authentication),
  };
}
