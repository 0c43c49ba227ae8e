import type { Role } from '../../client/types.ts';

/** The roles that may acknowledge, resolve and add notes. Others see no buttons, and the service rejects their actions. */
const ACTING: ReadonlySet<Role> = new Set(['platform_admin', 'tenant_master', 'operator']);

export function mayAct(role: Role): boolean {
  return ACTING.has(role);
}
