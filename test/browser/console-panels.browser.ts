import { createSecretKey, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Panel } from '../../lib/client/index.ts';
import { dial, type Signal } from '../../lib/receiver/dialler.ts';
import { isFitting } from './console-layout.ts';
import { choose, detailOf, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const ADMIN = 'admin@acme.test';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TYPED = '204117';
const SENT = '204171';

let desk: LocalConsole;
let sequence = 0;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

/** Lets a panel at this address send a signal, or a sign of life without one, and returns the answer. */
function send(account: string, key: string, signal?: Pick<Signal, 'code' | 'number'>) {
  sequence += 1;
  return dial(
    {
      host: '127.0.0.1',
      port: desk.panelPort,
      transport: 'tcp',
      account,
      line: '0',
      key: createSecretKey(key, 'hex'),
      randomBytes,
      now: new Date(),
      patience: 5_000,
    },
    String(sequence).padStart(4, '0'),
    signal ? [{ format: 'sia', partition: '1', ...signal }] : [],
  );
}

const settled = (page: Page) => expect.poll(() => page.getByText(/^Reading/).count()).toBe(0);

test('An installer connects a panel with a mistyped account on a phone, its burglary rings with the name of the zone, its restores show, and its silence makes it offline', async () => {
  const phone = await openPage(desk.browser, PHONE);
  const installer = phone.page;
  await signInAt(installer, desk.url, ADMIN, `?site_id=${desk.siteId}#/devices/new`);
  await installer.getByLabel('Name').fill('Shop panel');
  await installer.getByLabel('Type').fill('alarm-panel');
  await installer.getByRole('button', { name: 'Create' }).click();
  await installer.getByRole('link', { name: 'Connect an alarm panel' }).click();
  await installer.getByLabel('Account', { exact: true }).fill(TYPED);
  expect(await isFitting(installer)).toBe(true);
  expect(await findBarriers(installer)).toEqual([]);
  await installer.getByRole('button', { name: 'Next' }).click();
  await installer.getByText('Waiting for the first signal').waitFor();
  const key = await installer.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  expect(key).toMatch(/^[\dA-F]{32}$/);
  const writtenAs = (name: string) => installer.getByRole('textbox', { name, exact: true }).inputValue();
  expect(await writtenAs('Account')).toBe(TYPED);
  expect([await writtenAs('Address'), await writtenAs('Port')]).toEqual(['localhost', `${desk.panelPort}`]);

  // The panel has another account: nobody answers it, and its master finds out.
  expect(await send(SENT, key, { code: 'RP' })).toBeUndefined();
  const office = await openPage(desk.browser);
  await signInAt(office.page, desk.url, MASTER, '#/devices');
  await office.page.getByRole('link', { name: 'Unknown panels' }).click();
  const stranger = office.page.getByRole('row').filter({ hasText: SENT });
  await stranger.getByText('No panel has this account.').first().waitFor();
  await stranger.getByText('127.0.0.1').first().waitFor();
  await office.close();

  // Nobody has copied the key yet: it is still there after the installer has looked elsewhere.
  await installer.getByText('Unknown panels', { exact: true }).click();
  await installer.getByText('You see those from your address now, 127.0.0.1.').waitFor();
  await installer.getByRole('link', { name: '← Shop panel' }).click();
  await installer.getByText('Guard never shows it again.').first().waitFor();
  expect(await writtenAs('Key')).toBe(key);
  await installer.getByRole('link', { name: 'Set up step by step' }).click();
  expect(await writtenAs('Key')).toBe(key);
  await installer.getByText(`A panel with account ${SENT} calls from your address 127.0.0.1.`).waitFor();
  await installer.getByRole('button', { name: `Use account ${SENT}` }).click();
  await expect
    .poll(() => installer.getByRole('textbox', { name: 'Account', exact: true }).inputValue())
    .toBe(SENT);
  // A receiver remembers for ten seconds that nobody has an account.
  await desk.passMinute();
  expect(await send(SENT, key, { code: 'RP' })).toBe('ACK');
  await installer.getByText('The panel is heard.').waitFor();
  await installer.locator('.frames').getByText('Test', { exact: true }).waitFor();

  await installer.getByText('Put the device on test first').waitFor();
  await installer.getByRole('link', { name: 'Put on test' }).waitFor();
  expect(await writtenAs('Key')).toBe(key);
  await installer.screenshot({ path: '.guard/screenshots/wizard-phone.png', fullPage: true });

  // While the zones are triggered, they get their names.
  expect(await send(SENT, key, { code: 'BA', number: '6' })).toBe('ACK');
  await installer.getByLabel('Zone 6 has no name yet').fill('Back door');
  await installer.getByRole('button', { name: 'Save the name' }).click();
  await installer.locator('.frames').getByText('Back door (zone 6)').waitFor();
  expect(await isFitting(installer)).toBe(true);
  expect(await findBarriers(installer)).toEqual([]);
  await installer.getByRole('link', { name: 'Done' }).click();

  await installer.getByRole('button', { name: 'Edit Alarm panel' }).click();
  await installer.getByRole('button', { name: 'Add a zone' }).click();
  const zone = installer.getByRole('listitem', { name: 'Zone 2' });
  await zone.getByLabel('Number', { exact: true }).fill('5');
  await zone.getByLabel('Name of the zone').fill('Shop window');
  await choose(zone.getByLabel('Zone or device here'), 'Perimeter');
  expect(await findBarriers(installer)).toEqual([]);
  await installer.getByRole('button', { name: 'Save' }).click();
  await installer.getByText('6 Back door, 5 Shop window').waitFor();
  await desk.passMinute();

  const control = await openPage(desk.browser);
  await signInAt(control.page, desk.url, OPERATOR);
  expect(await send(SENT, key, { code: 'BA', number: '5' })).toBe('ACK');
  const burglary = rowWith(control.page, 'Burglary alarm, Shop window (zone 5)');
  await burglary.getByText('New', { exact: true }).waitFor();
  await burglary.getByText('Shop panel · Perimeter').waitFor();
  expect(await burglary.getByText('The cause is over').count()).toBe(0);
  expect(await send(SENT, key, { code: 'BR', number: '5' })).toBe('ACK');
  await burglary.getByText('The cause is over').waitFor();
  await burglary.click();
  await detailOf(control.page).locator('.alert-place').getByText('The cause is over').waitFor();
  await detailOf(control.page).getByRole('button', { name: 'Close' }).click();

  expect(await send(SENT, key, { code: 'AT' })).toBe('ACK');
  const mains = rowWith(control.page, 'Mains failure');
  await mains.waitFor();
  expect(await send(SENT, key, { code: 'AR' })).toBe('ACK');
  await mains.waitFor({ state: 'detached' });

  expect(await send(SENT, key)).toBe('ACK');
  const { data } = await desk.master.devices.list({ type: 'alarm-panel', limit: 1 }).page();
  const stateOf = async () => (await desk.master.panels.get(data[0]?.id ?? '')).state;
  expect(await stateOf()).toBe('online');
  // It gives a sign of life every minute, and three are missing. The receiver may write the last one meanwhile.
  const stateAfterAMinute = () => desk.passMinute().then(stateOf);
  await expect.poll(stateAfterAMinute).toBe('offline');
  await rowWith(control.page, 'Shop panel').filter({ hasText: 'Device offline' }).waitFor();
  await installer.reload();
  await installer.locator('.facts').getByText('Offline', { exact: true }).waitFor();
  expect(await send(SENT, key)).toBe('ACK');
  await expect.poll(stateOf).toBe('online');
  await control.close();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('Where Guard has no receiver, an installer reads that nothing can arrive instead of waiting; where it has two addresses, both are shown', async () => {
  const device = await desk.master.devices.create(desk.siteId, { name: 'Yard', type: 'siren' });
  const { page, close, complaints } = await openPage(desk.browser, PHONE);
  await signInAt(page, desk.url, ADMIN, `#/devices/${device.id}`);
  let receiver: Panel['receiver'] = null;
  await page.route(`**/api/v1/devices/${device.id}/panel`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), receiver } });
  });
  await page.getByRole('link', { name: 'Connect an alarm panel' }).click();
  await page.getByLabel('The panel gives a sign of life').selectOption('every day');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('This Guard has no receiver of alarm panels').waitFor();
  await page.getByText('every 24 h', { exact: true }).waitFor();
  expect(await page.getByText('Waiting for the first signal').count()).toBe(0);
  expect(await page.getByRole('textbox', { name: 'Address', exact: true }).count()).toBe(0);
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByText('Never heard', { exact: true }).waitFor();

  receiver = { hosts: ['203.0.113.7', '203.0.113.8'], port: 3061 };
  await page.getByRole('link', { name: 'Set up step by step' }).click();
  await page.getByText('Waiting for the first signal').waitFor();
  const written = ['Address', 'Backup address', 'Port'].map((name) =>
    page.getByRole('textbox', { name, exact: true }).inputValue(),
  );
  expect(await Promise.all(written)).toEqual(['203.0.113.7', '203.0.113.8', '3061']);
  expect(await isFitting(page)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
  await desk.master.devices.delete(device.id);
});

test('The page of a panel shows why a signal was refused, and what is wrong with its settings; a person who may not change the device sees none of it', async () => {
  const device = await desk.master.devices.create(desk.siteId, { name: 'Store', type: 'alarm-panel' });
  const key = '00112233445566778899AABBCCDDEEFF';
  await desk.master.panels.set(device.id, { account: '5501', encryption: 'aes', key });
  expect(await send('5501', key.replace('00', 'FF'), { code: 'BA', number: '1' })).toBeUndefined();
  expect(await send('5501', key.replace('00', 'FF'))).toBeUndefined();
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, ADMIN, `#/devices/${device.id}`);
  const signals = page.getByRole('table', { name: 'Signals of the last 7 days' });
  await signals
    .getByText('The key in the panel is another one, or it sends no exact time.')
    .first()
    .waitFor();
  await signals.getByText('Sign of life', { exact: true }).waitFor();
  await signals.getByText('Nothing that could be read').waitFor();
  await page.getByRole('button', { name: 'Edit Alarm panel' }).click();
  await page.getByLabel('Account', { exact: true }).fill('1234');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Another panel has this account already').waitFor();
  await page.getByLabel('Encryption').selectOption('None: the address is the proof');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required.').waitFor();
  await page.getByLabel('Addresses from which it sends').fill('127.0.0.1');
  await page.getByLabel('Account', { exact: true }).fill('5502');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('None: the address is the proof').waitFor();
  expect(await desk.master.panels.get(device.id)).toMatchObject({ account: '5502', time_check: 'lenient' });
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('link', { name: 'Connect an alarm panel' }).waitFor();
  await close();

  const other = await openPage(desk.browser);
  await signInAt(other.page, desk.url, OPERATOR, `#/devices/${device.id}`);
  await other.page.getByRole('heading', { name: 'Details' }).waitFor();
  await settled(other.page);
  expect(await other.page.getByText('Alarm panel', { exact: true }).count()).toBe(1);
  await other.close();
  await desk.master.devices.delete(device.id);
});
