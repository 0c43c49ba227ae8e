import { createSecretKey, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { dial, type Signal } from '../../lib/receiver/dialler.ts';
import { isFitting } from './console-layout.ts';
import { detailOf, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

/** The time on the clocks of a zone, some minutes from now. */
const clockTime = (zone: string, minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + minutes * 60_000),
  );

const passMinutes = async (count: number) => {
  for (let minute = 0; minute < count; minute += 1) await desk.passMinute();
};

const openingsOf = (page: Page) => page.getByRole('link', { name: 'Openings', exact: true });

test('A shop closes late: the operator calls, extends by half an hour with a note, it closes, and the alert ends by itself', async () => {
  const { master, siteId } = desk;
  const { timezone } = await master.sites.get(siteId);
  const device = await master.devices.create(siteId, { name: 'Shop panel', type: 'panel' });
  const { key } = await master.keys.create({ name: 'Shop panel', device_id: device.id });
  const shop = createGuardClient({ baseUrl: desk.url, key });
  await shop.report([{ action: 'open', user_number: '7' }]);

  const office = await openPage(desk.browser, { locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const { page } = office;
  await signInAt(page, desk.url, MASTER, `#/sites/${siteId}`);
  await openingsOf(page).click();
  await page.getByText('user 7').first().waitFor();
  await page.getByRole('button', { name: 'Add a supervision' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Shop closed');
  await page.getByLabel('Grace in minutes').fill('0');
  for (const day of await page.getByRole('group', { name: 'Times' }).getByRole('checkbox').all())
    await day.check();
  await page.getByLabel('From').fill(clockTime(timezone, -120));
  await page.getByLabel('Until', { exact: true }).fill(clockTime(timezone, 2));
  await page.getByText('If the site is not closed 0 min after a time ends').waitFor();
  await page.getByRole('heading', { name: 'Next times' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Next times' }).locator('+ ul > li').count()).toBe(7);
  await page.getByRole('heading', { name: 'Last week it would have been' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await isFitting(page)).toBe(true);
  await page.locator('form').getByRole('button', { name: 'Add a supervision' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Shop closed' });
  await row.getByText('Closed in time').waitFor();
  const shopIs = (state: string) =>
    page.locator('section').filter({ hasText: 'Open or closed' }).getByText(state, { exact: true });
  await shopIs('Open').first().waitFor();

  const { page: operator, complaints, close } = await openPage(desk.browser, { locale: 'en-GB', ...PHONE });
  // The service has run for a moment only: it judges nothing in its first five minutes.
  await passMinutes(9);
  await signInAt(operator, desk.url, OPERATOR);
  const late = rowWith(operator, 'Shop closed: not closed by');
  await late.click();
  const detail = detailOf(operator);
  await detail.getByRole('button', { name: 'Acknowledge' }).click();
  await detail.getByRole('button', { name: 'Extend' }).click();
  await detail.getByRole('button', { name: '30 min' }).click();
  await detail.getByText('Write down first who asked for it.').waitFor();
  await detail.getByLabel('Who asked for it, and why').fill('Mrs. Seller: stocktaking');
  expect(await isFitting(operator)).toBe(true);
  expect(await findBarriers(operator)).toEqual([]);
  await detail.getByRole('button', { name: '30 min' }).click();
  await detail.getByText('Extended until').first().waitFor();
  await detail.locator('.event, li').getByText('Mrs. Seller: stocktaking').first().waitFor();

  await shop.report([{ action: 'close', user_number: '7' }]);
  await late.waitFor({ state: 'detached' });
  // The page that was open all the time says so, too.
  await shopIs('Closed').first().waitFor();
  await office.close();
  const { data } = await master.alerts.listOfSite(siteId, { type: ['late-to-close'] }).page();
  expect(data).toMatchObject([{ status: 'resolved', resolved_by: null }]);
  expect(complaints).toEqual([]);

  await close();
});

test('The weekly test of a panel does not come: its site shows the alert, and the next test writes that its cause is over', async () => {
  const { master } = desk;
  const site = await master.sites.create({ name: 'Corner shop', timezone: 'Europe/Berlin' });
  const device = await master.devices.create(site.id, { name: 'Corner panel', type: 'alarm-panel' });
  const key = randomBytes(16).toString('hex');
  await master.panels.set(device.id, { account: '771204', encryption: 'aes', key });
  let sequence = 0;
  const send = (signal: Pick<Signal, 'code' | 'number'>) => {
    sequence += 1;
    return dial(
      {
        host: '127.0.0.1',
        port: desk.panelPort,
        transport: 'tcp',
        account: '771204',
        line: '0',
        key: createSecretKey(key, 'hex'),
        randomBytes,
        now: new Date(),
        patience: 5_000,
      },
      String(sequence).padStart(4, '0'),
      [{ format: 'sia', partition: '1', ...signal }],
    );
  };
  await expect.poll(() => send({ code: 'RP' }), { timeout: 10_000 }).toBe('ACK');
  await send({ code: 'CL', number: '7' });

  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB', ...PHONE });
  await signInAt(page, desk.url, MASTER, `#/sites/${site.id}`);
  await openingsOf(page).click();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Add a supervision' }).click();
  await page.getByLabel('What is supervised').selectOption({ label: 'Test of a device or panel' });
  await page.getByLabel('Name', { exact: true }).fill('Weekly test');
  await page.getByLabel('Device', { exact: true }).fill('Corner panel');
  await page.getByRole('option', { name: 'Corner panel' }).click();
  await page.getByLabel('Every so many minutes').fill('5');
  await page.getByLabel('Grace in minutes').fill('0');
  await page.getByText('Last report').waitFor();
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.locator('form').getByRole('button', { name: 'Add a supervision' }).click();
  await page.getByRole('cell', { name: 'Weekly test' }).first().waitFor();

  await passMinutes(9);
  const alerts = async () =>
    (await master.alerts.listOfSite(site.id, { type: ['fail-to-test'] }).page()).data;
  await expect.poll(async () => (await alerts()).length).toBe(1);
  await page.getByRole('link', { name: /^Now/ }).click();
  await page.getByText('Weekly test: no test since').first().waitFor();
  expect(await send({ code: 'RP' })).toBe('ACK');
  const [alert] = await alerts();
  await expect.poll(async () => (await master.alerts.get(alert?.id ?? '')).restored_at).toBeTruthy();
  expect(complaints).toEqual([]);
  await close();
});
