import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, followInvitation, rowsOf, rowWith, signedInClient, signInAt } from './console-page.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { linkTo, sentTo } from './outbox.ts';

const PLATFORM = 'platform@guard.test';
const PASSWORD = 'a-long-enough-password';
let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const pagesOf = (page: Page) => page.getByRole('navigation').getByRole('link').allTextContents();

test('In the console, a platform admin creates a tenant, and its master signs in to an empty console', async () => {
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, PLATFORM);
  await heading(page, 'Tenants').waitFor();
  await page.getByRole('link', { name: 'Create a tenant' }).click();
  await fill(page, 'Name', 'Initech');
  await fill(page, 'Name of its master', 'Ida Master');
  await fill(page, 'E-mail of its master', MASTER);
  await press(page, 'Create a tenant');
  // Somebody else has this address: the form says so at the field, and keeps the rest.
  await page.locator('[name="master.email"][aria-invalid="true"]:focus').fill('master@initech.test');
  await press(page, 'Create a tenant');
  await heading(page, 'Initech').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Tenants' }).click();
  // The refused attempt has left no tenant without a master.
  await expect.poll(() => page.getByRole('link', { name: 'Initech', exact: true }).count()).toBe(1);
  await close();

  const master = await openPage(desk.browser);
  const [mail] = await sentTo(desk.url, 'master@initech.test');
  expect(mail?.text).toContain('Initech');
  await followInvitation(master.page, await linkTo(desk.url, 'master@initech.test'), PASSWORD);
  expect(await pagesOf(master.page)).toEqual(expect.arrayContaining(['People', 'Keys', 'Webhooks']));
  await master.close();
  // The browser itself reports the response 409 of the taken address.
  expect(complaints.filter((it) => !it.includes('409'))).toEqual([]);
});

test('The console shows a new API key once, with a command that raises an alert on the alert desk', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/keys');
  await page.getByRole('link', { name: 'Create a key' }).click();
  await fill(page, 'Name', 'Boat house panel');
  await page.getByText('give signs of life, for: the whole tenant').waitFor();
  await choose(page.getByLabel('One site'), 'City Office');
  await page.getByText('give signs of life, for: City Office').waitFor();
  await page.getByLabel('Expires').selectOption({ label: 'In 90 days' });
  await press(page, 'Create a key');
  await heading(page, 'The key was created').waitFor();
  const command = await page.getByLabel('Raise a test alert').inputValue();
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`]);
  expect(JSON.parse(stdout)).toMatchObject({ results: [{ status: 201 }] });
  const [key] = await desk.master.keys
    .list({ limit: 1 })
    .page()
    .then(({ data }) => data);
  const days = (Date.parse(key?.expires_at ?? '') - Date.parse(key?.created_at ?? '')) / 86_400_000;
  expect(Math.round(days)).toBe(90);

  // The key is not shown again: leaving asks first.
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await heading(page, 'The key was created').waitFor();
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await heading(page, 'The key was created').waitFor();
  await press(page, 'I have stored the key');

  const row = page.getByRole('row').filter({ hasText: 'Boat house panel' });
  await row.getByText('City Office').waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByText('Revoke the key “Boat house panel”?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Alerts' }).click();
  await rowWith(page, 'Test alert of a new key').waitFor();
  await close();
});

test('In the console, a master adds an operator, who sees the assigned site only until the master blocks them', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/people/new');
  await fill(page, 'Name', 'Nora Night');
  await fill(page, 'E-mail', OPERATOR);
  await page.getByLabel('City Office').check();
  await page.getByLabel('First password', { exact: true }).selectOption('Set a password now');
  await press(page, 'Generate a password');
  const field = page.getByLabel('Password', { exact: true });
  await expect.poll(() => field.inputValue()).toHaveLength(20);
  const password = await field.inputValue();
  await press(page, 'Add a person');
  await page.locator('[name="email"][aria-invalid="true"]').waitFor();
  await fill(page, 'E-mail', 'nora@acme.test');
  await press(page, 'Add a person');
  await heading(page, 'Nora Night').waitFor();
  await page.getByLabel('City Office').waitFor();
  expect(await page.getByLabel('City Office').isChecked()).toBe(true);

  await desk.raise();
  const nora = await openPage(desk.browser);
  await signInAt(nora.page, desk.url, 'nora@acme.test', '', password);
  await rowsOf(nora.page).first().waitFor();
  expect(new Set(await nora.page.locator('.alert-row .where span:first-child').allTextContents())).toEqual(
    new Set(['City Office']),
  );
  const pages = await pagesOf(nora.page);
  for (const hidden of ['People', 'Keys', 'Webhooks', 'Tenants']) expect(pages).not.toContain(hidden);

  // The list and the page of a person say how they sign in, what they see and whether they are at the desk.
  await page.getByText('At the desk now').waitFor();
  await page.getByRole('definition').filter({ hasText: 'Password only' }).waitFor();
  await page.goto(`${desk.url}/console#/people`);
  const row = page.getByRole('row').filter({ hasText: 'nora@acme.test' });
  await row.getByText('At the desk now').waitFor();
  await row.getByRole('cell', { name: 'Password only' }).waitFor();
  await row.getByRole('link', { name: 'Nora Night' }).click();

  await press(page, 'Block');
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await press(page, 'Activate');
  await nora.page.getByText('Your session has ended.').waitFor();
  await nora.close();
  await close();
});

test('Saving a form of the console after somebody else’s change shows both versions, and overwrites only the field that the user changed', async () => {
  const key = await desk.master.keys.create({ name: 'Gate' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, `#/keys/${key.id}`);
  await fill(page, 'Name', 'North gate');
  await desk.master.keys.rename(key.id, { name: 'South gate' });
  await press(page, 'Save');
  await heading(page, 'Gate').waitFor();
  await page.getByRole('cell', { name: 'South gate' }).waitFor();
  await page.getByRole('cell', { name: 'North gate' }).waitFor();
  await press(page, 'Save yours');
  await heading(page, 'North gate').waitFor();
  expect(await desk.master.keys.get(key.id)).toMatchObject({ name: 'North gate' });
  await close();
});

test('If saving a form of the console gets no response, the form keeps its input, and saving again succeeds', async () => {
  const key = await desk.master.keys.create({ name: 'Lobby' });
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, `#/keys/${key.id}`);
  await fill(page, 'Name', 'Lobby door');
  // The change is made, and its response is lost.
  await page.route(`**/api/v1/keys/${key.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await press(page, 'Save');
  await page.getByRole('alert').filter({ hasText: 'did not answer' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lobby door');
  await page.unroute(`**/api/v1/keys/${key.id}`);
  await press(page, 'Save');
  await page.getByText('Saved.').waitFor();
  await close();
});

test('On the account page of the console, a person ends their other sessions', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, 'guard-02@acme.test', '#/account');
  const other = await signedInClient(desk.url, 'guard-02@acme.test');
  await page.reload();
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await sessions.getByRole('row', { name: /^Chrome on Linux .*(127\.0\.0\.1|::1).*This session/ }).waitFor();
  await sessions
    .getByRole('row', { name: /^node / })
    .getByRole('button', { name: /^End/ })
    .waitFor();
  await press(page, 'End all other sessions');
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect
    .poll(() =>
      other.me().then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('out');
  await close();
});
