import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { codeFor, linkTo, sentTo } from './outbox.ts';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const PASSWORD = 'a-long-enough-password';
const PHONE = '+4915123456789';
const MASTER = 'mona@corner-shop.test';

/** Counts what a person does: each click, and each field that they fill in. */
function counter() {
  let acts = 0;
  const act = async (doing: Promise<unknown>) => {
    acts += 1;
    await doing;
  };
  const pressing = (part: Page | Locator, name: string) =>
    act(part.getByRole('button', { name, exact: true }).click());
  const following = (part: Page | Locator, name: string) =>
    act(part.getByRole('link', { name, exact: true }).click());
  const filling = (part: Page | Locator, label: string, text: string) =>
    act(part.getByLabel(label, { exact: true }).fill(text));
  return { count: () => acts, act, pressing, following, filling };
}

test('A shop manager is led from the invitation to a drill that reaches a telephone, in at most 60 clicks and fields and without a shell', async () => {
  const { count, act, pressing, following, filling } = counter();
  const platform = await openPage(desk.browser);
  await signInAt(platform.page, desk.url, 'platform@guard.test');
  await following(platform.page, 'Create a tenant');
  await filling(platform.page, 'Name', 'Corner Shop');
  await filling(platform.page, 'Name of its master', 'Mona Manager');
  await filling(platform.page, 'E-mail of its master', MASTER);
  await pressing(platform.page, 'Create a tenant');
  await platform.page.getByRole('heading', { level: 1, name: 'Corner Shop' }).waitFor();
  await platform.close();

  // The mail, the password, and the telephone that the card asks for.
  const { page, complaints, close } = await openPage(desk.browser);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const overview = () => act(page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click());
  await act(page.goto(await linkTo(desk.url, MASTER)));
  await filling(page, 'New password', PASSWORD);
  await pressing(page, 'Set the password');
  await signedIn(page);
  await heading('The first day: 0 of 7 done');
  expect(await findBarriers(page)).toEqual([]);
  await following(page, 'Add a phone number');
  await filling(page, 'Phone number', '+49 151 23456789');
  await pressing(page, 'Send the code');
  await page.getByLabel('Code', { exact: true }).waitFor();
  await filling(page, 'Code', await codeFor(desk.url, PHONE));
  await pressing(page, 'Verify');
  await page.getByText(`${PHONE}: Verified`).waitFor();
  await overview();
  await page.getByRole('region', { name: 'Can Guard reach you?' }).getByText('ready').waitFor();
  await pressing(page, 'Not now');

  // The checklist.
  await following(page, 'Create a site');
  await filling(page, 'Name', 'Corner Shop');
  await pressing(page, 'Create a site');
  await heading('Corner Shop');
  await overview();
  await following(page, 'Add a device');
  await filling(page, 'Site', 'Corner Shop');
  await filling(page, 'Name', 'Panic button');
  await filling(page, 'Type', 'Panic button');
  await pressing(page, 'Create');
  await pressing(page, 'Create its key');
  await pressing(page, 'Send a test from this phone');
  await page.getByText('The test alert arrived and was resolved').waitFor();
  await pressing(page, 'I have stored the key');
  await overview();
  await page.getByText('Heard from a device – done').waitFor();
  await following(page, 'Add a person');
  await filling(page, 'Name', 'Vera Viewer');
  await filling(page, 'E-mail', 'vera@corner-shop.test');
  await act(page.getByLabel('Role', { exact: true }).selectOption('Viewer'));
  await act(page.getByLabel('Corner Shop').check());
  await pressing(page, 'Add a person');
  await heading('Vera Viewer');
  await overview();
  await following(page, 'Create a rule');
  await pressing(page, 'Critical by SMS');
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Mona Manager.*: SMS/ })
    .waitFor();
  await pressing(page, 'Create a rule');
  await heading('Critical alerts');
  await overview();
  await page.getByText('Somebody is woken – done').waitFor();
  await following(page, 'Start a drill');
  await pressing(page, 'Start a drill');
  await pressing(page.getByRole('dialog'), 'Start a drill');
  await expect
    .poll(async () => (await sentTo(desk.url, PHONE)).at(-1)?.text, { timeout: 20_000 })
    .toMatch(/^DRILL/);
  await overview();
  await page.getByText('All is quiet at').or(page.getByText('need attention')).first().waitFor();
  await expect.poll(() => page.getByText('The first day').count()).toBe(0);
  console.log(`The first day took ${count()} clicks and fields.`);
  expect(count()).toBeLessThanOrEqual(60);
  expect(complaints).toEqual([]);
  await close();
});
