import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { signOut } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, startLocalConsole } from './local-console.ts';
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
  await page.getByRole('link', { name: 'Devices' }).waitFor();
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
