import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { en } from '../../shared/texts/en.ts';
import { choose, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { codeFor, sentTo } from './outbox.ts';

const ENGLISH = { locale: 'en-GB', timezoneId: 'UTC' };
const PHONE = { width: 390, height: 844 };
const PASSWORD = 'correct horse battery staple';
const NUMBER = '+4915123456788';

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Light and dark, without barriers and without scrolling sideways. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

test('A master sees that a rule reaches nobody before it is saved, and who is woken when somebody can be reached', async () => {
  const { page, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, MASTER, '#/response');
  await page.getByText('Nobody would be woken.').waitFor();
  await page.getByText('Nobody: no rule is about this').first().waitFor();
  await look(page);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('link', { name: 'Create a rule' }).click();
  await named(page, 'Critical by SMS').click();
  await page
    .getByText('An alert was raised (Critical or higher) at any site: Guard sends SMS to Keyholder duty.')
    .waitFor();
  await page.getByText('This rule would notify nobody now.').waitFor();
  await look(page);
  expect(await desk.master.notificationRules.list().all()).toEqual([]);
  await close();
});

test('A drill is started, ticked off when it is at the desk and its SMS is sent, and ended', async () => {
  const { master, siteId } = desk;
  const email = 'nina@acme.test';
  const nina = await master.users.create({
    name: 'Nina Night',
    email,
    password: PASSWORD,
    role: 'operator',
  });
  await master.users.assignSites(nina.id, [siteId]);
  const guard = createGuardClient({ baseUrl: desk.url });
  await guard.login({ email, password: PASSWORD });
  const { id } = await guard.channels.create({ kind: 'sms', address: NUMBER });
  await guard.channels.verify(id, { code: await codeFor(desk.url, NUMBER) });
  const rule = await master.notificationRules.create({
    name: 'Nights',
    events: ['alert.raised'],
    recipients: [{ user_id: nina.id }],
    channels: ['sms', 'push'],
  });

  const { page, close } = await openPage(desk.browser, ENGLISH);
  await signInAt(page, desk.url, MASTER, '#/response');
  await choose(page.getByLabel('Site'), 'City Office');
  await page.getByText('Nina Night: SMS').waitFor();
  await page.getByText('Push: has no such verified channel').waitFor();
  await named(page, 'Start a drill').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Start a drill: Critical, Panic, City Office?').waitFor();
  await dialog.getByRole('button', { name: 'Start a drill' }).click();
  await page.getByText('Arrived at this desk, live. Did you hear it?').waitFor();
  const messages = page.locator('section.history');
  await messages.getByText(/^(Sent|Delivered)$/).waitFor({ timeout: 30_000 });
  const { text } = (await sentTo(desk.url, NUMBER)).at(-1) ?? { text: '' };
  expect(text).toMatch(new RegExp(`^${en.drill.begins}CRITICAL .* at City Office, `));
  await look(page);
  await page.setViewportSize(PHONE);
  await look(page);

  await page.getByRole('link', { name: 'Open the alert' }).click();
  await page
    .getByRole('article')
    .getByRole('heading', { name: 'This is a drill: nothing has happened' })
    .waitFor();
  await page.goBack();
  await named(page, 'End the drill').click();
  await page.getByText('Ended by Acme Master').waitFor();
  await page.setViewportSize({ width: 1360, height: 768 });
  await page.goto(`${desk.url}/console#/alerts`);
  await rowWith(page, 'This is a drill').waitFor({ state: 'detached' });
  await master.notificationRules.delete(rule.id);
  await close();
});
