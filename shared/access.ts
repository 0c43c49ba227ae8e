/**
 * The access matrix: the only place that decides which profile reaches what and may do what with it
 * (specification section 5; design "Access"). What is out of reach does not exist for a caller (404);
 * what is in reach but not permitted is forbidden (403).
 */

export const PERMISSIONS = [
  'tenants:read',
  'tenants:create',
  'tenants:update',
  'tenants:delete',
  'sites:read',
  'sites:create',
  'sites:update',
  'sites:delete',
  'zones:read',
  'zones:create',
  'zones:update',
  'zones:delete',
  'devices:read',
  'devices:create',
  'devices:update',
  'devices:delete',
  'users:read',
  'users:create',
  'users:update',
  'users:delete',
  'alerts:read',
  'alerts:create',
  'alerts:acknowledge',
  'alerts:resolve',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** How far a profile sees: every tenant, the whole of its own, or the sites assigned to the user. */
export type ReachKind = 'platform' | 'tenant' | 'assigned_sites';

interface Profile {
  readonly reach: ReachKind;
  readonly may: readonly Permission[];
  /** The roles of the users that it creates, changes and deletes, and that it may give them. */
  readonly manages: readonly Role[];
}

const everything = (...resources: readonly string[]) =>
  PERMISSIONS.filter((permission) => resources.some((resource) => permission.startsWith(`${resource}:`)));

const READ = everything('sites', 'zones', 'devices', 'users', 'alerts').filter((name) =>
  name.endsWith(':read'),
);

const ACT_ON_ALERTS: readonly Permission[] = ['alerts:acknowledge', 'alerts:resolve'];

/** The profiles that do the daily work, on the sites assigned to them. */
export const OPERATIONAL_ROLES = ['operator', 'viewer'] as const satisfies readonly Role[];

export const PROFILES: Record<Role, Profile> = {
  platform_admin: { reach: 'platform', may: PERMISSIONS, manages: ROLES },
  tenant_master: {
    reach: 'tenant',
    may: everything('sites', 'zones', 'devices', 'users', 'alerts'),
    manages: ['tenant_master', 'tenant_admin', ...OPERATIONAL_ROLES],
  },
  tenant_admin: {
    reach: 'tenant',
    may: [...everything('sites', 'zones', 'devices', 'users'), 'alerts:read'],
    manages: OPERATIONAL_ROLES,
  },
  operator: { reach: 'assigned_sites', may: [...READ, ...ACT_ON_ALERTS], manages: [] },
  viewer: { reach: 'assigned_sites', may: READ, manages: [] },
};

/** Whether a profile creates, changes and deletes users of a role, and may give it. */
export function manages(role: Role, other: Role): boolean {
  return PROFILES[role].manages.includes(other);
}

export function isOperational(role: Role): boolean {
  return OPERATIONAL_ROLES.some((operational) => operational === role);
}

/**
 * Whether a profile may do something with what is in its reach. Users are a matter of their role too: only those of
 * a role that the profile manages are changed or deleted by it.
 */
export function isPermitted(role: Role, permission: Permission, subject?: Subject): boolean {
  const { may } = PROFILES[role];
  const isManaged =
    subject?.role === undefined || permission.endsWith(':read') || manages(role, subject.role);
  return may.includes(permission) && isManaged;
}

/** What one caller can see, with the ids that bound it. */
export type Reach =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | AssignedReach;

/** Sites of one tenant; of its users only the caller. */
export interface AssignedReach {
  readonly kind: 'assigned_sites';
  readonly tenantId: string;
  readonly siteIds: readonly string[];
  readonly userId: string;
}

/** What access is decided on: where something lies, and for a user the role. */
export interface Subject {
  readonly tenant_id: string;
  readonly site_id?: string;
  readonly user_id?: string;
  readonly role?: Role;
}

export function isWithinReach(reach: Reach, subject: Subject): boolean {
  switch (reach.kind) {
    case 'platform':
      return true;
    case 'tenant':
      return subject.tenant_id === reach.tenantId;
    case 'assigned_sites':
      return (
        subject.tenant_id === reach.tenantId &&
        ((subject.site_id !== undefined && reach.siteIds.includes(subject.site_id)) ||
          subject.user_id === reach.userId)
      );
  }
}

/**
 * The part of a reach that lies in one tenant: `?tenant_id=` of a list. `undefined` where nothing of that
 * tenant is in reach, so that another tenant's id finds nothing and tells nothing.
 */
export function narrowToTenant(reach: Reach, tenantId: string | undefined): Reach | undefined {
  if (tenantId === undefined) return reach;
  if (reach.kind === 'platform') return { kind: 'tenant', tenantId };
  return reach.tenantId === tenantId ? reach : undefined;
}
