import { describe, expect, test } from 'vitest';
import { readRoles, roleOf } from '../../../../shared/sso/role-of-claims.ts';

const role_map = {
  guards: 'operator',
  admins: 'tenant_admin',
  'night guards of admins': 'viewer',
  '42': 'viewer',
} as const;

describe('readRoles', () => {
  const read = (
    claims: Record<string, unknown>,
    role_claim: string | null,
    more: Record<string, unknown> = {},
  ) => readRoles([claims, more], { role_claim, role_map });

  test.each([
    ['one text', 'guards', ['guards']],
    ['a list', ['guards', 'x', 7, 'toString', null], ['guards']],
    ['lists in a list', [['guards'], ['admins']], ['guards', 'admins']],
    ['numbers', [42], ['42']],
    ['the names of an object', { admins: { '1': 'acme.example' }, guards: {} }, ['admins', 'guards']],
    ['an object that denies a role', { admins: false, guards: true, x: null }, ['guards']],
    ['names divided by commas', 'guards,admins', ['guards', 'admins']],
    ['names divided by spaces', ' guards  admins ', ['guards', 'admins']],
    ['names divided by semicolons', 'guards; admins;', ['guards', 'admins']],
    ['one name with spaces', 'night guards of admins', ['night guards of admins']],
    [
      'names with spaces, divided by commas',
      'night guards of admins, guards',
      ['night guards of admins', 'guards'],
    ],
  ])('The role claim of single sign-on may be %s', (_, groups, values) => {
    expect(read({ groups }, 'groups')).toEqual({ values });
  });

  test('The role claim of single sign-on maps whole names only, in lists, in objects and in texts that are divided by commas', () => {
    for (const groups of [['not guards'], ['guards,admins'], 'not guards,x', { 'not guards': {} }]) {
      expect(read({ groups }, 'groups')).toEqual({ values: [] });
    }
  });

  test('The role claim of single sign-on is a claim of exactly the configured name, before a path of that name', () => {
    const realm_access = { roles: ['guards'] };
    expect(read({ realm_access }, 'realm_access.roles').values).toEqual(['guards']);
    const both = { realm_access, 'realm_access.roles': 'admins' };
    expect(read(both, 'realm_access.roles').values).toEqual(['admins']);
  });

  test.each([
    [
      'resource_access.guard.acme.example.roles',
      { resource_access: { 'guard.acme.example': { roles: 'guards' } } },
    ],
    ['acme.example.app.roles', { 'acme.example': { 'app.roles': ['guards'] }, acme: { x: 1 } }],
    ['https://acme.example/claims.roles', { 'https://acme.example/claims': { roles: ['guards'] } }],
    ['urn:zitadel:iam:org:project:roles', { 'urn:zitadel:iam:org:project:roles': { guards: { 1: 'acme' } } }],
  ])(
    'The role claim of single sign-on is found under the path %s, with names that contain dots or colons',
    (role_claim, claims) => {
      expect(read(claims, role_claim)).toEqual({ values: ['guards'] });
    },
  );

  test('The role claim of single sign-on is merged from the ID token and the user info, even if each has a part of one object', () => {
    const [signed, more] = [
      { access: { other: { roles: [] } } },
      { access: { guard: { roles: ['guards'] } } },
    ];
    expect(read(signed, 'access.guard.roles', more)).toEqual({ values: ['guards'] });
    expect(read({ roles: { guards: {} } }, 'roles', { roles: { admins: {}, guards: {} } }).values).toEqual([
      'guards',
      'admins',
    ]);
  });

  test.each([{ groups: [] }, { groups: '' }, { groups: {} }, { groups: ['unmapped'] }])(
    'The role claim of single sign-on counts as known even if %j contains no mapped name',
    (claims) => expect(read(claims, 'groups')).toEqual({ values: [] }),
  );

  test('The role claim of single sign-on counts as unknown if it is missing or null', () => {
    expect(read({ groups: 'guards' }, null)).toEqual({ values: [] });
    for (const claims of [
      {},
      { realm_access: null },
      { realm_access: 'guards' },
      { realm_access: { roles: null } },
    ]) {
      expect(read(claims, 'realm_access.roles')).toEqual({ values: [], unknown: 'absent' });
    }
  });

  test.each([
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
    { _claim_names: { groups: 'src1' }, groups: ['guards'] },
    { hasgroups: true },
    { hasgroups: 'true' },
  ])('The role claim of single sign-on counts as unknown if the provider withholds it: %j', (claims) => {
    expect(read(claims, 'groups')).toEqual({ values: [], unknown: 'withheld' });
  });

  test('The role claim of single sign-on counts as known if only the ID token withholds it, or if another claim is withheld', () => {
    const overage = { _claim_names: { groups: 'src1' } };
    expect(read(overage, 'groups', { groups: ['guards'] })).toEqual({ values: ['guards'] });
    expect(read({ ...overage, roles: 'guards' }, 'roles')).toEqual({ values: ['guards'] });
    expect(read({ _claim_names: { access: 'src1' } }, 'access.roles').unknown).toBe('withheld');
  });
});

describe('roleOf', () => {
  test('Single sign-on gives a user the highest mapped role, but never the role platform_admin', () => {
    // No such map passes the check of the input.
    const withRoot = { ...role_map, roots: 'platform_admin' as never };
    expect(roleOf(['guards', 'admins', 'roots'], { role_map: withRoot, default_role: null })).toBe(
      'tenant_admin',
    );
    expect(roleOf(['roots'], { role_map: withRoot, default_role: null })).toBeUndefined();
  });

  test('Single sign-on gives a user the default role if none of the claim’s names is mapped', () => {
    expect(roleOf(['removed', 'toString'], { role_map, default_role: 'viewer' })).toBe('viewer');
  });
});
