import { describe, expect, test } from 'vitest';
import {
  isWithinReach,
  narrowToTenant,
  PERMISSIONS,
  PROFILES,
  type Reach,
  ROLES,
} from '../../../shared/access.ts';

const platform: Reach = { kind: 'platform' };
const tenant: Reach = { kind: 'tenant', tenantId: 'acme' };
const assigned: Reach = { kind: 'assigned_sites', tenantId: 'acme', siteIds: ['site-1'], userId: 'user-1' };

describe('reach', () => {
  test.each([
    [platform, { tenant_id: 'globex', site_id: 'site-9' }, true],
    [tenant, { tenant_id: 'acme', site_id: 'site-2' }, true],
    [tenant, { tenant_id: 'globex', site_id: 'site-1' }, false],
    [assigned, { tenant_id: 'acme', site_id: 'site-1' }, true],
    [assigned, { tenant_id: 'acme', site_id: 'site-2' }, false],
    [assigned, { tenant_id: 'globex', site_id: 'site-1' }, false],
    [assigned, { tenant_id: 'acme' }, false],
    [assigned, { tenant_id: 'acme', user_id: 'user-1' }, true],
    [assigned, { tenant_id: 'acme', user_id: 'user-2' }, false],
    [assigned, { tenant_id: 'globex', user_id: 'user-1' }, false],
  ])('%j of %j is %s', (reach, subject, expected) => {
    expect(isWithinReach(reach, subject)).toBe(expected);
  });

  test('narrows to a tenant only where it lies in reach', () => {
    expect(narrowToTenant(platform, 'globex')).toEqual({ kind: 'tenant', tenantId: 'globex' });
    expect(narrowToTenant(tenant, 'acme')).toBe(tenant);
    expect(narrowToTenant(tenant, 'globex')).toBeUndefined();
    expect(narrowToTenant(assigned, 'acme')).toBe(assigned);
    expect(narrowToTenant(assigned, 'globex')).toBeUndefined();
    expect(narrowToTenant(assigned, undefined)).toBe(assigned);
  });
});

test('a platform admin may do everything that exists', () => {
  expect(PROFILES.platform_admin.may).toEqual(PERMISSIONS);
});

test('a tenant master may do everything but with tenants', () => {
  expect(PERMISSIONS.filter((permission) => !PROFILES.tenant_master.may.includes(permission))).toEqual([
    'tenants:read',
    'tenants:create',
    'tenants:update',
    'tenants:delete',
  ]);
});

test('only a platform admin makes a platform admin, and nobody grants a profile above their own', () => {
  const rank = [...ROLES].reverse();
  for (const role of ROLES) {
    for (const given of PROFILES[role].manages) {
      expect(rank.indexOf(given)).toBeLessThanOrEqual(rank.indexOf(role));
    }
  }
  expect(ROLES.filter((role) => PROFILES[role].manages.includes('platform_admin'))).toEqual([
    'platform_admin',
  ]);
});

test('a viewer may only read', () => {
  expect(PROFILES.viewer.may.filter((permission) => !permission.endsWith(':read'))).toEqual([]);
});

test('a tenant admin may not act on alerts', () => {
  expect(PROFILES.tenant_admin.may.filter((permission) => permission.startsWith('alerts:'))).toEqual([
    'alerts:read',
  ]);
});
