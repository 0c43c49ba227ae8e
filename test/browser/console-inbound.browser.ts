import { readFileSync } from 'node:fs';
import { connectAsync } from 'mqtt';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFitting } from './console-layout.ts';
import { detailOf, rowWith, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const ADMIN = 'admin@acme.test';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SAMPLE = new URL(
  '../unit/shared/inbound/samples/01-alertmanager-two-alerts-firing.json',
  import.meta.url,
);

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk?.stop());

/** Opens the page that connects another system to a new device, on a phone. */
async function openNewDevice(name: string) {
  const { id } = await desk.master.devices.create(desk.siteId, { name, type: 'gateway' });
  const phone = await openPage(desk.browser, PHONE);
  await signInAt(phone.page, desk.url, ADMIN, `#/devices/${id}`);
  await phone.page.getByRole('link', { name: 'Connect another system' }).click();
  return { id, phone, page: phone.page };
}

/** Makes the address, as its page shows it. */
async function makeAddress(page: Page, system: string): Promise<string> {
  await page.getByRole('main').getByLabel('System').selectOption({ label: system });
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make the address' }).click();
  const url = await page.getByRole('textbox', { name: 'Address', exact: true }).inputValue();
  expect(url).toMatch(/\/api\/v1\/inbound\/guard_i_\w+$/);
  await page.getByText('Waiting for the first message').waitFor();
  return url;
}

const post = async (url: string, body: object | Buffer) => {
  const sent = await fetch(url, {
    method: 'POST',
    body: body instanceof Buffer ? body : JSON.stringify(body),
  });
  expect(sent.status).toBe(200);
};

test('An installer connects an Alertmanager on a phone, sees what its first message meant, and it rings at the desk', async () => {
  const { phone, page } = await openNewDevice('Monitoring');
  const url = await makeAddress(page, 'Prometheus Alertmanager');
  await post(url, readFileSync(SAMPLE));
  await page.getByText('Smoke in plant room').first().waitFor();
  await page.getByText('Alert raised').first().waitFor();
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have stored the address' }).click();
  expect(await page.getByText('guard_i_').count()).toBe(0);
  await phone.close();
  const control = await openPage(desk.browser);
  await signInAt(control.page, desk.url, OPERATOR);
  await rowWith(control.page, 'Smoke in plant room').first().click();
  await detailOf(control.page).getByText('Monitoring').first().waitFor();
  await control.close();
});

test('An installer types what a phone shows into a smoke sensor that speaks MQTT, and it rings at the desk', async () => {
  const { phone, page } = await openNewDevice('Zigbee gateway');
  await makeAddress(page, 'Zigbee2MQTT');
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  const shown = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]').innerText();
  const password = await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue();
  const sensor = await connectAsync({
    host: await shown('Host'),
    port: Number(await shown('Port')),
    username: await shown('User'),
    password,
  });
  const topic = (await shown('Topic')).replace('#', 'Boiler room');
  await sensor.publishAsync(topic, '{"smoke":true,"battery":98}', { qos: 1, retain: true });
  await page.getByText('Boiler room: smoke').first().waitFor();
  await page.getByText('Alert raised').first().waitFor();
  await sensor.publishAsync(topic, '{"smoke":false,"battery":98}', { qos: 1, retain: true });
  await page.getByText('End noted in the alert').first().waitFor();
  await sensor.endAsync();
  await page.getByRole('button', { name: 'I have stored the address' }).click();
  expect(await page.getByText('guard_i_').count()).toBe(0);
  await page.getByText(/localhost:\d+/).waitFor();
  await phone.close();
  const control = await openPage(desk.browser);
  await signInAt(control.page, desk.url, OPERATOR);
  await rowWith(control.page, 'Boiler room: smoke').first().click();
  await detailOf(control.page).getByText('Zigbee gateway').first().waitFor();
  await control.close();
});

test('An installer says by tapping on the last message what its fields mean, and the next one is an alarm', async () => {
  const { id, phone, page } = await openNewDevice('Gate bus');
  const url = await makeAddress(page, 'Another system, by its fields');
  await post(url, { data: { sensor: 'gate-2', position: 'ajar', text: 'Gate 2 was forced' } });
  await page.getByText('Not understood').first().waitFor();
  await page.getByRole('button', { name: 'I have stored the address' }).click();
  await page.getByLabel('What is data.position?').selectOption({ label: 'Whether it is an alarm' });
  await page.getByLabel('“ajar” means').selectOption({ label: 'Alarm' });
  await page.getByLabel('What is data.sensor?').selectOption({ label: 'The sensor' });
  await page.getByLabel('What is data.text?').selectOption({ label: 'The text' });
  await page.getByLabel('Type of its alerts').selectOption({ label: 'Door forced open' });
  expect(await isFitting(page)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It counts from the next message on').waitFor();
  expect((await desk.master.inbound.get(id)).mapping).toEqual({
    state: 'data.position',
    alarm_values: ['ajar'],
    thing: 'data.sensor',
    message: 'data.text',
    type: 'door-forced',
  });
  await post(url, { data: { sensor: 'gate-2', position: 'Ajar', text: 'Gate 2 was forced' } });
  await page.getByText('Alert raised').first().waitFor();
  await page.getByText('Door forced open · Gate 2 was forced').first().waitFor();

  await page.getByRole('button', { name: 'Revoke now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke now' }).click();
  await page.getByRole('button', { name: 'Make the address' }).waitFor();
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404);
  await phone.close();
});
