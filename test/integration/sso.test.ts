import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import {
  begin,
  changeUser,
  createProvider,
  follow,
  redeem,
  returnWith,
  signInBySso,
} from '../support/sso/sso-trial.ts';
import { startIssuer, type TestIssuer } from '../support/sso/test-issuer.ts';

const OPERATOR = 'operator@acme.test';
const VIEWER = 'viewer@acme.test';

let guard: TestGuard;
let issuer: TestIssuer;
let provider: { id: string; redirect_uri: string };

beforeAll(async () => {
  guard = await startGuard({ settings: { ssoRedirectUris: 'com.acme.guard:/signed-in' } });
  issuer = await startIssuer(() => guard.clock.now);
  provider = await createProvider(guard, issuer, {
    role_claim: 'groups',
    role_map: { admins: 'tenant_admin', watchers: 'viewer', masters: 'tenant_master' },
    creates_users: true,
    session_minutes: 60,
  });
  await changeUser(guard, OPERATOR, { sso_login_enabled: true });
});
afterAll(async () => {
  await issuer?.stop();
  await guard?.stop();
});
beforeEach(() => {
  issuer.sign = (claims) => issuer.signed(claims);
  issuer.tokens = {};
  issuer.userInfo = undefined;
});

const patchProvider = async (json: object) => {
  const token = await guard.signIn('master@acme.test');
  const answer = await guard.call(`PATCH /api/v1/identity-providers/${provider.id}`, { token, json });
  expect(answer.status).toBe(200);
};

/** The failed sign-ins of a user, or of everybody, in the audit log. */
async function countFailures(email?: string): Promise<number> {
  const token = await guard.signIn('master@acme.test');
  const { body: people } = await guard.call('GET /api/v1/users?limit=100', { token });
  const id = people.data.find((it: { email: string }) => it.email === email)?.id;
  const path = `/api/v1/audit-events?action=user.sign_in_failed&limit=100${id ? `&entity_id=${id}` : ''}`;
  return (await guard.call(`GET ${path}`, { token })).body.data.length;
}

describe('Signing in', () => {
  test('A person signs in with the identity provider of their e-mail domain, and gets the same response as after a password login', async () => {
    const { status, body } = await signInBySso(guard, issuer);
    expect(status).toBe(200);
    expect(Object.keys(body.user)).toHaveLength(12);
    expect(body.user).toMatchObject({ email: OPERATOR, role: 'operator' });
    const me = await guard.call('GET /api/v1/auth/me', { token: body.token });
    expect(me.body.last_login_at).toBe(body.user.last_login_at);
  });

  test('After their first sign-in with an identity provider, a person is recognized by the subject, whatever e-mail address the provider names', async () => {
    await signInBySso(guard, issuer, { sub: 'moving', email: 'moving@acme.test', groups: 'watchers' });
    const { body } = await signInBySso(guard, issuer, {
      sub: 'moving',
      email: 'married@acme.test',
      groups: 'watchers',
    });
    expect(body.user.email).toBe('moving@acme.test');
  });

  test('If a user’s e-mail address changes in Guard, the user is no longer bound to the subject at the identity provider', async () => {
    const person = { sub: 'bound', email: 'bound@acme.test', groups: 'watchers' };
    await signInBySso(guard, issuer, person);
    await changeUser(guard, person.email, { email: 'renamed@acme.test' });
    const { body } = await signInBySso(guard, issuer, person);
    expect(body.user.email).toBe('bound@acme.test');
    const again = await signInBySso(guard, issuer, { ...person, sub: 'renamed', email: 'renamed@acme.test' });
    expect(again.body.user.email).toBe('renamed@acme.test');
  });

  test('A user’s binding to a subject of the identity provider ends for good when their e-mail address changes, even if it changes back', async () => {
    const person = { sub: 'to and fro', email: 'fro@acme.test', groups: 'watchers' };
    await signInBySso(guard, issuer, person);
    await changeUser(guard, person.email, { email: 'to@acme.test' });
    await changeUser(guard, 'to@acme.test', { email: person.email });
    const unsaid = await signInBySso(guard, issuer, { ...person, email_verified: false });
    expect(unsaid.body.code).toBe('sso_account_unknown');
    const other = await signInBySso(guard, issuer, { ...person, sub: 'another' });
    expect(other.body.user?.email).toBe(person.email);
    expect((await signInBySso(guard, issuer, person)).body.code).toBe('sso_account_unknown');
  });

  test('If a user is promoted to platform admin, their single sign-on session ends, and single sign-on no longer signs them in', async () => {
    const person = { email: 'promoted@acme.test', groups: 'watchers' };
    const { token, user } = (await signInBySso(guard, issuer, person)).body;
    const platform = await guard.signIn('platform@guard.test');
    const promote = (role: string) =>
      guard.call(`PATCH /api/v1/users/${user.id}`, {
        token: platform,
        json: { role, role_managed_by_sso: false },
      });
    expect((await promote('platform_admin')).status).toBe(200);
    expect((await guard.call('GET /api/v1/auth/me', { token })).status).toBe(401);
    expect((await guard.call('POST /api/v1/auth/refresh', { token })).status).toBe(401);
    expect((await signInBySso(guard, issuer, person)).body.code).toBe('sso_account_unknown');
    expect((await promote('viewer')).status).toBe(200);
    expect((await signInBySso(guard, issuer, person)).status).toBe(200);
  });

  test('A new person of single sign-on gets the highest role of their groups, and is not signed in if no group has a role', async () => {
    const { body } = await signInBySso(guard, issuer, {
      email: 'new@acme.test',
      name: 'Nia New',
      groups: ['x', 'watchers', 'admins'],
    });
    expect(body.user).toMatchObject({ name: 'Nia New', role: 'tenant_admin', role_managed_by_sso: true });
    const refused = await signInBySso(guard, issuer, { email: 'nobody@acme.test', groups: ['x'] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'sso_role_missing' } });
  });

  test('A role that single sign-on manages follows the provider’s claim at each sign-in, and cannot be changed in Guard', async () => {
    const person = { email: 'managed@acme.test', groups: ['admins'] };
    await signInBySso(guard, issuer, person);
    const { body } = await signInBySso(guard, issuer, { ...person, groups: ['watchers'] });
    expect(body.user.role).toBe('viewer');
    const { Items = [] } = await guard.table.client.send(
      new QueryCommand({
        TableName: guard.table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `AUDIT#${body.user.tenant_id}` },
      }),
    );
    const events = Items.filter(({ data }) => data.entity.id === body.user.id).map(({ data }) => data);
    expect(events.map(({ action, actor }) => `${action} by ${actor.name}`).sort()).toEqual([
      'user.created by Guard',
      'user.signed_in by managed',
      'user.signed_in by managed',
      'user.updated by Guard',
    ]);
    const byHand = await changeUser(guard, person.email, { role: 'operator' });
    expect(byHand).toMatchObject({ status: 409, body: { code: 'role_managed_by_sso' } });
    const released = await changeUser(guard, person.email, { role: 'operator', role_managed_by_sso: false });
    expect(released.status).toBe(200);
    expect((await signInBySso(guard, issuer, person)).body.user.role).toBe('operator');
  });

  test('A session of single sign-on ends after the time that is set for its provider, however often it is refreshed', async () => {
    const { body } = await signInBySso(guard, issuer);
    const expiry = async (token: string) => {
      const { body: sessions } = await guard.call('GET /api/v1/auth/sessions', { token });
      return sessions.data.find((it: { current: boolean }) => it.current).expires_at;
    };
    const endsAt = await expiry(body.token);
    expect(Date.parse(endsAt)).toBe(guard.clock.now.getTime() + 60 * 60_000);
    guard.clock.advance(59 * 60_000);
    const refreshed = await guard.call('POST /api/v1/auth/refresh', { token: body.token });
    expect(await expiry(refreshed.body.token)).toBe(endsAt);
    guard.clock.advance(60_000);
    expect((await guard.call('GET /api/v1/auth/me', { token: refreshed.body.token })).status).toBe(401);
  });

  test('Single sign-on reads the claims that the ID token lacks from the user info', async () => {
    issuer.userInfo = { sub: 'quiet', email: 'quiet@acme.test', email_verified: true, groups: ['watchers'] };
    const { code } = await returnWith(guard, issuer, { sub: 'quiet' });
    expect((await redeem(guard, code)).body.user.email).toBe('quiet@acme.test');
  });

  test('Single sign-on accepts a new signing key of the identity provider', async () => {
    await signInBySso(guard, issuer);
    await issuer.rotate();
    guard.clock.advance(31_000);
    expect((await signInBySso(guard, issuer)).status).toBe(200);
  });

  test('Single sign-on returns a mobile app’s user to the app’s own URI', async () => {
    const { body } = await begin(guard, OPERATOR, { redirect_uri: 'com.acme.guard:/signed-in' });
    const claims = { sub: `subject of ${OPERATOR}`, email: OPERATOR, email_verified: true };
    const back = await follow(issuer.authorize(body.authorization_url, claims));
    expect(back.href).toMatch(/^com\.acme\.guard:\/signed-in\?code=[\w-]+$/);
  });

  test('Single sign-on for an e-mail domain without a provider does not reveal whether users exist', async () => {
    for (const email of ['operator@globex.test', 'nobody@globex.test']) {
      expect(await begin(guard, email)).toMatchObject({ status: 422, body: { code: 'sso_not_available' } });
    }
  });
});

describe('The role and the address of a person', () => {
  test('If no role claim is set for an identity provider, a sign-in does not change a role that single sign-on manages', async () => {
    await changeUser(guard, VIEWER, { sso_login_enabled: true, role_managed_by_sso: true });
    await patchProvider({ role_claim: null, default_role: 'operator' });
    expect((await signInBySso(guard, issuer, { email: VIEWER })).body.user.role).toBe('viewer');
    await patchProvider({ role_claim: 'groups', default_role: null });
    await changeUser(guard, VIEWER, { sso_login_enabled: false, role_managed_by_sso: false });
  });

  const address = { email: 'split@acme.test' };
  const signInWith = async (signed: object, userInfo: object) => {
    issuer.userInfo = { sub: 'split', groups: 'watchers', ...userInfo };
    const { code } = await returnWith(guard, issuer, { sub: 'split', ...signed });
    return redeem(guard, code);
  };

  test.each([
    ['another address that is verified', { email: 'mine@globex.test', email_verified: true }],
    ['no address', { email_verified: true }],
  ])(
    'In single sign-on, an e-mail address in the ID token does not count as verified because of user info with %s',
    async (_, userInfo) => {
      const { status, body } = await signInWith(address, userInfo);
      expect([status, body.code]).toEqual([403, 'sso_account_unknown']);
    },
  );

  test('If only the user info calls its e-mail address verified, single sign-on uses this address instead of the ID token’s', async () => {
    const { body } = await signInWith(
      { ...address, email: 'unsaid@acme.test' },
      { ...address, email_verified: true },
    );
    expect(body.user.email).toBe(address.email);
  });
});

/** The provider returns part of what it knows, in its own form. */
describe('The claims of a directory', () => {
  const OVERAGE = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://x.example' } },
  };
  const actionsOf = async (userId: string, action: string) => {
    const token = await guard.signIn('master@acme.test');
    const path = `/api/v1/audit-events?action=user.${action}&entity_id=${userId}`;
    return (await guard.call(`GET ${path}`, { token })).body.data.length;
  };

  test('A person with too many groups for the identity provider to list keeps their role, and the audit log says so', async () => {
    const person = { email: 'overage@acme.test' };
    const { body: first } = await signInBySso(guard, issuer, { ...person, groups: ['admins'] });
    expect(first.user.role).toBe('tenant_admin');
    const { status, body } = await signInBySso(guard, issuer, { ...person, ...OVERAGE });
    expect([status, body.user?.role]).toEqual([200, 'tenant_admin']);
    expect(await actionsOf(body.user.id, 'role_kept')).toBe(1);
    await patchProvider({ default_role: 'viewer' });
    expect((await signInBySso(guard, issuer, { ...person, ...OVERAGE })).body.user.role).toBe('tenant_admin');
    const lowered = await signInBySso(guard, issuer, { ...person, groups: [] });
    expect(lowered.body.user.role).toBe('viewer');
    expect(await actionsOf(body.user.id, 'role_kept')).toBe(2);
    await patchProvider({ default_role: null });
  });

  test('A person whose role came from the role claim is not signed in without that claim, and the audit log records it', async () => {
    const person = { email: 'unsaid-role@acme.test' };
    const { body: first } = await signInBySso(guard, issuer, { ...person, groups: ['admins'] });
    for (const default_role of [null, 'viewer']) {
      await patchProvider({ default_role });
      const refused = await signInBySso(guard, issuer, person);
      expect(refused).toMatchObject({ status: 403, body: { code: 'sso_role_unknown' } });
    }
    expect(await actionsOf(first.user.id, 'sign_in_failed')).toBe(2);
    const { body } = await signInBySso(guard, issuer, { email: 'by-default@acme.test' });
    expect(body.user.role).toBe('viewer');
    const again = await signInBySso(guard, issuer, { email: 'by-default@acme.test' });
    expect(again.body.user?.role).toBe('viewer');
    await patchProvider({ default_role: null });
  });

  test('If the identity provider withholds a new person’s groups, they get the default role, or are refused if there is none', async () => {
    const person = { email: 'new-overage@acme.test', ...OVERAGE };
    const refused = await signInBySso(guard, issuer, person);
    expect(refused).toMatchObject({ status: 403, body: { code: 'sso_role_unknown' } });
    await patchProvider({ default_role: 'viewer' });
    expect((await signInBySso(guard, issuer, person)).body.user.role).toBe('viewer');
    await patchProvider({ default_role: null });
  });

  test.each([
    ['the names of an object', 'urn:zitadel:iam:org:project:roles', { admins: { 1: 'acme.test' } }],
    ['a text with commas', 'groups', 'watchers,admins'],
    ['a text with spaces', 'groups', 'watchers admins'],
  ])(
    'If the role claim has the form of %s, a person of single sign-on gets the highest role in it',
    async (_, role_claim, claim) => {
      await patchProvider({ role_claim });
      const email = `shape-${Math.random()}@acme.test`;
      const { body } = await signInBySso(guard, issuer, { email, [role_claim]: claim });
      expect(body.user?.role).toBe('tenant_admin');
      await patchProvider({ role_claim: 'groups' });
    },
  );

  test('Single sign-on merges a claim that is partly in the ID token and partly in the user info', async () => {
    await patchProvider({ role_claim: 'resource_access.guard.acme.example.roles' });
    issuer.userInfo = {
      sub: 'parts',
      resource_access: { 'guard.acme.example': { roles: ['admins'] } },
    };
    const { code } = await returnWith(guard, issuer, {
      ...{ sub: 'parts', email: 'parts@acme.test', email_verified: true },
      resource_access: { account: { roles: ['watchers'] } },
    });
    expect((await redeem(guard, code)).body.user?.role).toBe('tenant_admin');
    await patchProvider({ role_claim: 'groups' });
  });

  describe('with the address in another claim', () => {
    const signInAs = async (claims: object) => {
      const { code } = await returnWith(guard, issuer, {
        sub: `sub ${JSON.stringify(claims)}`,
        groups: 'watchers',
        ...claims,
      });
      const { status, body } = await redeem(guard, code);
      return status === 200 ? body.user.email : body.code;
    };

    test.each([
      ['preferred_username', { preferred_username: 'p1@acme.test' }, 'p1@acme.test'],
      ['upn', { upn: 'U1@acme.test', email: 'other@globex.test', email_verified: true }, 'u1@acme.test'],
      ['contact.mail', { contact: { mail: 'c1@acme.test' } }, 'c1@acme.test'],
    ])(
      'A person signs in with the e-mail address in the claim %s if the identity provider is trusted',
      async (email_claim, claims, email) => {
        await patchProvider({ email_claim, trusts_email: true });
        expect(await signInAs(claims)).toBe(email);
        await patchProvider({ email_claim: null, trusts_email: false });
      },
    );

    test('The claim `email_verified` is about `email` only: an address in another claim requires a trusted provider', async () => {
      await patchProvider({ email_claim: 'upn' });
      const verified = { email: 'verified@acme.test', email_verified: true };
      expect(await signInAs({ ...verified, upn: 'victim@acme.test' })).toBe('sso_account_unknown');
      expect(await signInAs({ ...verified, upn: 'Verified@acme.test' })).toBe('verified@acme.test');
      await patchProvider({ trusts_email: true });
      expect(await signInAs({ email: 'only-email@acme.test' })).toBe('sso_account_unknown');
      expect(await signInAs({ upn: 'x@acme.test', email: 'x@acme.test', email_verified: false })).toBe(
        'sso_account_unknown',
      );
      expect(await signInAs({ upn: 'x@acme.test', email: 'x@acme.test', email_verified: null })).toBe(
        'sso_account_unknown',
      );
      expect(await signInAs({ upn: 'stranger@globex.test' })).toBe('sso_account_unknown');
      await patchProvider({ email_claim: null, trusts_email: false });
    });
  });

  describe('about a name', () => {
    const nameAfter = async (claims: { email: string; [claim: string]: unknown }) =>
      (await signInBySso(guard, issuer, { groups: 'watchers', ...claims })).body.user?.name;

    test.each([
      [{ given_name: 'Nia', family_name: 'Novak' }, 'Nia Novak'],
      [{ family_name: 'Novak' }, 'Novak'],
      [{ name: ' ', given_name: 'Nia', family_name: 7 }, 'Nia'],
      [{ name: 'N. Novak', given_name: 'Nia', family_name: 'Novak' }, 'N. Novak'],
      [{ given_name: 'Gua', family_name: 'x'.repeat(130) }, 'local'],
    ])('A new person of single sign-on with %j is named %s', async (claims, name) => {
      const email = `local@n${Math.floor(Math.random() * 1e9)}.acme.test`;
      const domains = ['acme.test', email.slice(email.indexOf('@') + 1)];
      await patchProvider({ email_domains: domains });
      expect(await nameAfter({ email, ...claims })).toBe(name);
      await patchProvider({ email_domains: ['acme.test'] });
    });

    test('A person’s name that changes at the identity provider also changes in Guard, unless somebody has changed it there', async () => {
      const email = 'married@acme.test';
      expect(await nameAfter({ email })).toBe('married');
      expect(await nameAfter({ email, name: 'Mara Single' })).toBe('Mara Single');
      expect(await nameAfter({ email, given_name: 'Mara', family_name: 'Married' })).toBe('Mara Married');
      expect(await nameAfter({ email })).toBe('Mara Married');
      await changeUser(guard, email, { name: 'Mara (night shift)' });
      expect(await nameAfter({ email, name: 'Mara Again' })).toBe('Mara (night shift)');
      expect(await nameAfter({ email, name: 'Mara Third' })).toBe('Mara (night shift)');
    });

    test('The identity provider does not rename a user who was created in Guard', async () => {
      const before = (await signInBySso(guard, issuer)).body.user.name;
      for (const name of ['Other', 'Another'])
        expect(await nameAfter({ email: OPERATOR, name })).toBe(before);
    });
  });
});

describe('A person who is not signed in', () => {
  const claims = { sub: `subject of ${OPERATOR}`, email: OPERATOR, email_verified: true };
  const returnWithout = async (parameters: Record<string, string>) => {
    const { body } = await begin(guard);
    const back = new URL(issuer.authorize(body.authorization_url, claims));
    back.searchParams.delete('code');
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
    return (await follow(back.href)).searchParams.get('error');
  };

  test('After single sign-on fails, a person learns whether they cancelled at the provider, but no other error of the provider', async () => {
    expect(await returnWithout({ error: 'access_denied' })).toBe('access_denied');
    expect(await returnWithout({ error: 'server_error' })).toBe('sso_failed');
    expect(await returnWithout({})).toBe('sso_failed');
  });

  test('Single sign-on fails if the identity provider is disabled while the person signs in there', async () => {
    const { body } = await begin(guard);
    await patchProvider({ status: 'disabled' });
    const back = await follow(issuer.authorize(body.authorization_url, claims));
    expect(back.searchParams.get('error')).toBe('sso_failed');
    await patchProvider({ status: 'active' });
  });

  test('A new person is not signed in by single sign-on if their identity provider is set not to create users', async () => {
    await patchProvider({ creates_users: false });
    const { status, body } = await signInBySso(guard, issuer, {
      email: 'stranger@acme.test',
      groups: 'watchers',
    });
    expect([status, body.code]).toEqual([403, 'sso_account_unknown']);
    await patchProvider({ creates_users: true });
  });

  test('A new person is not signed in by single sign-on if a user of another tenant has their e-mail address', async () => {
    const token = await guard.signIn('master@globex.test');
    const json = {
      email: 'shared@acme.test',
      password: 'a long password 42',
      name: 'Shared',
      role: 'viewer',
    };
    const created = await guard.call('POST /api/v1/users', { token, json });
    expect(created.status, created.text).toBe(201);
    const answer = await signInBySso(guard, issuer, { email: json.email, groups: 'watchers' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'sso_account_unknown' } });
  });
});

describe('For the alarm about single sign-on', () => {
  const counted = () => {
    const metrics = guard.metrics.map(({ name, dimensions }) =>
      [name, ...Object.values(dimensions ?? {})].join(' '),
    );
    const names = ['AuthenticationFailures sso', 'SsoSignIns', 'SignIns'];
    return names.map((name) => metrics.filter((it) => it === name).length);
  };
  const countedIn = async (act: () => Promise<unknown>) => {
    const before = counted();
    await act();
    return counted().map((it, place) => it - (before[place] ?? 0));
  };

  test('Metrics count sign-ins by single sign-on separately from sign-ins with a password', async () => {
    expect(await countedIn(() => signInBySso(guard, issuer))).toEqual([0, 1, 0]);
  });

  test('Metrics count an invalid ID token, which is logged with the provider’s id, and a person without a role as failures', async () => {
    issuer.tokens = { id_token: 'not a token' };
    expect(await countedIn(() => returnWith(guard, issuer, { sub: 'x' }))).toEqual([1, 0, 0]);
    expect(guard.log()).toContain(`"provider_id":"${provider.id}"`);
    issuer.tokens = {};
    const roleless = { email: 'roleless@acme.test' };
    expect(await countedIn(() => signInBySso(guard, issuer, roleless))).toEqual([1, 0, 0]);
  });

  test('Metrics count an identity provider that cannot be used as a failure, but not an e-mail address without a provider', async () => {
    issuer.metadata = { issuer: 'https://login.globex.example' };
    guard.clock.advance(11 * 60_000); // what the provider published is cached
    expect(await countedIn(() => begin(guard))).toEqual([1, 0, 0]);
    issuer.metadata = {};
    expect(await countedIn(() => begin(guard, 'nobody@globex.test'))).toEqual([0, 0, 0]);
  });

  test('Metrics count neither a person who cancels single sign-on nor a callback with a made-up state as a failure', async () => {
    const cancel = async () => {
      const { body } = await begin(guard);
      const back = new URL(issuer.authorize(body.authorization_url, { sub: 'x' }));
      back.searchParams.set('error', 'access_denied');
      expect((await follow(back.href)).searchParams.get('error')).toBe('access_denied');
    };
    const invented = () => follow(`${guard.url}/api/v1/auth/sso/callback/${provider.id}?state=x&code=y`);
    expect(await countedIn(() => Promise.all([cancel(), invented()]))).toEqual([0, 0, 0]);
  });
});

describe('What a provider may leave out or say in its own way', () => {
  test('The text `true` in email_verified verifies an e-mail address, and an empty name from the identity provider is not used', async () => {
    const { body } = await signInBySso(guard, issuer, {
      email: 'text@acme.test',
      email_verified: 'true',
      name: '',
      groups: 'watchers',
    });
    expect(body.user).toMatchObject({ email: 'text@acme.test', name: 'text' });
  });

  test.each([
    ['guard@acme.test', {}, 'guard@acme.test'],
    ['long@acme.test', { name: 'x'.repeat(150) }, 'long'],
  ])(
    'A new person of single sign-on from %s is not named Guard, and does not get a name that is too long',
    async (email, claims, name) => {
      const { body } = await signInBySso(guard, issuer, { email, groups: 'watchers', ...claims });
      expect(body.user).toMatchObject({ email, name });
    },
  );

  test.each([
    ['its token endpoint accepts the secret in the form only', ['client_secret_post']],
    ['its token endpoint accepts both forms of a secret', ['client_secret_post', 'client_secret_basic']],
  ])('A person signs in by single sign-on although %s', async (_, methods) => {
    issuer.metadata = { token_endpoint_auth_methods_supported: methods };
    guard.clock.advance(11 * 60_000); // what the provider published is cached
    expect((await signInBySso(guard, issuer)).status).toBe(200);
    issuer.metadata = {};
    guard.clock.advance(11 * 60_000);
  });

  test('If an identity provider has no user info endpoint, single sign-on uses only the claims of the ID token', async () => {
    issuer.metadata = { userinfo_endpoint: undefined };
    guard.clock.advance(11 * 60_000);
    const answer = await signInBySso(guard, issuer, { email: 'alone@acme.test' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'sso_role_missing' } });
    issuer.metadata = {};
    guard.clock.advance(11 * 60_000);
  });
});

describe('Attacks', () => {
  const failsWith = async (claims: object, email = OPERATOR) => {
    const { error } = await returnWith(guard, issuer, { sub: 'x', email, email_verified: true, ...claims });
    expect(error).toBe('sso_failed');
  };
  const refusedAs = (code: string) => ({ status: 403, body: { code } });

  test.each([
    'https://evil.example/',
    'javascript:alert(1)',
    `http://localhost:1/console`,
    'com.acme.guard:/signed-in/x',
  ])('Single sign-on rejects the redirect URI %s', async (redirect_uri) => {
    expect((await begin(guard, OPERATOR, { redirect_uri })).status).toBe(422);
  });

  test('A callback of single sign-on without a valid state leads the browser to the console with an error', async () => {
    const back = await follow(
      `${guard.url}/api/v1/auth/sso/callback/nobody?state=x&code=y&redirect_uri=https://evil.example`,
    );
    expect(back.href).toBe(`${guard.url}/console?error=sso_failed`);
  });

  test('A state of single sign-on is accepted once, and for ten minutes', async () => {
    const claims = { sub: `subject of ${OPERATOR}`, email: OPERATOR, email_verified: true };
    const { body } = await begin(guard);
    const callback = issuer.authorize(body.authorization_url, claims);
    expect((await follow(callback)).searchParams.has('code')).toBe(true);
    expect((await follow(callback)).searchParams.get('error')).toBe('sso_failed');
    const late = await begin(guard);
    guard.clock.advance(600_000);
    expect(
      (await follow(issuer.authorize(late.body.authorization_url, claims))).searchParams.has('code'),
    ).toBe(false);
  });

  test('A code of single sign-on is accepted once, for a minute, and only from the browser that began the sign-in', async () => {
    const claims = { sub: `subject of ${OPERATOR}`, email: OPERATOR, email_verified: true };
    const { code } = await returnWith(guard, issuer, claims);
    const stolen = await redeem(guard, code, 'x'.repeat(43));
    expect(stolen).toMatchObject({ status: 422, body: { code: 'sso_code_not_valid' } });
    const answers = await Promise.all([redeem(guard, code), redeem(guard, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const late = await returnWith(guard, issuer, claims);
    guard.clock.advance(60_000);
    expect((await redeem(guard, late.code)).status).toBe(422);
  });

  test('Single sign-on refuses an ID token with a replayed nonce, another audience, another issuer or after its expiry', async () => {
    const seconds = Math.floor(guard.clock.now.getTime() / 1000);
    await failsWith({ nonce: 'of another sign-in' });
    await failsWith({ aud: 'another client' });
    await failsWith({ iss: 'https://login.globex.example' });
    await failsWith({ exp: seconds - 60 });
  });

  test('Single sign-on refuses an ID token without a signature, or with an HMAC of the public key', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    issuer.sign = (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`;
    await failsWith({});
    issuer.sign = async (claims) => {
      const { SignJWT } = await import('jose');
      const secret = new TextEncoder().encode(JSON.stringify(await issuer.publicKey()));
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    };
    await failsWith({});
  });

  test('Single sign-on refuses an ID token with a signature of another key', async () => {
    const other = await startIssuer(() => guard.clock.now);
    issuer.sign = (claims) => other.signed(claims);
    await failsWith({});
    await other.stop();
  });

  test('Single sign-on refuses a response from a provider other than the one at which the sign-in began', async () => {
    const { body } = await begin(guard);
    const callback = new URL(issuer.authorize(body.authorization_url, { sub: 'x' }));
    callback.searchParams.set('iss', 'https://login.globex.example');
    expect((await follow(callback.href)).searchParams.get('error')).toBe('sso_failed');
  });

  test('Single sign-on refuses user info whose subject is not that of the ID token', async () => {
    issuer.userInfo = { sub: 'master', email: 'master@acme.test', email_verified: true };
    const { error } = await returnWith(guard, issuer, { sub: 'mallory' });
    expect(error).toBe('sso_failed');
  });

  test.each([
    ['that is not verified', { email: OPERATOR, email_verified: false }],
    ['that the provider does not call verified', { email: OPERATOR, email_verified: undefined }],
    ['of another domain', { email: 'operator@globex.test' }],
    ['of another subject', { email: OPERATOR, sub: 'mallory' }],
  ])('Single sign-on finds no user for an address %s', async (_, claims) => {
    await signInBySso(guard, issuer, { email: OPERATOR });
    expect(await signInBySso(guard, issuer, { sub: 'mallory', ...claims })).toMatchObject(
      refusedAs('sso_account_unknown'),
    );
  });

  test('Single sign-on refuses a role claim that would demote the last master of a tenant', async () => {
    await changeUser(guard, 'master@acme.test', { sso_login_enabled: true, role_managed_by_sso: true });
    const { status, body } = await signInBySso(guard, issuer, {
      email: 'master@acme.test',
      groups: ['admins'],
    });
    expect([status, body.code]).toEqual([409, 'last_tenant_master']);
  });

  test('Single sign-on refuses a user who may not use it, and one who is blocked before their code is redeemed', async () => {
    expect(await signInBySso(guard, issuer, { email: VIEWER })).toMatchObject(
      refusedAs('sso_login_disabled'),
    );
    const { code } = await returnWith(guard, issuer, {
      sub: `subject of ${OPERATOR}`,
      email: OPERATOR,
      email_verified: true,
    });
    await changeUser(guard, OPERATOR, { status: 'blocked' });
    const failures = () => countFailures(OPERATOR);
    const before = await failures();
    expect(await redeem(guard, code)).toMatchObject(refusedAs('account_not_active'));
    expect((await redeem(guard, code)).body.code).toBe('sso_code_not_valid');
    expect((await failures()) - before).toBe(1);
    await changeUser(guard, OPERATOR, { status: 'active' });
  });

  test('The audit log records a refused single sign-on of a user of Guard, but not of a stranger', async () => {
    const before = [await countFailures(OPERATOR), await countFailures()];
    await signInBySso(guard, issuer, { sub: 'mallory', email: OPERATOR });
    await signInBySso(guard, issuer, { email: 'stranger@acme.test', groups: 'none' });
    expect(
      [await countFailures(OPERATOR), await countFailures()].map((it, at) => it - (before[at] ?? 0)),
    ).toEqual([1, 1]);
  });

  test('If an identity provider is disabled after its callback, the code of single sign-on can no longer be redeemed', async () => {
    const { code } = await returnWith(guard, issuer, {
      sub: `subject of ${OPERATOR}`,
      email: OPERATOR,
      email_verified: true,
    });
    await patchProvider({ status: 'disabled' });
    expect((await redeem(guard, code)).body.code).toBe('sso_not_available');
    expect((await begin(guard)).status).toBe(422);
    await patchProvider({ status: 'active' });
  });

  test('Beyond the rate limits of logins, beginning single sign-on and redeeming a code get 429', async () => {
    const strict = await startGuard({ settings: { loginRequestsPerAddressPerMinute: 1 } });
    const begun = Array.from({ length: 25 }, (_, place) => begin(strict, `a${place}@x.test`));
    const codes = (await Promise.all(begun)).map(({ status }) => status);
    expect([422, 429].map((status) => codes.filter((it) => it === status).length)).toEqual([20, 5]);
    expect((await redeem(strict, 'x')).status).toBe(429);
    await strict.stop();
  });
});

describe('A provider of an attacker', () => {
  test('An attacker’s identity provider gets no code of another provider, even if that one does not name itself in its responses', async () => {
    const [theirs, ours] = [
      await startIssuer(() => guard.clock.now),
      { authorization_response_iss_parameter_supported: undefined },
    ];
    [theirs.metadata, issuer.metadata] = [ours, ours];
    guard.clock.advance(11 * 60_000); // what the provider published is cached
    const token = await guard.signIn('master@globex.test');
    const json = { name: 'x', issuer: theirs.url, client_id: 'guard', email_domains: ['globex.test'] };
    const { body: added } = await guard.call('POST /api/v1/identity-providers', { token, json });
    // The attacker begins at both, and sends a person to the honest provider with the state of the other.
    const atTheirs = new URL((await begin(guard, 'master@globex.test')).body.authorization_url);
    const atOurs = new URL((await begin(guard)).body.authorization_url);
    atOurs.searchParams.set('state', atTheirs.searchParams.get('state') ?? '');
    const person = { sub: `subject of ${OPERATOR}`, email: OPERATOR, email_verified: true };
    const back = new URL(issuer.authorize(atOurs.href, person));
    back.searchParams.delete('iss');
    expect((await follow(back.href)).searchParams.get('error')).toBe('sso_failed');
    expect(theirs.requests).not.toContain('/token');
    await guard.call(`DELETE /api/v1/identity-providers/${added.id}`, { token });
    await theirs.stop();
    issuer.metadata = {};
    guard.clock.advance(11 * 60_000);
  });
});

describe('A hostile issuer', () => {
  const startWith = async (metadata: Record<string, unknown>) => {
    const hostile = await startIssuer(() => guard.clock.now);
    hostile.metadata = metadata;
    const globex = await guard.signIn('master@globex.test');
    const json = { name: 'x', issuer: hostile.url, client_id: 'guard', email_domains: ['globex.test'] };
    const created = await guard.call('POST /api/v1/identity-providers', { token: globex, json });
    expect(created.status).toBe(201);
    const begun = await begin(guard, 'master@globex.test');
    const back =
      begun.status === 200
        ? await follow(hostile.authorize(begun.body.authorization_url, { sub: 'x' }))
        : undefined;
    await guard.call(`DELETE /api/v1/identity-providers/${created.body.id}`, { token: globex });
    await hostile.stop();
    return { begun, error: back?.searchParams.get('error') };
  };

  test.each([
    ['names another issuer', { issuer: 'https://login.acme.example' }],
    ['sends people to a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['sends people to a private address', { authorization_endpoint: 'https://10.0.0.1/authorize' }],
  ])('Single sign-on does not use an identity provider that %s', async (_, metadata) => {
    expect((await startWith(metadata)).begun).toMatchObject({
      status: 422,
      body: { code: 'sso_not_available' },
    });
  });

  test('If an identity provider does not answer, single sign-on fails, or is not available from the start', async () => {
    const gone = await startIssuer(() => guard.clock.now);
    const token = await guard.signIn('master@globex.test');
    const json = { name: 'x', issuer: gone.url, client_id: 'guard', email_domains: ['globex.test'] };
    const { body } = await guard.call('POST /api/v1/identity-providers', { token, json });
    const begun = await begin(guard, 'master@globex.test');
    await gone.stop();
    const back = await follow(gone.authorize(begun.body.authorization_url, { sub: 'x' }));
    expect(back.searchParams.get('error')).toBe('sso_failed');
    guard.clock.advance(11 * 60_000); // what the provider published is cached
    expect(await begin(guard, 'master@globex.test')).toMatchObject({
      status: 422,
      body: { code: 'sso_not_available' },
    });
    await guard.call(`DELETE /api/v1/identity-providers/${body.id}`, { token });
  });

  test.each([
    ['keys', { jwks_uri: 'http://169.254.169.254/latest/meta-data/' }],
    ['keys', { jwks_uri: 'https://127.0.0.1/jwks' }],
    ['tokens', { token_endpoint: 'http://10.0.0.1/token' }],
  ])(
    'Single sign-on does not request the %s of an identity provider at a private address',
    async (_, metadata) => {
      expect((await startWith(metadata)).error).toBe('sso_failed');
    },
  );
});

describe('Logout by the provider', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = (fields: object) => {
    const iat = Math.floor(guard.clock.now.getTime() / 1000);
    return {
      iss: issuer.url,
      aud: 'guard',
      iat,
      exp: iat + 120,
      jti: `${Math.random()}`,
      events: EVENT,
      ...fields,
    };
  };
  const logOut = async (token: string, providerId = provider.id) =>
    (
      await fetch(`${guard.url}/api/v1/auth/sso/logout/${providerId}`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status;
  const isOpen = async (token: string) => (await guard.call('GET /api/v1/auth/me', { token })).status === 200;
  const sub = `subject of ${OPERATOR}`;

  test('A logout token of the identity provider ends the single sign-on sessions of its subject, once, but no password session', async () => {
    const [first, password] = [(await signInBySso(guard, issuer)).body.token, await guard.signIn(OPERATOR)];
    const token = await issuer.signed(claims({ sub }));
    expect(await logOut(token)).toBe(200);
    expect([await isOpen(first), await isOpen(password)]).toEqual([false, true]);
    const later = (await signInBySso(guard, issuer)).body.token;
    expect(await logOut(token)).toBe(400);
    expect(await isOpen(later)).toBe(true);
    const events = await guard.call('GET /api/v1/audit-events?action=user.sessions_ended', {
      token: await guard.signIn('master@acme.test'),
    });
    expect(events.body.data).toMatchObject([{ actor: { kind: 'system' }, entity: { kind: 'user' } }]);
  });

  test('A logout token with a session id of the identity provider ends that session only, even after it was refreshed', async () => {
    const [one, other] = [
      await signInBySso(guard, issuer, { sid: 'one' }),
      await signInBySso(guard, issuer, { sid: 'other' }),
    ];
    const { body } = await guard.call('POST /api/v1/auth/refresh', { token: one.body.token });
    expect(await logOut(await issuer.signed(claims({ sid: 'one' })))).toBe(200);
    expect([await isOpen(body.token), await isOpen(other.body.token)]).toEqual([false, true]);
  });

  test('A logout token of the identity provider with a subject and a session id ends that session only', async () => {
    const [one, other] = [
      await signInBySso(guard, issuer, { sid: 'both' }),
      await signInBySso(guard, issuer, { sid: 'not both' }),
    ];
    expect(await logOut(await issuer.signed(claims({ sub, sid: 'both' })))).toBe(200);
    expect([await isOpen(one.body.token), await isOpen(other.body.token)]).toEqual([false, true]);
  });

  test('A logout token with a subject and a session id also ends the sessions of the subject for which the identity provider gave no session id', async () => {
    const [without, other] = [
      await signInBySso(guard, issuer),
      await signInBySso(guard, issuer, { sid: 'not logged out' }),
    ];
    const code = await returnWith(guard, issuer, { sub, email: OPERATOR, email_verified: true });
    expect(await logOut(await issuer.signed(claims({ sub, sid: 'logged out' })))).toBe(200);
    expect([await isOpen(without.body.token), await isOpen(other.body.token)]).toEqual([false, true]);
    expect((await redeem(guard, code.code)).body.code).toBe('sso_code_not_valid');
  });

  test.each([
    ['of the subject', { sub }, ['sso_code_not_valid', 'sso_code_not_valid']],
    ['of one session at the provider', { sub, sid: 'left' }, ['sso_code_not_valid', undefined]],
  ])(
    'A code of single sign-on that was issued before a logout %s opens no session, but a later code does',
    async (_, fields, codes) => {
      const person = { sub, email: OPERATOR, email_verified: true };
      const [left, other] = [
        await returnWith(guard, issuer, { ...person, sid: 'left' }),
        await returnWith(guard, issuer, { ...person, sid: 'other' }),
      ];
      expect(await logOut(await issuer.signed(claims(fields)))).toBe(200);
      const answers = [await redeem(guard, left.code), await redeem(guard, other.code)];
      expect(answers.map(({ body }) => body.code)).toEqual(codes);
      expect((await signInBySso(guard, issuer, { sid: 'left' })).status).toBe(200);
    },
  );

  test('A logout for an identity provider that does not exist is refused', async () => {
    const unknown = provider.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await logOut(await issuer.signed(claims({ sub })), unknown)).toBe(400);
  });

  test.each([
    ['without an event', { sub, events: {} }],
    ['with a nonce, which makes it an ID token', { sub, nonce: 'x' }],
    ['without a subject', {}],
    ['for another client', { sub, aud: 'another' }],
    ['of another issuer', { sub, iss: 'https://login.globex.example' }],
    ['of yesterday', { sub, iat: 1, exp: undefined }],
  ])('A logout token of the identity provider %s is refused', async (_, fields) => {
    expect(await logOut(await issuer.signed(claims(fields)))).toBe(400);
  });

  test('A logout by the identity provider is refused with a token without a signature, and without a token', async () => {
    const other = await startIssuer(() => guard.clock.now);
    expect(await logOut(await other.signed(claims({ sub })))).toBe(400);
    expect(await logOut('')).toBe(400);
    await other.stop();
  });

  describe('from anybody', () => {
    const asked = () => issuer.requests.length;
    const minuteLater = () => guard.clock.advance(61_000);
    const logOutAll = async (tokens: readonly string[]) => {
      const before = asked();
      const statuses = await Promise.all(tokens.map((token) => logOut(token)));
      const count = (status: number) => statuses.filter((it) => it === status).length;
      return { accepted: count(200), refused: count(400), limited: count(429), requests: asked() - before };
    };

    test('Logout tokens with made-up keys are limited to 30 a minute, and cause the provider’s keys to be read at most once a minute', async () => {
      const forger = await startIssuer(() => guard.clock.now);
      guard.clock.advance(11 * 60_000); // what the provider published is cached
      const forged = () => Promise.all(Array.from({ length: 60 }, () => forger.signed(claims({ sub }))));
      expect(await logOutAll(await forged())).toEqual({ accepted: 0, refused: 30, limited: 30, requests: 2 });
      expect(await logOutAll(await forged())).toEqual({ accepted: 0, refused: 0, limited: 60, requests: 0 });
      minuteLater();
      const [again] = await forged();
      expect(await logOutAll([again ?? ''])).toEqual({ accepted: 0, refused: 1, limited: 0, requests: 1 });
      expect(await logOutAll(await forged())).toMatchObject({ requests: 0 });
      await forger.stop();
      minuteLater();
    });

    test('Logout tokens that are malformed, outdated or without a subject cause no request to the identity provider', async () => {
      guard.clock.advance(11 * 60_000);
      const tokens = [
        'x',
        'x.y.z',
        await issuer.signed(claims({})),
        await issuer.signed(claims({ sub, iat: 1 })),
      ];
      expect(await logOutAll(tokens)).toEqual({ accepted: 0, refused: 4, limited: 0, requests: 0 });
      minuteLater();
    });

    test('After an identity provider failed, further logouts do not ask it again at once, but a person who signs in does', async () => {
      guard.clock.advance(11 * 60_000);
      issuer.metadata = { issuer: 'https://login.globex.example' };
      const tokens = await Promise.all([1, 2, 3].map(() => issuer.signed(claims({ sub }))));
      expect(await logOutAll(tokens)).toEqual({ accepted: 0, refused: 3, limited: 0, requests: 1 });
      expect(await logOutAll(tokens)).toMatchObject({ refused: 3, requests: 0 });
      expect((await begin(guard)).status).toBe(422);
      issuer.metadata = {};
      expect(await logOutAll(tokens)).toMatchObject({ refused: 3, requests: 0 });
      expect((await begin(guard)).status).toBe(200);
      expect(await logOutAll(tokens)).toMatchObject({ accepted: 3 });
      minuteLater();
    });

    test('An identity provider can send 60 logouts in a minute', async () => {
      for (let rounds = 0; rounds < 3; rounds++) {
        const tokens = await Promise.all(Array.from({ length: 20 }, () => issuer.signed(claims({ sub }))));
        expect(await logOutAll(tokens)).toMatchObject({ accepted: 20 });
      }
    });
  });
});
