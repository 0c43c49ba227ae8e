import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import { decryptClientSecret } from '../../shared/sso/client-secret.ts';
import { findProviderOfDomain, loadIdentityProvider } from '../../shared/sso/identity-provider.ts';
import { platformKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { readPlatformItem } from '../../shared/tenants/platform-tenant.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { TEST_KEY } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { PASSWORD } from '../support/new-entity.ts';

const PATH = '/api/v1/identity-providers';
const INPUT = {
  name: 'Acme Entra ID',
  issuer: 'https://login.acme.example',
  client_id: 'guard',
  email_domains: ['acme.example'],
};

/** TXT records by name; other names do not exist. */
const dns = new Map<string, string[][]>();
const asked: string[] = [];

let guard: TestGuard;
let as: CallAs;
beforeAll(async () => {
  const resolveTxt = async (name: string) => {
    asked.push(name);
    const records = dns.get(name);
    if (!records) throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
    return records;
  };
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 }, resolveTxt });
  as = await signInCallers(guard);
});
afterAll(() => guard.stop());
afterEach(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  for (const caller of ['master', 'globex'] as const) {
    for (const { id } of (await as(caller, `GET ${PATH}`)).body.data)
      await as(caller, `DELETE ${PATH}/${id}`);
  }
  expect((await readAll(guard.table)).filter(({ sk }) => sk === 'DOMAIN')).toEqual([]);
  dns.clear();
});

const create = (fields: object = {}, caller: 'master' | 'globex' = 'master') =>
  as(caller, `POST ${PATH}`, { json: { ...INPUT, ...fields } });
const made = async (fields: object = {}, caller: 'master' | 'globex' = 'master') => {
  const { status, body } = await create(fields, caller);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const verify = ({ id }: { id: string }, caller: 'master' | 'globex' = 'master') =>
  as(caller, `POST ${PATH}/${id}/verify`);
const change = ({ id }: { id: string }, json: object, headers = {}) =>
  as('master', `PATCH ${PATH}/${id}`, { json, headers });
/** Puts the challenges of a provider into DNS, among other records. */
const publish = ({ domains }: { domains: { domain: string; challenge: string }[] }) => {
  for (const { domain, challenge } of domains) {
    const records = dns.get(`_guard.${domain}`) ?? [['v=spf1 -all']];
    dns.set(`_guard.${domain}`, [...records, [challenge.slice(0, 7), challenge.slice(7)]]);
  }
};
const verifiedOf = (body: { domains: { domain: string; verified_at: string | null }[] }) =>
  body.domains.filter((it) => it.verified_at !== null).map(({ domain }) => domain);

describe('managing', () => {
  test('A new identity provider has defaults, a DNS challenge for each domain and a redirect URI, and never shows its client secret', async () => {
    const provider = await made({
      client_secret: 'very secret',
      email_domains: ['Acme.Example.', 'münchen.example'],
    });
    expect(provider).toMatchObject({
      ...{
        has_client_secret: true,
        role_claim: null,
        role_map: {},
        default_role: null,
        creates_users: false,
      },
      ...{ session_minutes: null, trusts_email: false, email_claim: null, status: 'active' },
      email_domains: ['acme.example', 'xn--mnchen-3ya.example'],
      redirect_uri: `${guard.url}/api/v1/auth/sso/callback/${provider.id}`,
    });
    const challenges = provider.domains.map(({ challenge }: { challenge: string }) => challenge);
    expect(new Set(challenges).size).toBe(2);
    for (const challenge of challenges) expect(challenge).toMatch(/^guard-verification=[\w-]{27}$/);
    const read = await as('master', `GET ${PATH}/${provider.id}`);
    expect(read.body).toEqual(provider);
    expect((await as('master', `GET ${PATH}`)).body.data).toEqual([provider]);
    expect((await as('platform', `GET ${PATH}`)).body.data).toEqual([provider]);
    expect(JSON.stringify(await readAll(guard.table))).not.toContain('very secret');
    const stored = await loadIdentityProvider(guard.table, provider.tenant_id, provider.id);
    expect(
      stored &&
        (await decryptClientSecret(
          stored,
          connectKey(TEST_KEY, () => guard.clock.now),
        )),
    ).toBe('very secret');
    expect(guard.log()).not.toContain('very secret');
  });

  test('Changing an identity provider keeps the DNS challenges of its remaining domains, and If-Match takes the ETag of any response', async () => {
    const first = await create({ role_map: { b: 'viewer', a: 'operator', constructor: 'operator' } });
    const etag = first.headers.get('etag') ?? '';
    const [kept] = first.body.domains;
    const changed = await change(
      first.body,
      { email_domains: ['b.example', 'acme.example'], client_secret: 'x' },
      { 'If-Match': etag },
    );
    expect([changed.status, changed.body.has_client_secret]).toEqual([200, true]);
    expect(changed.body.domains[1]).toEqual(kept);
    expect(changed.body.role_map).toEqual(first.body.role_map);
    const stale = await change(first.body, { name: 'x' }, { 'If-Match': etag });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const remove = (value: string) =>
      as('master', `DELETE ${PATH}/${first.body.id}`, { headers: { 'If-Match': value } });
    expect((await remove(etag)).status).toBe(412);
    const now = await as('master', `GET ${PATH}/${first.body.id}`);
    expect((await remove(now.headers.get('etag') ?? '')).status).toBe(204);
  });

  test.each([
    ['issuer', 'http://login.acme.example'],
    ['issuer', 'https://10.0.0.1'],
    ['issuer', 'https://8.8.8.8'],
    ['issuer', 'https://[::1]/'],
    ['issuer', 'https://0x7f.1'],
    ['issuer', 'https://localhost'],
    ['issuer', 'https://metadata.google.internal'],
    ['issuer', 'https://intranet'],
    ['issuer', 'https://Login.acme.example'],
    ['issuer', 'https://login.acme.example?x=1'],
    ['issuer', 'https://login.acme.example/#x'],
    ['issuer', 'https://guard:secret@login.acme.example'],
    ['issuer', 'javascript:alert(1)'],
    ['email_domains.0', ['com']],
    ['email_domains.1', ['acme.example', 'https://acme.example']],
    ['email_domains.0', ['127.0.0.1']],
    ['email_domains', []],
    ['role_map.x', { x: 'platform_admin' }],
    ['default_role', 'tenant_master'],
    ['trusts_email', true],
    ['redirect_uri', 'https://evil.example'],
    ['domains', []],
  ])('An identity provider with a wrong %s, such as %j, is refused', async (field, value) => {
    const [name = ''] = field.split('.');
    const { status, body } = await create({ [name]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('The issuer of an identity provider is stored exactly as given, and cannot be changed', async () => {
    for (const issuer of [
      'https://acme.eu.auth0.com/',
      'https://login.microsoftonline.com/0-1/v2.0',
      'http://localhost:3001',
    ]) {
      const provider = await made({ issuer });
      expect(provider.issuer).toBe(issuer);
      expect((await change(provider, { issuer })).status).toBe(422);
    }
  });

  test('If many identity providers are created at once, creations succeed only up to the limit of the tenant', async () => {
    const answers = await Promise.all(Array.from({ length: 5 + 4 }, () => create()));
    const codes = answers.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toEqual([...Array(5).fill(201), ...Array(4).fill('too_many_identity_providers')]);
  });

  test('Only a platform admin manages the identity providers of the platform’s tenant', async () => {
    const tenantId = readPlatformItem((await getItem(guard.table, platformKey)) ?? {});
    const { id } = (await as('platform', `POST ${PATH}?tenant_id=${tenantId}`, { json: INPUT })).body;
    const master = { name: 'x', email: 'x@guard.test', role: 'tenant_master', password: PASSWORD };
    await as('platform', `POST /api/v1/users?tenant_id=${tenantId}`, { json: master });
    const json = { email: master.email, password: PASSWORD };
    const { token } = (await guard.call('POST /api/v1/auth/login', { json })).body;
    const call = (request: string, json?: object) =>
      guard.call(request, { token, ...(json ? { json } : {}) });
    expect((await call(`POST ${PATH}`, INPUT)).status).toBe(403);
    expect((await call(`PATCH ${PATH}/${id}`, { default_role: 'viewer' })).status).toBe(403);
    expect((await call(`POST ${PATH}/${id}/verify`)).status).toBe(403);
    expect((await call(`DELETE ${PATH}/${id}`)).status).toBe(403);
    expect((await call(`GET ${PATH}/${id}`)).status).toBe(200);
    expect((await as('platform', `DELETE ${PATH}/${id}`)).status).toBe(204);
  });

  test('A tenant with an identity provider cannot be deleted', async () => {
    const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Short' } })).body;
    const { id } = (await as('platform', `POST ${PATH}?tenant_id=${tenant.id}`, { json: INPUT })).body;
    expect((await as('platform', `DELETE /api/v1/tenants/${tenant.id}`)).body.code).toBe('tenant_not_empty');
    expect((await as('platform', `DELETE ${PATH}/${id}`)).status).toBe(204);
    expect((await as('platform', `DELETE /api/v1/tenants/${tenant.id}`)).status).toBe(204);
  });
});

describe('verifying', () => {
  test('An e-mail domain is verified by its DNS challenge, and then leads to its identity provider as long as that is active', async () => {
    const provider = await made({ email_domains: ['acme.example', 'other.example'] });
    expect(verifiedOf((await verify(provider)).body)).toEqual([]);
    publish({ domains: provider.domains.slice(0, 1) });
    dns.set('_guard.other.example', [[provider.domains[0].challenge], ['guard-verification=']]);
    const verified = await verify(provider);
    expect([verified.status, verifiedOf(verified.body)]).toEqual([200, ['acme.example']]);
    const events = `/api/v1/audit-events?action=identity_provider.verified&entity_id=${provider.id}`;
    expect((await as('master', `GET ${events}`)).body.data).toMatchObject([
      { actor: { name: 'Acme Master' }, changes: [{ field: 'domains' }] },
    ]);
    expect((await as('master', `GET ${PATH}/${provider.id}`)).body).toEqual(verified.body);
    asked.length = 0;
    expect((await verify(provider)).body).toEqual(verified.body);
    expect(asked).toEqual(['_guard.other.example']);
    const found = (domain: string) => findProviderOfDomain(guard.table, domain);
    expect((await found('acme.example'))?.entity.id).toBe(provider.id);
    expect(await found('other.example')).toBeUndefined();
    await change(provider, { status: 'disabled' });
    expect(await found('acme.example')).toBeUndefined();
  });

  test('If two tenants verify one e-mail domain at once, one identity provider claims it, and the other gets domain_taken', async () => {
    const mine = await made({ email_domains: ['acme.example', 'mine.example'] });
    const theirs = await made({ email_domains: ['acme.example'] }, 'globex');
    publish(mine);
    expect(verifiedOf((await verify(theirs, 'globex')).body)).toEqual([]);
    publish(theirs);
    const [ours, other] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => verify(mine))),
      Promise.all(Array.from({ length: 4 }, () => verify(theirs, 'globex'))),
    ]);
    const statuses = [ours, other].map((answers) => [...new Set(answers.map(({ status }) => status))]);
    expect(statuses.toSorted()).toEqual([[200], [409]]);
    for (const { status, body } of [...ours, ...other])
      if (status === 409) expect(body.code).toBe('domain_taken');
    // The others of the same provider are verified all the same.
    expect(verifiedOf((await as('master', `GET ${PATH}/${mine.id}`)).body)).toContain('mine.example');
  });

  test('A removed domain and a deleted identity provider release their e-mail domains', async () => {
    const mine = await made({ email_domains: ['acme.example', 'mine.example'] });
    const theirs = await made({ email_domains: ['acme.example', 'mine.example'] }, 'globex');
    publish(mine);
    await verify(mine);
    publish(theirs);
    await change(mine, { email_domains: ['mine.example'] });
    expect((await verify(theirs, 'globex')).status).toBe(409);
    expect((await as('master', `DELETE ${PATH}/${mine.id}`)).status).toBe(204);
    const verified = await verify(theirs, 'globex');
    expect([verified.status, verifiedOf(verified.body)]).toEqual([200, ['acme.example', 'mine.example']]);
    // A new challenge is needed to claim it again.
    const again = await made({ email_domains: ['mine.example'] });
    expect(verifiedOf((await verify(again)).body)).toEqual([]);
  });

  test('An e-mail domain removed and added again during its verification is never claimed by a provider that does not list it', async () => {
    const provider = await made();
    publish(provider);
    await Promise.all([
      verify(provider),
      change(provider, { email_domains: ['b.example'] }),
      verify(provider),
      change(provider, { email_domains: ['acme.example'] }),
    ]);
    // findInconsistencies compares claims and providers after each test.
  });

  test('An identity provider can be set to trust e-mail addresses only after its domain is verified', async () => {
    const provider = await made();
    expect((await change(provider, { trusts_email: true })).body.errors).toHaveProperty('trusts_email');
    publish(provider);
    await verify(provider);
    expect((await change(provider, { trusts_email: true })).body.trusts_email).toBe(true);
  });

  test('On localhost an e-mail domain that ends in .test counts as verified without DNS, for one identity provider only', async () => {
    const mine = await made({ email_domains: ['acme-sso.test'], trusts_email: true });
    expect(verifiedOf(mine)).toEqual(['acme-sso.test']);
    const theirs = await made({ email_domains: ['acme-sso.test'] }, 'globex');
    expect(verifiedOf(theirs)).toEqual([]);
    expect((await verify(theirs, 'globex')).body.code).toBe('domain_taken');
    const added = await change(mine, { email_domains: ['acme-sso.test', 'b.test'] });
    expect(verifiedOf(added.body)).toEqual(['acme-sso.test', 'b.test']);
    expect(asked.filter((name) => name.endsWith('.test'))).toEqual([]);
  });
});
