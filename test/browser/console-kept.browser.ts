import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { detailOf, signedIn, signOut } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function enter(page: Page) {
  await page.getByLabel('E-mail').fill(OPERATOR);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByLabel('Keep me signed in on this device').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signedIn(page);
}

test('Links of alerts open on a phone that keeps the session without asking for a password, until the tenant switches that off', async () => {
  const { id, message } = await desk.raise({ message: 'Secret glass' });
  const link = `${desk.url}/console?alert=${id}`;
  const { page: first, close, complaints } = await openPage(desk.browser, PHONE);
  const nextTab = async () => {
    const page = await first.context().newPage();
    await page.goto(link);
    return page;
  };
  await first.goto(link);
  await first.getByText('An alert is waiting. Sign in to see it.').waitFor();
  expect(await first.locator('body').innerText()).not.toContain(message);
  expect(await findBarriers(first)).toEqual([]);
  await first.screenshot({ path: '.guard/screenshots/alert-waits-phone.png' });
  await enter(first);

  const second = await nextTab();
  await detailOf(second).getByText(message).first().waitFor();
  await first.close();
  // A tab renews the token, which ends that of the others: they go on with the new one.
  const third = await nextTab();
  await detailOf(third).getByText(message).first().waitFor();
  const name = `guard-console ${desk.url}`;
  await third.evaluate(`(async () => {
    const stored = JSON.parse(localStorage.getItem('${name}'));
    const headers = { authorization: 'Bearer ' + stored.token };
    const { token } = await (await fetch('${desk.url}/api/v1/auth/refresh', { method: 'POST', headers })).json();
    localStorage.setItem('${name}', JSON.stringify({ ...stored, token }));
  })()`);
  await detailOf(second).getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await detailOf(second).getByRole('button', { name: 'Acknowledged' }).waitFor();
  // This tab did not hear of it, as if it had slept.
  await third.reload();
  await detailOf(third).getByRole('button', { name: 'Acknowledged' }).waitFor();
  await third.goto(`${desk.url}/console#/account`);
  await third.getByText('Stays signed in').first().waitFor();
  await third.close();

  await desk.master.setSecurity({ second_factor: 'optional', keep_signed_in: 'off' });
  const fourth = await nextTab();
  await fourth.getByText('An alert is waiting').waitFor();
  await second.getByLabel('E-mail').waitFor();
  await desk.master.setSecurity({ second_factor: 'optional', keep_signed_in: 'allowed' });
  await enter(fourth);
  await desk.master.alerts.resolve(id);
  await signOut(fourth);
  await fourth.getByLabel('E-mail').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
