import { describe, expect, test } from 'vitest';
import { localKey } from '../../../../shared/lambda/connect-key.ts';
import { decryptClientSecret, encryptClientSecret } from '../../../../shared/sso/client-secret.ts';
import {
  domainOfEmail,
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  identityProviderItem,
  readDomain,
} from '../../../../shared/sso/identity-provider.ts';
import { identityProviderInputSchema } from '../../../../shared/sso/provider-contract.ts';

const INPUT = {
  name: 'Acme',
  issuer: 'https://login.acme.example',
  client_id: 'guard',
  email_domains: ['acme.example'],
};
const parse = (fields: object) => identityProviderInputSchema.safeParse({ ...INPUT, ...fields });

test.each([
  { default_role: 'platform_admin' },
  { default_role: 'tenant_master' },
  { role_map: { staff: 'platform_admin' } },
  { role_map: { '': 'viewer' } },
  { role_map: { 'a\u0000': 'viewer' } },
  { role_map: Object.fromEntries(Array.from({ length: 51 }, (_, place) => [place, 'viewer'])) },
  { email_domains: [] },
  { email_domains: Array(21).fill('acme.example') },
  { client_secret: '' },
  { client_secret: 'sécret' },
  { client_id: 'guard\n' },
  { session_minutes: 0 },
  { tenant_id: 'x' },
])('An identity provider with %j is refused', (fields) => {
  expect(parse({}).success).toBe(true);
  expect(parse(fields).success).toBe(false);
});

const AT = '2026-11-20T12:00:30.000+00:00';
const provider: IdentityProvider = {
  id: '01990e2a-5800-7b14-8d2f-a6c03e97f158',
  tenant_id: '01990e2a-4000-7d31-8f0c-5a7be1904c26',
  ...{ name: 'Acme', issuer: INPUT.issuer, client_id: 'guard', has_client_secret: true },
  domains: [{ domain: 'acme.example', challenge: 'guard-verification=x', verified_at: AT }],
  ...{ role_claim: 'groups', role_map: { zoo: 'viewer', 'a b': 'tenant_master' } },
  ...{
    default_role: null,
    creates_users: true,
    session_minutes: null,
    trusts_email: false,
    email_claim: null,
  },
  ...{ status: 'active', created_at: AT, updated_at: AT },
};

test('An identity provider is unchanged after it is stored and read, and its client secret is encrypted for it alone', async () => {
  const key = localKey(new Uint8Array(32));
  const item = identityProviderItem(provider, await encryptClientSecret('very secret', provider, key));
  expect(JSON.stringify(item)).not.toContain('very secret');
  expect(item.data).not.toHaveProperty('client_secret');
  const stored = IDENTITY_PROVIDERS.read(item);
  expect(stored.entity).toEqual(provider);
  expect(JSON.stringify(stored.entity)).toBe(JSON.stringify(provider));
  expect(await decryptClientSecret(stored, key)).toBe('very secret');
  const stolen = { ...stored, entity: { ...provider, id: '01990e2a-5800-7b14-8d2f-a6c03e97f159' } };
  await expect(decryptClientSecret(stolen, key)).rejects.toThrow('another key');
  const publicClient = IDENTITY_PROVIDERS.read(identityProviderItem(provider, undefined));
  expect(await decryptClientSecret(publicClient, key)).toBeUndefined();
});

describe('emailDomain', () => {
  test.each([
    ['Acme.Example', 'acme.example'],
    ['acme.example.', 'acme.example'],
    ['München.example', 'xn--mnchen-3ya.example'],
    ['acme。example', 'acme.example'],
    ['mail.acme.xn--p1ai', 'mail.acme.xn--p1ai'],
  ])('The e-mail domain %s is stored as %s', (text, domain) => {
    expect(readDomain(text)).toBe(domain);
    expect(domainOfEmail(`olga@${text}`)).toBe(domain);
  });

  test.each([
    [
      '',
      '.',
      'com',
      'com.',
      'localhost',
      'acme..example',
      '.acme.example',
      'acme.example..',
      '-acme.example',
    ],
    ['127.0.0.1', '127.1', '0x7f.1', '[::1]', '::1', 'acme.1', 'acme.e'],
    ['olga@acme.example', 'https://acme.example', 'acme.example/x', 'acme.example:443', 'acme.example?x'],
    ['*.acme.example', '_guard.acme.example', 'acme example.com', 'acme.ex\u00adample', '%61cme.example'],
    ['acme.example\u0000', `${'a'.repeat(64)}.example`, `${'abc.'.repeat(62)}example`],
  ])('The text %j is rejected as an e-mail domain', (...texts) => {
    for (const text of texts) expect([text, readDomain(text)]).toEqual([text, undefined]);
  });
});
