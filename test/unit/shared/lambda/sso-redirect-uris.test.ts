import { expect, test } from 'vitest';
import { readSsoRedirectUris, ssoRedirectUrisSchema } from '../../../../shared/lambda/sso-redirect-uris.ts';

test('The setting of SSO redirect URIs lists URIs separated by spaces, and `none` is an empty list', () => {
  expect(readSsoRedirectUris('none')).toEqual([]);
  expect(readSsoRedirectUris(' com.acme.app:/in  https://app.acme.test/in ')).toEqual([
    'com.acme.app:/in',
    'https://app.acme.test/in',
  ]);
});

test.each([
  'none',
  'https://app.acme.test/in com.acme.app:/in',
  'http://localhost:3000/in',
  'http://127.0.0.1/in',
])('The setting of SSO redirect URIs may be %j', (setting) => {
  expect(ssoRedirectUrisSchema.safeParse(setting).success).toBe(true);
});

test.each([
  'app',
  'https://app.acme.test/in#part',
  'http://app.acme.test/in',
  'http://localhost.acme.test/in',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://app.acme.test/in javascript:alert(1)',
])('The setting of SSO redirect URIs cannot be %j', (setting) => {
  expect(ssoRedirectUrisSchema.safeParse(setting).success).toBe(false);
});
