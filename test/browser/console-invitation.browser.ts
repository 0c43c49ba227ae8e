import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { signedIn, signInAt, signOut } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { linkTo } from './outbox.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const PASSWORD = 'a long enough password';
const OTHER = 'another long enough password';
const PHONE = { width: 390, height: 844 };

const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const open = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

/** Opens the link of a mail: its token must be gone from the address bar. */
async function follow(page: Page, link: string, title: string) {
  await page.goto(link);
  await heading(page, title);
  expect(page.url()).not.toContain('token');
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

async function signInAs(page: Page, email: string, password: string, code?: string) {
  await page.goto(`${desk.url}/console#/`);
  await fill(page, 'E-mail', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign in');
  if (code === undefined) return;
  await page.getByLabel('A code, or a recovery code').fill(code);
  await press(page, 'Sign in');
}

test('An invited person sets a password and the required second factor on a phone, and can sign in even after losing the second factor', async () => {
  const email = 'ina@acme.test';
  const master = await openPage(desk.browser);
  await signInAt(master.page, desk.url, MASTER, '#/people/new');
  await fill(master.page, 'Name', 'Ina Invited');
  await fill(master.page, 'E-mail', email);
  await press(master.page, 'Add a person');
  await heading(master.page, 'Ina Invited');
  const first = await linkTo(desk.url, email);
  await press(master.page, 'Send the invitation again');
  await expect.poll(() => linkTo(desk.url, email)).not.toBe(first);

  // A second factor is required of everyone who signs in from now on.
  await open(master.page, 'Sign-in methods');
  await master.page.getByLabel('Second factor', { exact: true }).selectOption('Required');
  await fill(master.page, 'Required from', '');
  await press(master.page, 'Save');
  await press(master.page, 'Require it');
  await master.page.getByText('Saved.').waitFor();

  const { page, complaints, close } = await openPage(desk.browser, { viewport: PHONE });
  await follow(page, first, 'Welcome to Guard');
  await fill(page, 'New password', PASSWORD);
  await press(page, 'Set the password');
  await heading(page, 'This link is not valid');
  await follow(page, await linkTo(desk.url, email), 'Welcome to Guard');
  await fill(page, 'New password', PASSWORD);
  await press(page, 'Set the password');
  // The console signs in at once, but nobody passes without the required second factor.
  await fill(page, 'Current password', PASSWORD);
  await press(page, 'Set up a second factor');
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await fill(page, 'Code', '000000');
  await press(page, 'Confirm the code');
  await page.getByText('The code is wrong, or was used.').waitFor();
  await fill(page, 'Code', codeAt(0));
  // The message disappears between both clicks, and what is below moves up.
  await page.getByRole('button', { name: 'Confirm the code', exact: true }).dblclick();
  const [lost = ''] = (await page.getByLabel('Recovery codes', { exact: true }).inputValue()).split('\n');
  await press(page, 'I have stored the codes');
  await signOut(page);
  await signInAs(page, email, PASSWORD, codeAt(1));
  await signOut(page);
  await signInAs(page, email, PASSWORD, lost);
  await signedIn(page);
  expect(complaints.filter((it) => /Content Security Policy/.test(it))).toEqual([]);
  await close();
  await master.close();
});

test('In the console, a master adds an identity provider, sees which domains are not verified, and sets how long its sessions last', async () => {
  const { page, complaints, close } = await openPage(desk.browser, { viewport: PHONE });
  await signInAt(page, desk.url, 'master@globex.test', '#/sign-in-methods');
  await page.getByText('People sign in with passwords only.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add a provider' }).click();
  await fill(page, 'Name', 'Globex ID');
  await fill(page, 'Issuer', 'https://login.globex.example');
  await fill(page, 'Client ID', 'guard');
  await fill(page, 'E-mail domains', 'globex');
  // What can be said of it before it has an ID.
  expect(await page.getByLabel('Redirect URI', { exact: true }).inputValue()).toBe(
    `${desk.url}/api/v1/auth/sso/callback`,
  );
  const groups = page.getByRole('group', { name: 'Roles by group' });
  await press(page, 'Add a group');
  await fill(page, 'Group, as the provider names it', 'guards, north');
  await groups.getByRole('combobox', { name: 'Role' }).selectOption('Operator');
  await press(page, 'Add a provider');
  await page.getByText('Enter a domain such as').waitFor();
  await fill(page, 'E-mail domains', 'globex-id.test\nglobex-id.example');
  await press(page, 'Add a provider');
  await heading(page, 'Globex ID');
  expect(await page.getByLabel('Redirect URI', { exact: true }).inputValue()).toMatch(
    new RegExp(`^${desk.url}/api/v1/auth/sso/callback/[0-9a-f-]{36}$`),
  );
  const record = page.getByLabel('Record _guard.globex-id.example', { exact: true });
  expect(await record.inputValue()).toMatch(/^_guard\.globex-id\.example TXT "guard-verification=/);
  await page.getByText('Verified', { exact: true }).waitFor();
  // No DNS knows the domain of a demo.
  await page.route('**/verify', (route) => route.fulfill({ json: {} }));
  await press(page, 'Verify the domains');
  await page.getByText('The DNS has no such record yet: _guard.globex-id.example.').waitFor();
  await page.unroute('**/verify');
  const json = { message: 'x', code: 'domain_taken', request_id: 'x' };
  await page.route('**/verify', (route) => route.fulfill({ status: 409, json }));
  await press(page, 'Verify the domains');
  await page.getByText('Another identity provider has this domain already.').waitFor();
  await fill(page, 'Minutes until the next sign-in', '720');
  await press(page, 'Save');
  await page.getByText('Saved').waitFor();
  expect(await groups.getByLabel('Group, as the provider names it').inputValue()).toBe('guards, north');
  expect(await groups.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('operator');
  expect(await findBarriers(page)).toEqual([]);
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('People sign in with passwords only.').waitFor();
  expect(complaints.filter((it) => /Content Security Policy/.test(it))).toEqual([]);
  await close();
});

test('In the console, a master lets a person use single sign-on, and cannot change a role that the provider sets', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, 'master@globex.test', '#/people');
  await page.getByRole('link', { name: 'Globex Operator' }).click();
  // The assigned sites have a button of their own.
  const save = () => page.getByRole('button', { name: 'Save' }).first().click();
  const managed = page.getByLabel('The identity provider sets the role');
  await page.getByLabel('May sign in with single sign-on').check();
  await managed.check();
  await save();
  await page.getByText('Saved').waitFor();
  await page.reload();
  await page.getByLabel('Role', { exact: true }).selectOption('Viewer');
  await save();
  await page.getByText('The identity provider sets this person’s role').first().waitFor();
  await managed.uncheck();
  await save();
  await page.getByText('Saved').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await close();
});

test('A person with a forgotten password sets a new one by the link in a mail', async () => {
  const email = 'master@globex.test';
  const { page, close } = await openPage(desk.browser, { viewport: PHONE });
  await page.goto(`${desk.url}/console`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(page, 'Forgot your password?');
  expect(await findBarriers(page)).toEqual([]);
  await fill(page, 'E-mail', email);
  await press(page, 'Send the link');
  await heading(page, 'Look into your mail');
  await follow(page, await linkTo(desk.url, email), 'Choose a new password');
  await fill(page, 'New password', OTHER);
  const type = () => page.getByLabel('New password', { exact: true }).getAttribute('type');
  expect(await type()).toBe('password');
  await press(page, 'Show it');
  expect([await type(), await findBarriers(page)]).toEqual(['text', []]);
  await press(page, 'Hide it');
  expect(await type()).toBe('password');
  await press(page, 'Set the password');
  await signedIn(page);
  await signOut(page);
  await signInAs(page, email, DEMO_PASSWORD);
  await page.getByRole('alert').getByText(/\S/).waitFor();
  await signInAs(page, email, OTHER);
  await signedIn(page);
  await close();
});
