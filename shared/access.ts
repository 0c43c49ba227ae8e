import { OWN_TENANT_ID } from './own-tenant.ts';

/**
 * Who reaches what and may do what with it (docs/access.md shows the same as a table, and a test holds it to this).
 * What is out of reach does not exist for a caller (404); what is in reach but not permitted is forbidden (403).
 *
 * Profile and place decide everything that stands here. Six rules ask for more, and stand where that is read:
 * - nobody deletes themselves, or changes their own role or status: users/update-user.ts, users/delete-user.ts
 * - nobody changes their own password without giving the one they have: users/current-password.ts
 * - only who may set a tenant's escalation sets that of a site: sites/site-escalation.ts
 * - nobody deactivates or deletes their own tenant: tenants/update-tenant.ts, tenants/delete-tenant.ts
 * - an active tenant keeps its last active master: users/count-user.ts
 * - the platform keeps its last active admin: users/platform-admins.ts
 */

export const ROLES = ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** How far a profile sees: every tenant, the whole of its own, or the sites assigned to the user. */
export type ScopeKind = 'platform' | 'tenant' | 'assigned_sites';

export const SCOPE = {
  platform_admin: 'platform',
  tenant_master: 'tenant',
  tenant_admin: 'tenant',
  operator: 'assigned_sites',
  viewer: 'assigned_sites',
} as const satisfies Record<Role, ScopeKind>;

/** The access matrix: each permission, and the profiles that hold it for what is in their reach. */
export const ACCESS_MATRIX = {
  'tenants:read': ['platform_admin'],
  'tenants:create': ['platform_admin'],
  'tenants:update': ['platform_admin'],
  'tenants:delete': ['platform_admin'],
  'sites:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'sites:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'sites:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'sites:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'zones:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'zones:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'zones:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'zones:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'devices:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'devices:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'devices:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'devices:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // Operators and viewers reach no other users than themselves. Whom the others change: MANAGED_ROLES.
  'users:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'users:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'users:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'users:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'keys:read': ['platform_admin', 'tenant_master'],
  'keys:create': ['platform_admin', 'tenant_master'],
  'keys:update': ['platform_admin', 'tenant_master'],
  'keys:delete': ['platform_admin', 'tenant_master'],
  'webhooks:read': ['platform_admin', 'tenant_master'],
  'webhooks:create': ['platform_admin', 'tenant_master'],
  'webhooks:update': ['platform_admin', 'tenant_master'],
  'webhooks:delete': ['platform_admin', 'tenant_master'],
  'escalation:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'escalation:update': ['platform_admin', 'tenant_master'],
  'alerts:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  // The specification gives tenant admins no alert actions, and operators only acknowledge and resolve.
  'alerts:create': ['platform_admin', 'tenant_master'],
  'alerts:acknowledge': ['platform_admin', 'tenant_master', 'operator'],
  'alerts:resolve': ['platform_admin', 'tenant_master', 'operator'],
} as const satisfies Record<`${string}:${string}`, readonly Role[]>;

export type Permission = keyof typeof ACCESS_MATRIX;

/** The roles of the users that a profile creates, changes and deletes, and that it may give them. */
export const MANAGED_ROLES = {
  platform_admin: ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  tenant_master: ['tenant_master', 'tenant_admin', 'operator', 'viewer'],
  tenant_admin: ['operator', 'viewer'],
  operator: [],
  viewer: [],
} as const satisfies Record<Role, readonly Role[]>;

/** Whether a profile creates, changes and deletes users of a role, and may give it. */
export function manages(role: Role, other: Role): boolean {
  const managed: readonly Role[] = MANAGED_ROLES[role];
  return managed.includes(other);
}

/** Whether a profile does the daily work, on the sites assigned to it. */
export function isOperational(role: Role): boolean {
  return SCOPE[role] === 'assigned_sites';
}

/**
 * Whether a profile may do something with what is in its reach. Users are a matter of their role too: only those of
 * a role that the profile manages are changed or deleted by it.
 */
export function isPermitted(role: Role, permission: Permission, subject?: Subject): boolean {
  const holders: readonly Role[] = ACCESS_MATRIX[permission];
  const isManaged =
    subject?.role === undefined || permission.endsWith(':read') || manages(role, subject.role);
  return holders.includes(role) && isManaged;
}

/** What one caller can see, with the ids that bound it. */
export type Scope =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | AssignedScope;

/** Sites of one tenant, and what is of the tenant as a whole; of its users only the caller. */
export interface AssignedScope {
  readonly kind: 'assigned_sites';
  readonly tenantId: string;
  readonly siteIds: readonly string[];
  /** `undefined` where the caller is no user but a key. */
  readonly userId: string | undefined;
}

/** What access is decided on: where something lies, and for a user the role. */
export interface Subject {
  readonly tenant_id: string;
  readonly site_id?: string;
  readonly user_id?: string;
  /** Of the tenant as a whole: in reach of all who belong to it. */
  readonly of_tenant?: true;
  readonly role?: Role;
}

/**
 * Whether a caller may address a tenant: the one rule for what a path names, what a query names and what a list shows.
 * Guard's own tenant is in nobody's reach, and so it does not exist for any caller.
 */
function reachesTenant(scope: Scope, tenantId: string): boolean {
  if (tenantId === OWN_TENANT_ID) return false;
  return scope.kind === 'platform' || scope.tenantId === tenantId;
}

export function isWithinScope(scope: Scope, subject: Subject): boolean {
  if (!reachesTenant(scope, subject.tenant_id)) return false;
  if (scope.kind !== 'assigned_sites') return true;
  return (
    (subject.site_id !== undefined && scope.siteIds.includes(subject.site_id)) ||
    (subject.user_id !== undefined && subject.user_id === scope.userId) ||
    subject.of_tenant === true
  );
}

/**
 * The part of a reach that lies in one tenant: `?tenant_id=` of a list. `undefined` where nothing of that
 * tenant is in reach, so that another tenant's id finds nothing and tells nothing.
 */
export function narrowToTenant(scope: Scope, tenantId: string | undefined): Scope | undefined {
  if (tenantId === undefined) return scope;
  if (!reachesTenant(scope, tenantId)) return undefined;
  return scope.kind === 'platform' ? { kind: 'tenant', tenantId } : scope;
}
