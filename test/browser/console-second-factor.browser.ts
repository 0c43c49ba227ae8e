import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import {
  detailOf,
  rowWith,
  signedInClient,
  signInAt,
  signOut,
  siteNamed,
  writeNote,
} from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const PHONE = { width: 390, height: 844 };
const PASSWORD = 'a long enough password';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Sets up the second factor that the page asks for. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: string }> {
  await page.getByLabel('Current password').fill(password);
  await press(page, 'Set up a second factor');
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await press(page, 'Confirm the code');
  const codes = await page.getByLabel('Recovery codes', { exact: true }).inputValue();
  await press(page, 'I have stored the codes');
  return { secret, codes };
}

async function signInAgain(page: Page, email: string, code: string) {
  await signOut(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await page.getByLabel('A code, or a recovery code').fill(code);
  await press(page, 'Sign in');
}

test('A user sets up a required second factor by its QR code, signs in with it, and can use each recovery code once instead', async () => {
  const guard = await signedInClient(desk.url, MASTER);
  const email = 'phone@acme.test';
  await guard.users.create({ name: 'Phone', email, role: 'tenant_admin', password: PASSWORD });
  const { page, complaints, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, email, '', PASSWORD);
  await guard.setSecurity({ second_factor: 'required' });
  await page.reload();
  await page.getByText('Your tenant requires a second factor. Set it up first.').waitFor();
  const { secret, codes } = await setUp(page, PASSWORD);
  await page.getByRole('link', { name: 'Devices', exact: true }).waitFor();
  await signInAgain(page, email, codeOf(secret, 1));
  await page.getByRole('link', { name: 'Devices', exact: true }).waitFor();
  const [recovery = ''] = codes.split('\n');
  await signInAgain(page, email, recovery);
  await page.getByRole('link', { name: 'Devices', exact: true }).waitFor();
  await signInAgain(page, email, recovery);
  await page.getByText('This code is wrong, or was used.').waitFor();
  await page.getByLabel('E-mail').fill('without-a-phone@acme.test');
  expect(await page.getByLabel('A code, or a recovery code').count()).toBe(0);
  expect(complaints.filter((it) => /Content Security Policy/.test(it))).toEqual([]);
  await close();
});

test('A master sees who lacks a second factor before it becomes required from a date, on which nobody is thrown out; an operator who sets it up comes back to the same alert', async () => {
  const guard = await signedInClient(desk.url, 'master@globex.test');
  const [device] = await guard.devices.list({ site_id: await siteNamed(guard, 'Headquarters') }).all();
  const { key } = await guard.keys.create({ name: 'Panel' });
  const panel = createGuardClient({ baseUrl: desk.url, key });
  const raise = (message: string) =>
    panel.report([
      { action: 'raise', device_id: device?.id ?? '', type: 'intrusion', message, severity: 'critical' },
    ]);
  await raise('Quay: gate open');

  const onDuty = await openPage(desk.browser, { viewport: PHONE, isMobile: true, hasTouch: true });
  await signInAt(onDuty.page, desk.url, 'operator@globex.test', '?q=Quay');
  await rowWith(onDuty.page, 'Quay: gate open').click();
  await writeNote(onDuty.page, 'The guard is at the ga');
  const before = onDuty.page.url();

  const { page, close } = await openPage(desk.browser, { viewport: { width: 1280, height: 800 } });
  await signInAt(page, desk.url, 'master@globex.test', '#/sign-in-methods');
  const choice = page.getByLabel('Second factor', { exact: true });
  await choice.selectOption('Required');
  await press(page, 'Save');
  const dialog = page.getByRole('dialog', { name: 'Require a second factor?' });
  const active = await guard.users.list({ status: 'active' }).all();
  const count = active.filter((it) => it.password_login_enabled).length;
  await dialog
    .getByText(`${count} of ${count} people who may sign in with a password have no second factor.`)
    .waitFor();
  // Both have a page open.
  await expect.poll(() => dialog.getByText('at the desk now').count()).toBe(2);
  expect(await findBarriers(page)).toEqual([]);
  await page.screenshot({ path: '.guard/screenshots/second-factor-question.png' });
  // Cancel has the focus.
  await page.keyboard.press('Enter');
  await expect.poll(() => choice.inputValue()).toBe('optional');
  expect(await guard.getSecurity()).toMatchObject({ second_factor: 'optional' });
  expect(await page.getByText('Saved.').count()).toBe(0);
  await choice.selectOption('Required');
  await press(page, 'Save');
  await press(page, 'Require it');
  await page.getByText('Saved.').waitFor();
  const { second_factor_required_from: from } = await guard.getSecurity();
  expect(Date.parse(from ?? '')).toBeGreaterThan(Date.now() + 5 * 86_400_000);

  // Until then nobody is held up, and whoever signs in is reminded.
  const late = await openPage(desk.browser, { viewport: PHONE, isMobile: true, hasTouch: true });
  await late.page.goto(`${desk.url}/console#/alerts`);
  await late.page.getByLabel('E-mail').fill('operator@globex.test');
  await late.page.getByLabel('Password').fill(DEMO_PASSWORD);
  await late.page.getByRole('button', { name: 'Sign in' }).click();
  await late.page.getByRole('dialog', { name: 'You need a second factor soon' }).waitFor();
  expect(await findBarriers(late.page)).toEqual([]);
  await late.page.getByRole('button', { name: 'Set it up now' }).click();
  await late.page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
  await late.close();
  await detailOf(onDuty.page).getByText('Quay: gate open').first().waitFor();

  // By the API it can be required at once.
  await guard.setSecurity({ second_factor: 'required' });

  // Nobody loads a page again.
  const { page: operator } = onDuty;
  await operator.getByText('Until then, you see and hear no alerts').waitFor();
  expect(await findBarriers(operator)).toEqual([]);
  await operator.screenshot({ path: '.guard/screenshots/second-factor-on-duty.png' });
  await raise('Quay: light broken');
  await setUp(operator, DEMO_PASSWORD);
  await expect
    .poll(() => detailOf(operator).getByLabel('Note', { exact: true }).inputValue())
    .toBe('The guard is at the ga');
  expect(operator.url()).toBe(before);
  await operator.goBack();
  await rowWith(operator, 'Quay: light broken').waitFor();

  // The master comes back to the same page, and makes it optional again without a question.
  await setUp(page, DEMO_PASSWORD);
  await expect.poll(() => choice.inputValue()).toBe('required');
  await choice.selectOption('Optional');
  await press(page, 'Save');
  await page.getByText('Saved.').waitFor();
  await onDuty.close();
  await close();
});
