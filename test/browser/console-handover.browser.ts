import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFitting } from './console-layout.ts';
import { detailOf, rowWith, signInAt, untilEnabled } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

/** What waits, and what one shift leaves to the next. */

const SCREENSHOTS = '.guard/screenshots';

let desk: LocalConsole;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

const SIZES = [
  { name: 'desktop', options: { viewport: { width: 1280, height: 800 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const satisfies readonly { readonly name: string; readonly options: BrowserContextOptions }[];

describe.each(SIZES)('at the size of a $name', ({ name, options }) => {
  test('An operator parks an alert with a reason, finds it in its own list, and brings it back', async () => {
    const { id, message } = await desk.raise({ severity: 'high' });
    const { page, complaints, close } = await openPage(desk.browser, options);
    const button = (text: string) => detailOf(page).getByRole('button', { name: text, exact: true });
    await signInAt(page, desk.url, OPERATOR, `?alert=${id}`);
    await button('Acknowledge').click();
    await button('Acknowledged').waitFor();
    await untilEnabled(button('Park'));
    await button('Park').click();
    await untilEnabled(button('1 h'));
    await button('1 h').click();
    await detailOf(page).getByText('Say first why it can wait.').waitFor();
    await page.getByLabel('Why can it wait?').fill('The electrician comes at two');
    await page.screenshot({ path: `${SCREENSHOTS}/park-${name}.png` });
    expect(await findBarriers(page)).toEqual([]);
    await untilEnabled(button('1 h'));
    await button('1 h').click();
    await page
      .getByText(/^Parked until .*: /)
      .first()
      .waitFor();
    expect((await desk.master.alerts.get(id)).parked?.reason).toBe('The electrician comes at two');
    await detailOf(page)
      .getByText(/The electrician comes at two/)
      .first()
      .waitFor();

    await detailOf(page).getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('button', { name: /^Parked \(\d+\)$/ }).waitFor();
    expect(await rowWith(page, message).count()).toBe(0);
    await page.getByRole('button', { name: /^Parked \(\d+\)$/ }).click();
    await rowWith(page, message).waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/parked-${name}.png` });
    expect(await findBarriers(page)).toEqual([]);
    await rowWith(page, message).click();
    await untilEnabled(button('Parked'));
    await button('Parked').click();
    await untilEnabled(button('Bring back now'));
    await button('Bring back now').click();
    await expect.poll(async () => (await desk.master.alerts.get(id)).parked).toBeUndefined();
    await untilEnabled(button('Park'));
    expect(complaints).toEqual([]);
    await desk.master.alerts.resolve(id);
    await close();
  });
});

test('With the key p the alert in focus opens and asks, and an alert whose time is over is in the queue at once', async () => {
  const { id, message } = await desk.raise({ severity: 'critical' });
  await desk.master.alerts.acknowledge(id);
  const { page, close } = await openPage(desk.browser, SIZES[0].options);
  await signInAt(page, desk.url, OPERATOR, `?q=${encodeURIComponent(message)}`);
  await rowWith(page, message).focus();
  await page.keyboard.press('p');
  await page.getByLabel('Why can it wait?').waitFor();
  const offered = detailOf(page).locator('.park-form fieldset button');
  expect(await offered.allTextContents()).toEqual(['15 min', '30 min', '1 h']);
  await page.keyboard.press('Escape');
  await page.getByLabel('Why can it wait?').waitFor({ state: 'detached' });
  await detailOf(page).getByRole('button', { name: 'Close', exact: true }).first().click();
  // Long enough for the screen to show it as parked before.
  const until = new Date(Date.now() + 4_000).toISOString();
  await desk.master.alerts.park(id, { until, reason: 'A short wait' });
  await rowWith(page, message).waitFor({ state: 'detached' });
  await rowWith(page, message).waitFor();
  await page.locator('[role=status]').getByText('A parked alert is back.').waitFor();
  await desk.master.alerts.resolve(id);
  await close();
});

test('The night shift leaves a note, and the day shift reads in one page what waits, who has what, and prints it', async () => {
  const waiting = await desk.raise({ severity: 'high', message: 'Cellar door open' });
  const parked = await desk.raise({ severity: 'medium', message: 'Mains failed' });
  await desk.master.alerts.acknowledge(parked.id);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await desk.master.alerts.park(parked.id, { until, reason: 'The electrician comes at two' });
  const night = await openPage(desk.browser, SIZES[1].options);
  await signInAt(night.page, desk.url, OPERATOR, '#/handover');
  await night.page.getByRole('button', { name: 'Leave the note' }).click();
  await night.page.getByText('Write the note first.').waitFor();
  await night.page.locator('textarea').fill('The keyholder is away until Monday: call the deputy');
  await night.page.getByRole('button', { name: 'Leave the note' }).click();
  await night.page.getByText('The note is there.').waitFor();
  await night.page.screenshot({ path: `${SCREENSHOTS}/handover-phone.png` });
  expect(await isFitting(night.page)).toBe(true);
  await night.close();

  const { page, complaints, close } = await openPage(desk.browser, SIZES[0].options);
  await signInAt(page, desk.url, MASTER);
  await page.getByRole('navigation').getByRole('link', { name: 'Handover' }).first().click();
  await page.getByText('The keyholder is away until Monday').waitFor();
  const panel = (name: RegExp) => page.locator('section.panel', { has: page.getByRole('heading', { name }) });
  await panel(/^Open \(/)
    .getByText(waiting.message)
    .waitFor();
  expect(
    await panel(/^Open \(/)
      .getByText(parked.message)
      .count(),
  ).toBe(0);
  await panel(/^Parked \(/)
    .getByText('The electrician comes at two')
    .waitFor();
  await panel(/^Who has what/)
    .getByText('Acme Master')
    .waitFor();
  await page.screenshot({ path: `${SCREENSHOTS}/handover-desktop.png`, fullPage: true });
  expect(await findBarriers(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: `${SCREENSHOTS}/handover-print.png`, fullPage: true });
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByText(/^Handover · Acme/).waitFor();
  await page.pdf({ path: `${SCREENSHOTS}/handover.pdf`, format: 'A4' });
  await page.emulateMedia({ media: null });
  await panel(/^Open \(/)
    .getByRole('link', { name: waiting.message })
    .click();
  await page.locator('#detail-heading', { hasText: waiting.message }).waitFor();
  expect(complaints).toEqual([]);
  await close();
  for (const { id } of [waiting, parked]) await desk.master.alerts.resolve(id);
});

test('A night guard checks in on a phone, also with a lost network, and misses one, which somebody is notified of', async () => {
  const [site] = (await desk.master.sites.list({ limit: 1 }).all()).slice(0, 1);
  if (!site) throw new Error('There is no site');
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  const windows = [{ weekdays: [...weekdays], from: '00:00', to: '00:00' }];
  const rounds = {
    name: 'Night guard',
    site_id: site.id,
    kind: 'check_in',
    windows,
    every_minutes: 1,
  } as const;
  const supervision = await desk.master.supervisions.create(rounds);
  const { id: userId } = await desk.master.me();
  const rule = await desk.master.notificationRules.create({
    name: 'Missed check-ins',
    events: ['alert.raised'],
    types: ['missed-check-in'],
    recipients: [{ user_id: userId }],
    channels: ['email'],
  });
  const { page, close } = await openPage(desk.browser, SIZES[1].options);
  await signInAt(page, desk.url, MASTER, `?site_id=${site.id}#/check-in`);
  const button = page.locator('.check-in-button');
  await page.getByText(/^(Next check-in by|Overdue since)/).waitFor();
  await button.click();
  await page.getByText(/^Checked in at/).waitFor();
  const before = (await desk.master.checkIns.get(site.id)).last?.at;
  await page.screenshot({ path: `${SCREENSHOTS}/check-in-phone.png` });
  expect(await findBarriers(page)).toEqual([]);
  expect(await isFitting(page)).toBe(true);

  await page.context().setOffline(true);
  await button.click();
  await page.getByRole('button', { name: 'Not sent: no connection' }).waitFor();
  await page.getByText(/It is sent again by itself/).waitFor();
  await page.screenshot({ path: `${SCREENSHOTS}/check-in-offline-phone.png` });
  await page.context().setOffline(false);
  await page.getByText(/^Checked in at/).waitFor();
  const after = (await desk.master.checkIns.get(site.id)).last?.at ?? '';
  expect(after > (before ?? '')).toBe(true);

  // Nobody presses for over a minute: the rule for critical alerts notifies whoever is on call.
  const isMissed = async () =>
    (await desk.master.alerts.listOfSite(site.id, { type: 'missed-check-in', status: 'active' }).all())[0];
  for (let minutes = 0; minutes < 12 && !(await isMissed()); minutes += 1) await desk.passMinute();
  await expect.poll(isMissed).toBeDefined();
  const missed = await isMissed();
  const notified = async () =>
    (await desk.master.alerts.listNotifications(missed?.id ?? '').all()).map(({ status }) => status);
  await expect.poll(notified, { timeout: 60_000 }).not.toEqual([]);
  await button.click();
  await page.getByText(/^Checked in at/).waitFor();
  await expect.poll(async () => (await desk.master.alerts.get(missed?.id ?? '')).restored_at).toBeDefined();
  expect((await desk.master.alerts.get(missed?.id ?? '')).status).not.toBe('resolved');
  await close();
  await desk.master.supervisions.delete(supervision.id);
  await desk.master.notificationRules.delete(rule.id);
  await desk.master.alerts.resolve(missed?.id ?? '');
});

test('An admin fills a calendar with the holidays of a region, and sees which day only the country lists', async () => {
  const { page, complaints, close } = await openPage(desk.browser, SIZES[0].options);
  await signInAt(page, desk.url, MASTER, '#/calendars/new');
  await page.getByLabel('Name').fill('Holidays in São Paulo');
  await page.getByText('Fill from public holidays').click();
  await page.getByLabel('Country').selectOption('BR');
  await page.getByLabel('Region').selectOption('SP');
  await page.getByLabel('Year').selectOption('2027');
  await page
    .getByText(/only in the list of the country/)
    .first()
    .waitFor();
  await page.getByText(/date-holidays .* CC BY-SA/).waitFor();
  await page.getByRole('checkbox', { name: /November 20, 2027/ }).check();
  await page.screenshot({ path: `${SCREENSHOTS}/calendar-desktop.png`, fullPage: true });
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: /^Add the \d+ chosen days$/ }).click();
  await page.locator('form button[type=submit]').click();
  const saved = async () => (await desk.master.calendars.list().all())[0]?.dates;
  await expect.poll(saved).toEqual(expect.arrayContaining(['2027-01-01', '2027-07-09', '2027-11-20']));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SCREENSHOTS}/calendar-phone.png` });
  expect(await isFitting(page)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});
