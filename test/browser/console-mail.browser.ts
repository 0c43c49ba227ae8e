import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFitting } from './console-layout.ts';
import { detailOf, resolveAs, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const ADMIN = 'admin@acme.test';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SENDER = fileURLToPath(new URL('../systems/send-mail.py', import.meta.url));
const sample = (name: string) =>
  fileURLToPath(new URL(`../unit/shared/mail-in/samples/${name}`, import.meta.url));

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

test('An installer connects a camera by mail on a phone, and its mail rings at the desk with its picture, which an operator zooms and closes as a false alarm', async () => {
  const { id } = await desk.master.devices.create(desk.siteId, { name: 'Gate camera', type: 'camera' });
  const operator = await openPage(desk.browser);
  await signInAt(operator.page, desk.url, OPERATOR);
  const phone = await openPage(desk.browser, PHONE);
  const { page } = phone;
  await signInAt(page, desk.url, ADMIN, `#/devices/${id}`);
  await page.getByRole('link', { name: 'Connect by mail' }).click();
  await page.getByRole('button', { name: 'Make the address' }).click();
  const address = await page.getByRole('textbox', { name: 'Recipient' }).inputValue();
  expect(address).toMatch(/^[0-9a-z]{20}@in\.guard\.localhost$/);
  await page.getByText('Press the test button of the device').waitFor();
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  const { receiver } = await desk.master.mailAddresses.get(id);
  const port = String(receiver?.ports[0]);
  const sending = spawn('python3', [SENDER, port, 'none', address, sample('01-dahua-amcrest-tamper.eml')]);
  expect((await once(sending, 'exit'))[0]).toBe(0);
  await page.getByText('Alert raised').first().waitFor();
  await page.getByRole('button', { name: 'I have stored the address' }).click();
  await page.getByLabel('Severity of its alerts').selectOption('critical');
  await page.getByRole('button', { name: 'Add a phrase' }).click();
  await page.getByLabel('Phrase', { exact: true }).fill('Zone quiet');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It counts from the next message on').waitFor();
  expect(await desk.master.mailAddresses.get(id)).toMatchObject({
    severity: 'critical',
    phrases: [{ text: 'Zone quiet', means: 'restored' }],
  });
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await phone.close();
  await rowWith(operator.page, 'Tamper Detect').click();
  const detail = detailOf(operator.page);
  await detail.getByText('CAM-GATE-07').first().waitFor();
  const picture = detail.getByRole('region', { name: 'Pictures' }).getByRole('img');
  await expect
    .poll(() => picture.evaluate((it) => Number(Reflect.get(it, 'naturalWidth'))))
    .toBeGreaterThan(0);
  await detail.getByRole('button', { name: 'Show full screen' }).click();
  const large = operator.page.getByRole('dialog').getByRole('img');
  const width = async () => (await large.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  const whole = await width();
  await operator.page.keyboard.press('+');
  await expect.poll(width).toBeCloseTo(2 * whole, -1);
  await operator.page.keyboard.press('Escape');
  await resolveAs(operator.page, 'False alarm');
  await expect
    .poll(async () => (await desk.master.alerts.list({ device_id: id }).page()).data[0]?.status)
    .toBe('resolved');
  await operator.close();
});
