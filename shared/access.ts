/**
 * The access matrix: the only place that decides which profile reaches what and may do what with it
 * (specification section 5; design "Access"). What is out of reach does not exist for a caller (404);
 * what is in reach but not permitted is forbidden (403).
 */

export const PERMISSIONS = [
  'sites:read',
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
}

const READ: readonly Permission[] = ['sites:read', 'alerts:read'];

export const PROFILES: Record<Role, Profile> = {
  platform_admin: { reach: 'platform', may: PERMISSIONS },
  tenant_master: { reach: 'tenant', may: PERMISSIONS },
  tenant_admin: { reach: 'tenant', may: READ },
  operator: { reach: 'assigned_sites', may: [...READ, 'alerts:acknowledge', 'alerts:resolve'] },
  viewer: { reach: 'assigned_sites', may: READ },
};

export function isPermitted(role: Role, permission: Permission): boolean {
  return PROFILES[role].may.includes(permission);
}

/** What one caller can see, with the ids that bound it. */
export type Reach =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'assigned_sites'; readonly tenantId: string; readonly siteIds: readonly string[] };

/** Whether something that belongs to a tenant, and perhaps to one of its sites, is within a reach. */
export function isWithinReach(reach: Reach, subject: { tenant_id: string; site_id?: string }): boolean {
  switch (reach.kind) {
    case 'platform':
      return true;
    case 'tenant':
      return subject.tenant_id === reach.tenantId;
    case 'assigned_sites':
      return (
        subject.tenant_id === reach.tenantId &&
        subject.site_id !== undefined &&
        reach.siteIds.includes(subject.site_id)
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
