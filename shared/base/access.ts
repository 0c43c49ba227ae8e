import { OWN_TENANT_ID } from './ids.ts';

/**
 * The scope and the permissions of each role (docs/access.md shows the same as a table, and a test compares them). An
 * entity outside the scope does not exist for a caller (404). Within the scope, a missing permission is forbidden
 * (403).
 *
 * Role and scope decide everything in this file. Nine other rules are enforced where the data is read: nobody deletes
 * themselves, or changes their own role or status (accounts/change-users.ts); nobody changes their
 * own password without the current one (accounts/password.ts); only a caller who may set a tenant's escalation
 * sets the escalation of a site (sites/change-sites.ts); operators put no site on test for `panic` or `fire`
 * (test-mode/change-tests.ts); tenant admins read, create and revoke only keys of devices (functions/keys.ts); only platform
 * admins change more of a tenant than its time zone (functions/tenants.ts); nobody
 * deactivates or deletes their own tenant (tenants/change-tenants.ts, tenants/delete-tenant.ts); an active tenant keeps its last active master
 * (accounts/count-user.ts); the platform keeps its last active admin (accounts/platform-admins.ts).
 */

export const ROLES = ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** How far the scope of a role reaches: every tenant, the user's tenant, or the sites assigned to the user. */
export type ScopeKind = 'platform' | 'tenant' | 'assigned_sites';

export const SCOPE = {
  platform_admin: 'platform',
  tenant_master: 'tenant',
  tenant_admin: 'tenant',
  operator: 'assigned_sites',
  viewer: 'assigned_sites',
} as const satisfies Record<Role, ScopeKind>;

/** The access matrix: each permission, and the roles that have it within their scope. */
export const ACCESS_MATRIX = {
  'tenants:read': ['platform_admin'],
  'tenants:create': ['platform_admin'],
  'tenants:update': ['platform_admin'],
  'tenants:delete': ['platform_admin'],
  // `tenants:update` is for all other fields (functions/tenants.ts).
  'tenants:update_time_zone': ['platform_admin', 'tenant_master'],
  'sites:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'sites:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'sites:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'sites:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'zones:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'zones:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'zones:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'zones:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'contacts:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  'contacts:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'contacts:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'contacts:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // Instructions may contain gate codes, so only roles that may read whom to call at a site may read them.
  'sites:read_instructions': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  // Other roles see the action plan of an alert only together with that alert.
  'action_plans:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'action_plans:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'action_plans:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'action_plans:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'tests:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  // Operators may do this with more restrictions than the others (test-mode/change-tests.ts).
  'tests:create': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  'tests:update': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  'tests:delete': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  'supervisions:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'supervisions:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'supervisions:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'supervisions:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // Whoever may acknowledge an alert may also move the deadline behind it.
  'supervisions:extend': ['platform_admin', 'tenant_master', 'operator'],
  'devices:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'devices:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'devices:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'devices:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // Operators and viewers have no other user in their scope. For the other roles, MANAGED_ROLES restricts whom they may
  // change.
  'users:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  'users:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'users:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'users:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // How people sign in and are reached, for those who invite and remind them.
  'people:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // Who may edit devices may do this with the keys of devices only; `keys:update` is for all keys (functions/keys.ts).
  'keys:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'keys:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'keys:update': ['platform_admin', 'tenant_master'],
  'keys:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'webhooks:read': ['platform_admin', 'tenant_master'],
  'webhooks:create': ['platform_admin', 'tenant_master'],
  'webhooks:update': ['platform_admin', 'tenant_master'],
  'webhooks:delete': ['platform_admin', 'tenant_master'],
  // Operators see which of their colleagues is on call.
  'schedules:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  'schedules:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'schedules:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'schedules:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'notification_rules:read': ['platform_admin', 'tenant_master'],
  'notification_rules:create': ['platform_admin', 'tenant_master'],
  'notification_rules:update': ['platform_admin', 'tenant_master'],
  'notification_rules:delete': ['platform_admin', 'tenant_master'],
  // Viewers only see whether and how other people were notified of an alert.
  'notifications:read_people': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  'identity_providers:read': ['platform_admin', 'tenant_master'],
  'identity_providers:create': ['platform_admin', 'tenant_master'],
  'identity_providers:update': ['platform_admin', 'tenant_master'],
  'identity_providers:delete': ['platform_admin', 'tenant_master'],
  'escalation:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'escalation:update': ['platform_admin', 'tenant_master'],
  'security:read': ['platform_admin', 'tenant_master'],
  'security:update': ['platform_admin', 'tenant_master'],
  'second_factors:delete': ['platform_admin', 'tenant_master'],
  'audit:read': ['platform_admin', 'tenant_master'],
  'statistics:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'statistics:read_people': ['platform_admin', 'tenant_master'],
  'alerts:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  // The specification gives tenant admins no alert actions, and operators only acknowledge and resolve.
  'alerts:create': ['platform_admin', 'tenant_master'],
  'alerts:acknowledge': ['platform_admin', 'tenant_master', 'operator'],
  'alerts:resolve': ['platform_admin', 'tenant_master', 'operator'],
  'calendars:read': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'calendars:create': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'calendars:update': ['platform_admin', 'tenant_master', 'tenant_admin'],
  'calendars:delete': ['platform_admin', 'tenant_master', 'tenant_admin'],
  // It names people and what they left to the next shift, which is not for customers who only look.
  'handover:read': ['platform_admin', 'tenant_master', 'tenant_admin', 'operator'],
  // Whoever may see an alert sees its pictures; only masters keep them longer than the stage does.
  'pictures:hold': ['platform_admin', 'tenant_master'],
} as const satisfies Record<`${string}:${string}`, readonly Role[]>;

export type Permission = keyof typeof ACCESS_MATRIX;

/** For each role, the roles of the users whom it creates, changes and deletes; it may assign these roles only. */
export const MANAGED_ROLES = {
  platform_admin: ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'],
  tenant_master: ['tenant_master', 'tenant_admin', 'operator', 'viewer'],
  tenant_admin: ['operator', 'viewer'],
  operator: [],
  viewer: [],
} as const satisfies Record<Role, readonly Role[]>;

/** Whether a role manages users of another role, and may assign that role. */
export function manages(role: Role, other: Role): boolean {
  const managed: readonly Role[] = MANAGED_ROLES[role];
  return managed.includes(other);
}

/** Whether users of a role work at assigned sites. */
export function isOperational(role: Role): boolean {
  return SCOPE[role] === 'assigned_sites';
}

/**
 * Whether a role has a permission. For changes of users, the role of the subject matters, too: a role changes and deletes
 * only users whom it manages.
 */
export function isPermitted(role: Role, permission: Permission, subject?: Subject): boolean {
  const holders: readonly Role[] = ACCESS_MATRIX[permission];
  const isManaged =
    subject?.role === undefined || permission.endsWith(':read') || manages(role, subject.role);
  return holders.includes(role) && isManaged;
}

export type Scope =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | AssignedScope;

/**
 * The scope of operators, viewers and site-bound keys: some sites of one tenant, the entities that belong to the whole
 * tenant, and of all users only the caller.
 */
export interface AssignedScope {
  readonly kind: 'assigned_sites';
  readonly tenantId: string;
  readonly siteIds: readonly string[];
  /** `undefined` if the caller is an API key. */
  readonly userId: string | undefined;
}

/** Where an entity is, which decides about access to it. For a user it also has the role. */
export interface Subject {
  readonly tenant_id: string;
  readonly site_id?: string;
  readonly user_id?: string;
  /** Set if the entity belongs to the whole tenant, so that it is within the scope of everyone in the tenant. */
  readonly of_tenant?: true;
  readonly role?: Role;
}

/**
 * Whether a tenant is within a scope. Paths, queries and lists all use this one rule. Guard's own tenant is within no scope,
 * so it does not exist for any caller.
 */
function containsTenant(scope: Scope, tenantId: string): boolean {
  if (tenantId === OWN_TENANT_ID) return false;
  return scope.kind === 'platform' || scope.tenantId === tenantId;
}

export function isWithinScope(scope: Scope, subject: Subject): boolean {
  if (!containsTenant(scope, subject.tenant_id)) return false;
  if (scope.kind !== 'assigned_sites') return true;
  return (
    (subject.site_id !== undefined && scope.siteIds.includes(subject.site_id)) ||
    (subject.user_id !== undefined && subject.user_id === scope.userId) ||
    subject.of_tenant === true
  );
}

/**
 * Narrows a scope to one tenant, for a list with `?tenant_id=`. `undefined` if the tenant is outside the scope, in the same
 * way for another tenant's id and for an unknown one.
 */
export function narrowToTenant(scope: Scope, tenantId: string | undefined): Scope | undefined {
  if (tenantId === undefined) return scope;
  if (!containsTenant(scope, tenantId)) return undefined;
  return scope.kind === 'platform' ? { kind: 'tenant', tenantId } : scope;
}
