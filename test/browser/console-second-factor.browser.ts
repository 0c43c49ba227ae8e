import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInClient, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const PASSWORD = 'a long enough password';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function signInAgain(page: Page, email: string, code: string) {
  await press(page, 'Sign out');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await page.getByLabel('A code, or a recovery code').fill(code);
  await press(page, 'Sign in');
}

test('A user sets up a required second factor by its QR code, is asked for it at sign-in, and replaces it by a recovery code', async () => {
  const guard = await signedInClient(desk.url, MASTER);
  const email = 'phone@acme.test';
  await guard.users.create({ name: 'Phone', email, role: 'tenant_admin', password: PASSWORD });
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, email, '', PASSWORD);
  await guard.setSecurity({ second_factor: 'required' });
  await page.reload();
  await page.getByText('Your tenant requires a second factor. Set it up first.').waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await press(page, 'Set up a second factor');
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await press(page, 'Confirm the code');
  const codes = await page.getByLabel('Recovery codes', { exact: true }).inputValue();
  await press(page, 'I have stored the codes');
  await page.getByRole('link', { name: 'Devices' }).waitFor();
  await signInAgain(page, email, codeOf(secret, 1));
  await page.getByRole('link', { name: 'Devices' }).waitFor();
  const [recovery = ''] = codes.split('\n');
  await signInAgain(page, email, recovery);
  await page.getByRole('link', { name: 'Devices' }).waitFor();
  await signInAgain(page, email, recovery);
  await page.getByText('This code is wrong, or was used.').waitFor();
  await page.getByLabel('E-mail').fill('without-a-phone@acme.test');
  expect(await page.getByLabel('A code, or a recovery code').count()).toBe(0);
  expect(complaints.filter((it) => /Content Security Policy/.test(it))).toEqual([]);
  await close();
});
