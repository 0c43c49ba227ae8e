import { expect, test } from 'vitest';
import {
  ACCESS_MATRIX,
  isOperational,
  isPermitted,
  isWithinScope,
  MANAGED_ROLES,
  narrowToTenant,
  type Permission,
  ROLES,
  type Role,
  type Scope,
  type Subject,
} from '../../../../shared/base/access.ts';

const platform: Scope = { kind: 'platform' };
const tenant: Scope = { kind: 'tenant', tenantId: 'acme' };
const assigned: Scope = { kind: 'assigned_sites', tenantId: 'acme', siteIds: ['site-1'], userId: 'user-1' };

const ofKey: Scope = { ...assigned, userId: undefined };

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
  [assigned, { tenant_id: 'acme', of_tenant: true }, true],
  [assigned, { tenant_id: 'globex', of_tenant: true }, false],
  [ofKey, { tenant_id: 'acme', site_id: 'site-1' }, true],
  [ofKey, { tenant_id: 'acme', site_id: 'site-2' }, false],
  [ofKey, { tenant_id: 'acme' }, false],
  [ofKey, { tenant_id: 'acme', user_id: 'user-1' }, false],
] as [Scope, Subject, boolean][])(
  'The caller’s scope %j contains the entity %j: %s',
  (scope, subject, expected) => {
    expect(isWithinScope(scope, subject)).toBe(expected);
  },
);

test('A caller’s scope can be narrowed only to a tenant within it', () => {
  expect(narrowToTenant(platform, 'globex')).toEqual({ kind: 'tenant', tenantId: 'globex' });
  expect(narrowToTenant(tenant, 'acme')).toBe(tenant);
  expect(narrowToTenant(tenant, 'globex')).toBeUndefined();
  expect(narrowToTenant(assigned, 'acme')).toBe(assigned);
  expect(narrowToTenant(assigned, 'globex')).toBeUndefined();
  expect(narrowToTenant(assigned, undefined)).toBe(assigned);
});

const PERMISSIONS = Object.keys(ACCESS_MATRIX) as Permission[];

const permissionsOf = (role: Role) => PERMISSIONS.filter((permission) => isPermitted(role, permission));

test('A platform admin has every permission of the access matrix', () => {
  expect(permissionsOf('platform_admin')).toEqual(PERMISSIONS);
});

test('A tenant master has every permission except those on tenants in general', () => {
  expect(permissionsOf('tenant_master')).toEqual(
    PERMISSIONS.filter(
      (it) => !['tenants:read', 'tenants:create', 'tenants:update', 'tenants:delete'].includes(it),
    ),
  );
});

test('An operator has only permissions to read, act on alerts, put sites on test, and extend deadlines', () => {
  const writes = permissionsOf('operator').filter((it) => !/:read(_|$)/.test(it));
  expect(writes).toEqual([
    'tests:create',
    'tests:update',
    'tests:delete',
    'supervisions:extend',
    'alerts:acknowledge',
    'alerts:resolve',
  ]);
});

test('Nobody with assigned sites makes keys, so that a key of a device never reaches beyond its maker’s sites', () => {
  const makers = ROLES.filter((role) => isPermitted(role, 'keys:create'));
  expect(makers).toEqual(ROLES.filter((role) => isPermitted(role, 'devices:update')));
  expect(makers.filter(isOperational)).toEqual([]);
});

test('A viewer has only permissions to read', () => {
  expect(permissionsOf('viewer').filter((it) => !it.endsWith(':read'))).toEqual([]);
});

test('Only platform admins and tenant masters see the response times of single people', () => {
  expect(ROLES.filter((role) => isPermitted(role, 'statistics:read_people'))).toEqual([
    'platform_admin',
    'tenant_master',
  ]);
});

test('Only operators and viewers have assigned sites', () => {
  expect(ROLES.filter(isOperational)).toEqual(['operator', 'viewer']);
});

test('Only a platform admin creates platform admins, and nobody assigns a role above their own', () => {
  const rank = [...ROLES].reverse();
  for (const role of ROLES) {
    for (const given of MANAGED_ROLES[role]) {
      expect(rank.indexOf(given)).toBeLessThanOrEqual(rank.indexOf(role));
    }
  }
  expect(ROLES.filter((role) => MANAGED_ROLES[role].some((it) => it === 'platform_admin'))).toEqual([
    'platform_admin',
  ]);
});

test('A user is changed only by roles that manage the user’s role, and read by everyone with the user in scope', () => {
  const mayUpdate = (role: Role, other: Role) =>
    isPermitted(role, 'users:update', { tenant_id: 'acme', role: other });
  expect(ROLES.filter((other) => mayUpdate('tenant_admin', other))).toEqual(['operator', 'viewer']);
  expect(ROLES.filter((other) => mayUpdate('viewer', other))).toEqual([]);
  expect(isPermitted('viewer', 'users:read', { tenant_id: 'acme', role: 'platform_admin' })).toBe(true);
});
