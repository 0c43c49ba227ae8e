import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { SSO_DOMAIN, SSO_ROLES } from '../../lib/local/demo-sso/demo-people.ts';
import { DemoSso, demoIssuer } from '../../lib/local/demo-sso/demo-sso.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { ProviderVisit } from '../support/sso/provider-visit.ts';
import { begin, createProvider, redeem } from '../support/sso/sso-trial.ts';

/** Guard against a certified implementation of OpenID Connect, which has no clock but that of this machine. */

let guard: TestGuard;
beforeAll(async () => {
  guard = await startGuard({ now: new Date() });
});
afterAll(() => guard?.stop());

async function startProvider(algorithm: 'RS256' | 'ES256'): Promise<DemoSso> {
  const sso = new DemoSso(guard.url, algorithm);
  const server = createServer((request, response) => void sso.answer(request, response, request.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = demoIssuer(`http://localhost:${(server.address() as AddressInfo).port}`);
  const roles = { role_claim: 'groups', role_map: SSO_ROLES, creates_users: true };
  const { id } = await createProvider(
    guard,
    { url },
    { client_secret: null, email_domains: [SSO_DOMAIN], ...roles },
  );
  onTestFinished(async () => {
    const token = await guard.signIn('master@acme.test');
    await guard.call(`DELETE /api/v1/identity-providers/${id}`, { token });
  });
  return sso;
}

/** Answers the provider's form. */
async function visit(email: string, answer: Record<string, string> = { password: DEMO_PASSWORD }) {
  const browser = new ProviderVisit();
  const end = `${guard.url}/console`;
  const { url } = await browser.open((await begin(guard, email)).body.authorization_url, end);
  const { page, url: last } = await browser.open(url.href, end, { email, ...answer });
  const { searchParams } = last;
  return { page, code: searchParams.get('code') ?? '', error: searchParams.get('error') };
}

test.each(['RS256', 'ES256'] as const)(
  'People sign in with an identity provider that signs with %s, also after it has rotated its keys',
  async (algorithm) => {
    const sso = await startProvider(algorithm);
    const first = await redeem(guard, (await visit('admin@acme-sso.test')).code);
    expect(first.body.user).toMatchObject({ email: 'admin@acme-sso.test', role: 'tenant_admin' });
    sso.rotateKeys();
    guard.clock.advance(31_000);
    const again = await redeem(guard, (await visit('viewer@acme-sso.test')).code);
    expect(again.body.user).toMatchObject({ email: 'viewer@acme-sso.test', role: 'viewer' });
  },
);

test('A person who has no role at the identity provider, enters a wrong password, or cancels is not signed in', async () => {
  await startProvider('RS256');
  const visitor = await redeem(guard, (await visit('visitor@acme-sso.test')).code);
  expect(visitor).toMatchObject({ status: 403, body: { code: 'sso_role_missing' } });
  expect((await visit('admin@acme-sso.test', { answer: 'cancel' })).error).toBe('access_denied');
  expect((await visit('admin@acme-sso.test', { password: 'x' })).page).toContain('is wrong');
});
