import { describe, expect, test } from 'vitest';
import { mappedValues, roleOf } from '../../../../shared/sso/role-of-claims.ts';

const role_map = { guards: 'operator', admins: 'tenant_admin' } as const;

describe('mappedValues', () => {
  const values = (claims: Record<string, unknown>, role_claim: string | null) =>
    mappedValues(claims, { role_claim, role_map });

  test('The role mapping of single sign-on reads one text or a list of texts of a claim, and only values that it maps', () => {
    expect(values({ groups: 'guards' }, 'groups')).toEqual(['guards']);
    expect(values({ groups: ['guards', 'x', 7, 'toString'] }, 'groups')).toEqual(['guards']);
  });

  test('The role mapping of single sign-on prefers a claim of exactly the given name to a path', () => {
    const realm_access = { roles: ['guards'] };
    expect(values({ realm_access }, 'realm_access.roles')).toEqual(['guards']);
    expect(values({ realm_access, 'realm_access.roles': 'admins' }, 'realm_access.roles')).toEqual([
      'admins',
    ]);
  });

  test('The role mapping of single sign-on finds no values if the claim is missing', () => {
    expect(values({ groups: 'guards' }, null)).toEqual([]);
    for (const claims of [{}, { realm_access: null }, { realm_access: 'guards' }]) {
      expect(values(claims, 'realm_access.roles')).toEqual([]);
    }
  });
});

describe('roleOf', () => {
  test('A person of single sign-on gets the highest mapped role, and never that of a platform admin', () => {
    // No such map passes the check of the input.
    const withRoot = { ...role_map, roots: 'platform_admin' as never };
    expect(roleOf(['guards', 'admins', 'roots'], { role_map: withRoot, default_role: null })).toBe(
      'tenant_admin',
    );
    expect(roleOf(['roots'], { role_map: withRoot, default_role: null })).toBeUndefined();
  });

  test('A person of single sign-on gets the default role for values that are not mapped any more', () => {
    expect(roleOf(['removed', 'toString'], { role_map, default_role: 'viewer' })).toBe('viewer');
  });
});
