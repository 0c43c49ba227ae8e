import type { Role } from '../../shared/base/access.ts';
import type { AuthenticatedUser } from '../../shared/base/actor.ts';

/** A signed-in user with a profile in a tenant. */
export function makeCaller(role: Role, tenantId: string): AuthenticatedUser {
  return { userId: 'u', tenantId, role, name: 'Uma', tokenId: 1, sessionVersion: 1 };
}
