import { isActiveTenant } from '../accounts/account.ts';
import type { SessionEnd } from '../accounts/authenticate.ts';
import type { SessionIds } from '../accounts/session-ids.ts';
import type { AuthenticatedKey } from '../base/actor.ts';
import { KEYS } from '../keys/key.ts';
import { SITES } from '../sites/site.ts';
import { type ItemKey, tenantKey } from '../table/keys.ts';

/**
 * The token id in the session of an API key with the access `read`. Such a key opens connections as a user does: its id takes the
 * place of the user's id, and there is no token. Its scope is that of a tenant admin, or that of a viewer with one assigned
 * site.
 */
const NO_TOKEN = 0;

/**
 * The token id in the session of an API key with the access `wall`. A release without walls finds no such token, and closes the
 * connection instead of sending it names of people.
 */
const NO_TOKEN_OF_WALL = Number.MAX_SAFE_INTEGER;

export function sessionOfKey({ tenantId, keyId, access }: AuthenticatedKey): SessionIds {
  return { tenantId, userId: keyId, tokenId: access === 'wall' ? NO_TOKEN_OF_WALL : NO_TOKEN };
}

export const isOfWall = ({ tokenId }: SessionIds) => tokenId === NO_TOKEN_OF_WALL;

export const isOfKey = (session: SessionIds) => session.tokenId === NO_TOKEN || isOfWall(session);

/** The keys of the items that `judgeKey` needs, in this order: the API key, its tenant, and the site to which it is bound. */
export function itemKeysOfKey({ tenantId, userId }: SessionIds, siteIds: readonly string[]): ItemKey[] {
  return [
    KEYS.key(tenantId, userId),
    tenantKey(tenantId),
    ...siteIds.map((siteId) => SITES.key(tenantId, siteId)),
  ];
}

export interface OpenKey {
  readonly role: 'tenant_admin' | 'viewer';
  readonly siteIds: readonly string[];
  readonly expiresAt: Date | undefined;
}

/** Decides whether an API key still works, by the rule of `authenticateKey`. It does not check the secret. */
export function judgeKey(
  [storedKey, storedTenant, ...sites]: readonly (Readonly<Record<string, unknown>> | undefined)[],
  now: Date,
): OpenKey | SessionEnd {
  if (!storedKey) return 'token_not_found';
  const { site_id, expires_at } = KEYS.entityOf(storedKey);
  const expiresAt = expires_at === null ? undefined : new Date(expires_at);
  if (expiresAt && now >= expiresAt) return 'token_expired';
  if (!isActiveTenant(storedTenant)) return 'tenant_not_active';
  if (sites.includes(undefined)) return 'session_ended';
  return {
    role: site_id === null ? 'tenant_admin' : 'viewer',
    siteIds: site_id === null ? [] : [site_id],
    expiresAt,
  };
}
