import { randomBytes } from 'node:crypto';
import type { User } from '../shared/accounts/user.ts';
import type { Role } from '../shared/base/access.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';

/** An active user of a tenant, who signs in without a password. The address follows from the name. */
export function benchUser(name: string, role: Role, tenantId: string, now: Date): User {
  const at = formatTimestamp(now);
  return {
    id: newId(now, randomBytes),
    tenant_id: tenantId,
    name,
    email: `${name.toLowerCase().replace(' ', '-')}@bench.test`,
    role,
    status: 'active',
    password_login_enabled: false,
    sso_login_enabled: true,
    role_managed_by_sso: false,
    last_login_at: null,
    created_at: at,
    updated_at: at,
  };
}
