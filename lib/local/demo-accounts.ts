import { DEMO_LOGIN } from '../../functions/docs.ts';
import type { User } from '../../shared/accounts/user.ts';
import type { Role } from '../../shared/base/access.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Tenant } from '../../shared/tenants/tenant.ts';

/** The password of every demo account. They exist on the local server only: no function bundle contains this file. */
export const DEMO_PASSWORD = DEMO_LOGIN.password;

export type DemoTenantName = 'Guard platform' | 'Acme' | 'Globex';

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly tenant: DemoTenantName;
  readonly status: User['status'];
  /** The names of the assigned sites. */
  readonly assignedSites?: readonly string[];
}

/** The accounts that the local server prints at its start. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('platform@guard.test', 'Platform Admin', 'platform_admin', 'Guard platform'),
  account('master@acme.test', 'Acme Master', 'tenant_master', 'Acme'),
  account('admin@acme.test', 'Acme Admin', 'tenant_admin', 'Acme'),
  {
    ...account('operator@acme.test', 'Acme Operator', 'operator', 'Acme'),
    assignedSites: ['Harbour Warehouse', 'City Office'],
  },
  {
    ...account('viewer@acme.test', 'Acme Viewer', 'viewer', 'Acme'),
    assignedSites: ['City Office', 'North Depot'],
  },
  { ...account('inactive@acme.test', 'Acme Inactive', 'operator', 'Acme'), status: 'inactive' },
  { ...account('blocked@acme.test', 'Acme Blocked', 'operator', 'Acme'), status: 'blocked' },
  account('master@globex.test', 'Globex Master', 'tenant_master', 'Globex'),
  {
    ...account('operator@globex.test', 'Globex Operator', 'operator', 'Globex'),
    assignedSites: ['Headquarters'],
  },
];

const STAFF_SIZE = 18;

/** Further accounts of Acme, so that its list of users has several pages. */
export const DEMO_STAFF: readonly DemoAccount[] = Array.from({ length: STAFF_SIZE }, (_, place) => {
  const number = String(place + 1).padStart(2, '0');
  return {
    ...account(
      `guard-${number}@acme.test`,
      `Acme Guard ${number}`,
      place % 3 === 2 ? 'viewer' : 'operator',
      'Acme',
    ),
    assignedSites: [`Pump Station ${number}`],
  };
});

export function demoTenant(name: DemoTenantName, id: string, createdAt: Date): Tenant {
  const at = formatTimestamp(createdAt);
  return { id, name, status: 'active', requests_per_minute: null, created_at: at, updated_at: at };
}

export function demoUser(account: DemoAccount, id: string, tenantId: string, createdAt: Date): User {
  const at = formatTimestamp(createdAt);
  return {
    id,
    name: account.name,
    email: account.email,
    role: account.role,
    status: account.status,
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
    tenant_id: tenantId,
    last_login_at: null,
    created_at: at,
    updated_at: at,
  };
}

function account(email: string, name: string, role: Role, tenant: DemoTenantName): DemoAccount {
  return { email, name, role, tenant, status: 'active' };
}
