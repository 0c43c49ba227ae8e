import { expect, test } from 'vitest';
import type { User } from '../../../../shared/accounts/user.ts';
import { decideSignIn, newUser } from '../../../../shared/sso/decide-sign-in.ts';
import { type Identity, type LinkedAccount, newLink, withLink } from '../../../../shared/sso/find-account.ts';
import type { IdentityProvider } from '../../../../shared/sso/identity-provider.ts';
import { CREATED_AT, makeAccount } from '../../../support/make-user.ts';

const NOW = new Date('2026-11-27T08:00:00.000Z');
const AT = '2026-11-27T08:00:00.000+00:00';

const PROVIDER: IdentityProvider = {
  id: '019a0000-0000-7000-8000-000000000009',
  tenant_id: '019a0000-0000-7000-8000-000000000002',
  name: 'Acme',
  issuer: 'https://login.acme.test',
  client_id: 'guard',
  has_client_secret: false,
  domains: [],
  role_claim: 'groups',
  role_map: { guards: 'operator', admins: 'tenant_admin' },
  default_role: 'viewer',
  creates_users: true,
  session_minutes: null,
  trusts_email: false,
  email_claim: null,
  status: 'active',
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

const IDENTITY: Identity = { subject_hash: 'ana', role_values: ['guards'] };

interface Case {
  readonly user?: Partial<User>;
  readonly provider?: Partial<IdentityProvider>;
  readonly identity?: Partial<Identity>;
  /** The identity of the sign-in before, if there was one. */
  readonly before?: Partial<Identity>;
  /** A change of the user after that sign-in. */
  readonly since?: Partial<User>;
  readonly isOfPlatform?: boolean;
}

function decide({ user, provider, identity, before, since, isOfPlatform = false }: Case = {}) {
  const account = makeAccount({ sso_login_enabled: true, role_managed_by_sso: true, ...user });
  const links = before ? withLink({}, PROVIDER.id, newLink({ ...IDENTITY, ...before }, account)) : {};
  const linked: LinkedAccount = { ...account, entity: { ...account.entity, ...since }, links };
  return decideSignIn({
    provider: { ...PROVIDER, ...provider },
    identity: { ...IDENTITY, ...identity },
    now: NOW,
    account: linked,
    isOfPlatform,
  });
}

const problemOf = (it: Case) => {
  try {
    decide(it);
  } catch (error) {
    return error;
  }
  return undefined;
};

test('A single sign-on that changes nothing else updates only the time of the user’s last sign-in', () => {
  const { changed, isRoleKept } = decide({ before: {} });
  expect(changed).toMatchObject({ role: 'operator', last_login_at: AT, updated_at: CREATED_AT });
  expect(isRoleKept).toBe(false);
});

test.each<[string, Case, object]>([
  [
    'the user is bound to another subject of the provider',
    { before: { subject_hash: 'bob' } },
    { code: 'sso_account_unknown', reason: 'bound_to_another_subject' },
  ],
  ['the user is inactive', { user: { status: 'inactive' } }, { code: 'account_not_active' }],
  [
    'single sign-on is off for the user',
    { user: { sso_login_enabled: false } },
    { code: 'sso_login_disabled' },
  ],
  [
    'a platform admin belongs to an ordinary tenant',
    { user: { role: 'platform_admin' } },
    { code: 'sso_account_unknown', reason: 'not_of_platform' },
  ],
  [
    'the role claim is absent and the user’s role is not the default role',
    { identity: { role_values: [], roles_unknown: 'absent' } },
    { code: 'sso_role_unknown' },
  ],
  [
    'no group is mapped to a role and there is no default role',
    { provider: { default_role: null }, identity: { role_values: [] } },
    { code: 'sso_role_missing' },
  ],
])('A user does not sign in by single sign-on if %s', (_, it, problem) => {
  expect(problemOf(it)).toMatchObject(problem);
});

test.each<[string, Case, string, boolean]>([
  ['follows the groups', { identity: { role_values: ['admins'] } }, 'tenant_admin', false],
  ['becomes the default role without a mapped group', { identity: { role_values: [] } }, 'viewer', false],
  [
    'stays if the provider withholds the role claim',
    { identity: { role_values: [], roles_unknown: 'withheld' } },
    'operator',
    true,
  ],
  [
    'stays if people manage the user’s role',
    { user: { role_managed_by_sso: false }, identity: { role_values: [] } },
    'operator',
    false,
  ],
  [
    'stays if no role claim is configured',
    { provider: { role_claim: null }, identity: { role_values: [] } },
    'operator',
    false,
  ],
  [
    'never changes for a platform admin',
    { user: { role: 'platform_admin' }, isOfPlatform: true },
    'platform_admin',
    false,
  ],
])('The role of a user at single sign-on %s', (_, it, role, isKept) => {
  const { changed, isRoleKept } = decide(it);
  expect([changed.role, isRoleKept]).toEqual([role, isKept]);
});

test.each<[string, Case, string]>([
  [
    'changes if the provider changes it',
    { before: { name: 'Ana' }, identity: { name: 'Ana Lima' } },
    'Ana Lima',
  ],
  [
    'stays if a person changed it since the last sign-in',
    { before: { name: 'Ana' }, since: { name: 'Ana (night)' }, identity: { name: 'Ana Lima' } },
    'Ana (night)',
  ],
  ['stays at the first sign-in', { identity: { name: 'Ana Lima' } }, 'Ana'],
  ['stays if the provider gives none', { before: { name: 'Ana' } }, 'Ana'],
])('The name of a user at single sign-on %s', (_, it, name) => {
  const { changed } = decide(it);
  expect([changed.name, changed.updated_at]).toEqual([name, name === 'Ana Lima' ? AT : CREATED_AT]);
});

test.each([
  ['the name that the provider gives', { name: 'Ana Lima' }, 'ana.lima@acme.test', 'Ana Lima'],
  [
    'the part of the e-mail address before the @ if the provider gives no name',
    {},
    'ana.lima@acme.test',
    'ana.lima',
  ],
  [
    'the whole e-mail address if the part before the @ is the name of the service',
    {},
    'guard@acme.test',
    'guard@acme.test',
  ],
])('The name of a new user of single sign-on is %s', (_, identity, email, name) => {
  const facts = { provider: PROVIDER, identity: { ...IDENTITY, ...identity }, now: NOW };
  expect(newUser({ id: 'u', email }, facts)).toMatchObject({
    name,
    email,
    role: 'operator',
    password_login_enabled: false,
  });
});
