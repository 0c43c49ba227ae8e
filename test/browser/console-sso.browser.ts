import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { signInAt, signOut } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function beginAs(page: Page, email: string) {
  await page.goto(`${desk.url}/console`);
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await press(page, 'Continue');
}

async function signInAs(page: Page, email: string) {
  await beginAs(page, email);
  await page.getByText('Acme single sign-on').first().waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await press(page, 'Sign in');
}

/** Waits for the connection. Chromium complains if it is closed before it is open. */
const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

const stored = (page: Page) => page.evaluate<string>('JSON.stringify(sessionStorage)');

test('After a sign-in to the console with the demo identity provider, the browser stores no code and no verifier of single sign-on', async () => {
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAs(page, 'admin@acme-sso.test');
  await untilLive(page);
  expect(new URL(page.url()).search).toBe('');
  expect(await stored(page)).not.toContain('sso');
  await page.reload();
  await page.getByRole('link', { name: 'People' }).waitFor();
  await untilLive(page);
  await signOut(page);
  // The session at the provider lasts, so nobody is asked again.
  await beginAs(page, 'admin@acme-sso.test');
  await page.getByRole('link', { name: 'Devices', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  ['has no role', (page: Page) => signInAs(page, 'visitor@acme-sso.test'), 'assigns you no role here'],
  [
    'cancels',
    async (page: Page) => {
      await beginAs(page, 'admin@acme-sso.test');
      await press(page, 'Cancel');
    },
    'You have cancelled the sign-in.',
  ],
  ['has no provider', (page: Page) => beginAs(page, 'a@b.example'), 'There is no single sign-on for this'],
  [
    'follows a link with the code of somebody else',
    (page: Page) => page.goto(`${desk.url}/console?code=of-somebody-else`).then(() => {}),
    'began in another window',
  ],
])(
  'If a person who signs in with the demo identity provider %s, the console says why the sign-in failed and offers another way',
  async (_, attempt, reason) => {
    const { page, close } = await openPage(desk.browser);
    await attempt(page);
    await page.getByRole('alert').filter({ hasText: reason }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await stored(page)).not.toContain('sso');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with a password' }).click();
    await page.getByLabel('Password').waitFor();
    await close();
  },
);

test('A master tests the sign-in of the demo identity provider in a new window, sees there and here what Guard would do, and nobody’s session changes', async () => {
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  const [provider] = await desk.master.identityProviders.list().all();
  await signInAt(page, desk.url, MASTER, `#/sign-in-methods/${provider?.id}`);
  const logout = page.getByRole('textbox', { name: 'Back-channel logout URI' });
  expect(await logout.inputValue()).toBe(`${desk.url}/api/v1/auth/sso/logout/${provider?.id}`);
  const before = await stored(page);

  for (const [email, here] of [
    ['admin@acme-sso.test', /^This person would (be signed in|get a new user)/],
    ['visitor@acme-sso.test', 'This person would not be signed in.'],
  ] as const) {
    await page.getByRole('button', { name: /^Test (sign-in|again)$/ }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Sign in at / }).click();
    const visit = await opened;
    await visit.getByText('Acme single sign-on').first().waitFor();
    // The provider may still know who signed in for the test before.
    await visit.getByLabel('E-mail').fill(email);
    await visit.getByLabel('Password').fill(DEMO_PASSWORD);
    await press(visit, 'Sign in');
    await visit.getByText('The test is over.').waitFor();
    await visit.getByText(here).waitFor();
    expect(visit.url()).toMatch(/\/console#\/sign-in-test$/);
    expect(await visit.evaluate('sessionStorage.length')).toBe(0);
    expect(await findBarriers(visit)).toEqual([]);
    await page.getByText(here).waitFor();
    await page.getByRole('term').filter({ hasText: 'E-mail' }).first().waitFor();
    expect(await page.getByText(email).count()).toBeGreaterThan(0);
    await visit.context().clearCookies();
    await visit.close();
  }
  await page.getByText('None of their groups has a role here.').waitFor();
  expect(await stored(page)).toBe(before);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

const DAY_MS = 86_400_000;

test('Before a master requires single sign-on from a date, or disables a provider, the console says by name who would be locked out', async () => {
  const [provider] = await desk.master.identityProviders.list().all();
  const add = (name: string, fields: object) =>
    desk.master.users.create({
      name,
      email: `${name.toLowerCase()}@acme-sso.test`,
      role: 'operator',
      password: 'a long password of people',
      ...fields,
    });
  const both = await add('Berta', { sso_login_enabled: true });
  const passwordOnly = await add('Paula', { sso_login_enabled: false });
  const { page, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, `#/sign-in-methods/${provider?.id}`);
  await press(page, 'Require single sign-on');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('the passwords of Berta do not count any more').waitFor();
  await dialog.getByText('Paula would be locked out').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Require single sign-on' }).click();
  await dialog.waitFor({ state: 'detached' });
  const access = async (id: string) => {
    const [person] = (await desk.master.users.listPeople({ user_id: id }).page()).data;
    return [person?.password_login_enabled, person?.password_login_ends_at ?? null];
  };
  const [isEnabled, endsAt] = await access(both.id);
  expect([isEnabled, Date.parse(String(endsAt)) > Date.now() + 5 * DAY_MS]).toEqual([true, true]);
  expect(await access(passwordOnly.id)).toEqual([true, null]);

  // Until the date the password signs in, and its user is informed.
  const late = await openPage(desk.browser, { locale: 'en-GB', viewport: { width: 390, height: 844 } });
  await late.page.goto(`${desk.url}/console#/alerts`);
  await late.page.getByLabel('E-mail').fill(both.email);
  await late.page.getByLabel('Password').fill('a long password of people');
  await press(late.page, 'Sign in');
  const reminder = late.page.getByRole('dialog', { name: 'You will sign in with single sign-on' });
  await reminder.getByText('your password does not count any more').waitFor();
  expect(await findBarriers(late.page)).toEqual([]);
  await press(late.page, 'Understood');
  await reminder.waitFor({ state: 'detached' });
  await late.close();

  await page.getByText(/^Berta \(/).waitFor();
  await press(page, 'Keep the passwords');
  await dialog.getByText('The passwords of Berta go on counting.').waitFor();
  await dialog.getByRole('button', { name: 'Keep the passwords' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await access(both.id)).toEqual([true, null]);

  // Without a date it begins at once.
  await press(page, 'Require single sign-on');
  await dialog.getByLabel('Required from').fill('');
  await dialog.getByText('From their next sign-in on').waitFor();
  await dialog.getByRole('button', { name: 'Require single sign-on' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await access(both.id)).toEqual([false, null]);

  await page.getByLabel('Status').selectOption({ label: 'Disabled' });
  await press(page, 'Save');
  await dialog.getByText('because they have no password:').filter({ hasText: 'Berta' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await desk.master.identityProviders.get(provider?.id ?? '')).status).toBe('active');
  await close();
});
