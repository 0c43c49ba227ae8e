import type { Role } from '../../client/types.ts';

/** Who acknowledges, resolves and notes. Others see no buttons; the service refuses them in any case. */
const ACTING: ReadonlySet<Role> = new Set(['platform_admin', 'tenant_master', 'operator']);

export function mayAct(role: Role): boolean {
  return ACTING.has(role);
}
