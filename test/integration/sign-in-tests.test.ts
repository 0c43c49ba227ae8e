import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { changeUser, createProvider, follow, redeem, signInBySso } from '../support/sso/sso-trial.ts';
import { sha256, startIssuer, type TestIssuer } from '../support/sso/test-issuer.ts';

const OPERATOR = 'operator@acme.test';

let guard: TestGuard;
let issuer: TestIssuer;
let provider: { id: string; redirect_uri: string };
let master: string;

beforeAll(async () => {
  guard = await startGuard();
  issuer = await startIssuer(() => guard.clock.now);
  provider = await createProvider(guard, issuer, {
    role_claim: 'groups',
    role_map: { admins: 'tenant_admin', watchers: 'viewer' },
    creates_users: true,
  });
  master = await guard.signIn('master@acme.test');
  await changeUser(guard, OPERATOR, { sso_login_enabled: true });
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await issuer?.stop();
  await guard?.stop();
});
beforeEach(() => {
  issuer.sign = (claims) => issuer.signed(claims);
  issuer.userInfo = undefined;
});

const start = (token = master, id = provider.id) =>
  guard.call(`POST /api/v1/identity-providers/${id}/test`, { token });

const patch = (json: object) =>
  guard.call(`PATCH /api/v1/identity-providers/${provider.id}`, { token: master, json });

/** The report in the fragment of the address to which the browser returns. */
function reportIn({ pathname, search, hash }: URL) {
  expect([pathname.endsWith('/console'), search]).toEqual([true, '']);
  const [, text = ''] = /^#\/sign-in-test\?report=([A-Za-z0-9_-]+)$/.exec(hash) ?? [];
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

/** A whole test, as a person whom the provider describes with these claims. */
async function testAs(claims: JWTPayload) {
  const { body } = await start();
  const all = { email_verified: true, sub: `subject of ${claims['email']}`, ...claims };
  const report = reportIn(await follow(issuer.authorize(body.authorization_url, all)));
  expect([report.test_id, report.provider_id]).toEqual([body.test_id, provider.id]);
  return report;
}

/** Everything that is stored, without counters, which requests move. */
const stored = async () => (await readAll(guard.table)).filter(({ data }) => data !== undefined);

test('A test sign-in reports with which role a user would be signed in, and the claims about the person but not about the token', async () => {
  const report = await testAs({ email: OPERATOR, name: 'Oscar', groups: ['watchers', 'x'.repeat(200)] });
  expect(report).toMatchObject({
    outcome: 'signs_in',
    email: OPERATOR,
    email_verified: true,
    name: 'Oscar',
    role: 'operator',
  });
  expect(report).not.toHaveProperty('error');
  const claims = new Map<string, string>(report.claims);
  expect([...claims.keys()].sort()).toEqual(['email', 'email_verified', 'groups', 'name']);
  expect(claims.get('email_verified')).toBe('true');
  expect(claims.get('groups')).toMatch(/^\["watchers","x{10,}…$/);
});

test('A test sign-in changes nothing: no user, session, binding or audit event, and its state signs nobody in', async () => {
  const before = await stored();
  const report = await testAs({ email: 'new@acme.test', groups: 'admins' });
  expect(report).toMatchObject({ outcome: 'creates_user', role: 'tenant_admin', email: 'new@acme.test' });
  expect(await stored()).toEqual(before);
  const { body } = await start();
  const { state } = Object.fromEntries(new URL(body.authorization_url).searchParams);
  expect(state).toMatch(/^test\./);
  expect(body.test_id).toBe(sha256(state ?? ''));
  expect((await redeem(guard, state ?? '')).body.code).toBe('sso_code_not_valid');
});

test.each<[string, JWTPayload, object]>([
  [
    'a person without a mapped role',
    { email: 'new@acme.test', groups: 'others' },
    { error: 'sso_role_missing' },
  ],
  [
    'an address that the provider has not verified',
    { email: 'new@acme.test', email_verified: false, groups: 'watchers' },
    { error: 'sso_account_unknown', reason: 'email_not_verified', role: 'viewer' },
  ],
  [
    'an address of another domain',
    { email: 'new@elsewhere.test', groups: 'watchers' },
    { error: 'sso_account_unknown', reason: 'domain_not_verified', role: 'viewer' },
  ],
  [
    'a person without an address',
    { email: undefined, groups: 'watchers' },
    { error: 'sso_account_unknown', reason: 'email_missing', role: 'viewer' },
  ],
  [
    'a user without single sign-on',
    { email: 'viewer@acme.test', groups: 'watchers' },
    { error: 'sso_login_disabled', role: 'viewer' },
  ],
])('A test sign-in says why it would refuse %s', async (_, claims, expected) => {
  expect(await testAs(claims)).toMatchObject({ outcome: 'refused', ...expected });
});

test('A test sign-in does not say that an address belongs to a user of another tenant', async () => {
  const tenantId = (
    await guard.call('GET /api/v1/auth/me', { token: await guard.signIn('master@globex.test') })
  ).body.tenant_id;
  const platform = await guard.signIn('platform@guard.test');
  const json = { name: 'Guest', email: 'guest@acme.test', role: 'viewer', password: 'a long password 1' };
  const made = await guard.call(`POST /api/v1/users?tenant_id=${tenantId}`, { token: platform, json });
  expect(made.status).toBe(201);
  expect(await testAs({ email: 'guest@acme.test', groups: 'watchers' })).toMatchObject({
    outcome: 'refused',
    error: 'sso_account_unknown',
    reason: 'no_user',
  });
});

test('A disabled provider signs nobody in, but can be tested', async () => {
  await patch({ status: 'disabled' });
  expect(await testAs({ email: OPERATOR, groups: 'watchers' })).toMatchObject({ outcome: 'signs_in' });
  await expect(signInBySso(guard, issuer, { email: OPERATOR })).rejects.toThrow();
  await patch({ status: 'active' });
});

test('A test sign-in that fails at the provider reports the reason, without any claim', async () => {
  issuer.sign = (claims) => issuer.signed({ ...claims, nonce: 'of another visit' });
  const failed = await testAs({ email: OPERATOR });
  expect(failed).toMatchObject({ outcome: 'refused', error: 'sso_failed', claims: [] });
  expect(failed.reason).toMatch(/^[A-Za-z_]{1,60}$/);
  issuer.sign = (claims) => issuer.signed(claims);

  const { body } = await start();
  const { state = '' } = Object.fromEntries(new URL(body.authorization_url).searchParams);
  const cancelled = await follow(`${provider.redirect_uri}?error=access_denied&state=${state}`);
  expect(reportIn(cancelled)).toMatchObject({ outcome: 'refused', error: 'access_denied', claims: [] });
  // It is used up.
  const again = await follow(`${provider.redirect_uri}?error=access_denied&state=${state}`);
  expect([again.search, again.hash]).toEqual(['?error=sso_failed', '']);
});

test('The state of a test is valid for ten minutes, once, and only at its own provider', async () => {
  const claims = { sub: 'x', email: OPERATOR, email_verified: true };
  const { body: late } = await start();
  guard.clock.advance(600_000);
  const tooLate = await follow(issuer.authorize(late.authorization_url, claims));
  expect(tooLate.search).toBe('?error=sso_failed');
  master = await guard.signIn('master@acme.test');

  const { body } = await start();
  const back = new URL(issuer.authorize(body.authorization_url, claims));
  back.pathname = back.pathname.replace(provider.id, '019a0000-0000-7000-8000-000000000000');
  expect(reportIn(await follow(back.href))).toMatchObject({
    error: 'sso_failed',
    reason: 'another_provider',
  });

  const { body: twice } = await start();
  const used = issuer.authorize(twice.authorization_url, claims);
  const ends = await Promise.all([follow(used), follow(used)]);
  expect(ends.map(({ search }) => search).sort()).toEqual(['', '?error=sso_failed']);
});

test('If the provider cannot be reached, a test sign-in does not begin', async () => {
  const unreachable = await createProvider(
    guard,
    { url: 'http://localhost:9' },
    {
      name: 'Unreachable',
      email_domains: ['unreachable.test'],
    },
  );
  const { status, body } = await start(master, unreachable.id);
  expect([status, body.code]).toEqual([422, 'sso_not_available']);
});
