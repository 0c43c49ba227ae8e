import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../console-page.ts';
import { type LocalConsole, startLocalConsole } from '../local-console.ts';
import { openPage } from '../open-browser.ts';
import { type Keycloak, startKeycloak } from './keycloak.ts';
import { CLIENT, PASSWORD, REALM, realmFor } from './realm.ts';

let desk: LocalConsole;
let keycloak: Keycloak;
beforeAll(async () => {
  keycloak = await startKeycloak();
  desk = await startLocalConsole();
  const provider = await desk.master.identityProviders.create({
    name: 'Keycloak',
    issuer: `${keycloak.url}/realms/${REALM}`,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    email_domains: ['keycloak.test'],
    role_claim: 'roles',
    role_map: { admins: 'tenant_admin', watchers: 'viewer' },
    creates_users: true,
  });
  const logoutUrl = `${desk.url}/api/v1/auth/sso/logout/${provider.id}`;
  const people = [
    { username: 'ana', role: 'admins' },
    { username: 'wim', role: 'watchers' },
    { username: 'visitor' },
    { username: 'unverified', role: 'admins', isVerified: false },
  ];
  await keycloak.call('POST /realms', realmFor(provider.redirect_uri, logoutUrl, people));
});
afterAll(async () => {
  await desk?.stop();
  await keycloak?.stop();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signInAs(page: Page, username: string) {
  await page.goto(`${desk.url}/console`);
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await page.getByLabel('E-mail').fill(`${username}@keycloak.test`);
  await press(page, 'Continue');
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#kc-login').click();
}

test('A person signs in through Keycloak with the role of the claim, and a logout at Keycloak ends the session', async () => {
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAs(page, 'ana');
  await signedIn(page);
  await page.getByRole('link', { name: 'Sites' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
  const [person] = (await (
    await keycloak.call(`GET /realms/${REALM}/users?username=ana&exact=true`)
  ).json()) as [{ id: string }];
  await keycloak.call(`POST /realms/${REALM}/users/${person.id}/logout`);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await close();
});

test('A viewer of Keycloak is a viewer of Guard', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAs(page, 'wim');
  await page.getByRole('link', { name: 'Devices' }).waitFor();
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
  await close();
});

test.each([
  ['visitor', 'assigns you no role here'],
  ['unverified', 'You have no account here'],
])('%s of Keycloak is not signed in', async (username, text) => {
  const { page, close } = await openPage(desk.browser);
  await signInAs(page, username);
  await page.getByText(text).waitFor();
  await close();
});
