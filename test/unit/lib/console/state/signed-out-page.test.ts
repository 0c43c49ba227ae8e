import { expect, test } from 'vitest';
import { readSignedOutPage } from '../../../../../lib/console/state/signed-out-page.ts';

test.each([
  ['#/forgot', { view: 'forgot', token: '' }],
  ['#/invitation?token=guard_l_1', { view: 'invitation', token: 'guard_l_1' }],
  [
    '#/invitation?email=o%27hara%2Bfirst%40acme.test&token=guard_l_1',
    { view: 'invitation', token: 'guard_l_1', email: "o'hara+first@acme.test" },
  ],
  ['#/sign-in-test?report=eyJ9', { view: 'sign-in-test', token: 'eyJ9' }],
  ['#/reset', { view: 'reset', token: '' }],
  ['#/resets?token=x', undefined],
  ['#/sites', undefined],
])('The hash %s names the page of people who are not signed in, its token and the address', (hash, page) => {
  expect(readSignedOutPage(hash, '')).toEqual(page);
});

test.each(['?code=a&state=b', '?error=denied'])(
  'The query %s of an identity provider names the page of single sign-on',
  (search) => {
    expect(readSignedOutPage('#/sites', search)).toEqual({ view: 'sso', token: search });
  },
);
