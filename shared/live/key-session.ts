import { isActiveTenant } from '../accounts/account.ts';
import type { SessionEnd } from '../accounts/authenticate.ts';
import type { SessionIds } from '../accounts/session-ids.ts';
import type { AuthenticatedKey } from '../base/actor.ts';
import { KEYS } from '../keys/key.ts';
import { SITES } from '../sites/site.ts';
import { type ItemKey, tenantKey } from '../table/keys.ts';

/**
 * A key that reads opens connections like a user: with its id as the user's and without a token. It has the scope of a
 * tenant admin, or of a viewer with one assigned site.
 */
const NO_TOKEN = 0;

export function sessionOfKey({ tenantId, keyId }: AuthenticatedKey): SessionIds {
  return { tenantId, userId: keyId, tokenId: NO_TOKEN };
}

export const isOfKey = ({ tokenId }: SessionIds) => tokenId === NO_TOKEN;

/** The key, its tenant and the site of its binding, in the order of `judgeKey`. */
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

/** Whether a key still works: the rule of `authenticateKey`, without its secret. */
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
