import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  choose,
  detailOf,
  followInvitation,
  resend,
  rowWith,
  signInAt,
  untilEnabled,
} from './console-page.ts';
import { type LocalConsole, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';
import { linkTo } from './outbox.ts';

const PASSWORD = 'a-long-enough-password';
const CSV = [
  'site,zone,name,type,serial,heartbeat_seconds',
  ...Array.from({ length: 200 }, (_, i) => `Harbour,Yard,Yard sensor ${i},motion-sensor,Y-${i},`),
].join('\n');

let desk: LocalConsole;
let receiver: Server;
let received: IncomingMessage[];

beforeAll(async () => {
  desk = await startLocalConsole();
  received = [];
  receiver = createServer((request, response) => {
    received.push(request);
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await desk?.stop();
  receiver?.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const open = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

test('In the browser alone, a platform admin and a master set up a tenant from nothing to its first acknowledged alert', async () => {
  const platform = await openPage(desk.browser);
  await signInAt(platform.page, desk.url, 'platform@guard.test');
  await platform.page.getByRole('link', { name: 'Create a tenant' }).click();
  await fill(platform.page, 'Name', 'Initech');
  await fill(platform.page, 'Name of its master', 'Ida Master');
  await fill(platform.page, 'E-mail of its master', 'ida@initech.test');
  await press(platform.page, 'Create a tenant');
  await heading(platform.page, 'Initech').waitFor();
  await platform.close();

  // The checklist of the first day: site, device, key.
  const { page, close } = await openPage(desk.browser);
  await followInvitation(page, await linkTo(desk.url, 'ida@initech.test'), PASSWORD);
  await page.getByRole('link', { name: 'Create a site' }).click();
  await fill(page, 'Name', 'Harbour');
  await press(page, 'Create a site');
  await heading(page, 'Harbour').waitFor();
  await open(page, 'Overview');
  await page.getByRole('link', { name: 'Add a device' }).click();
  await choose(page.getByLabel('Site', { exact: true }), 'Harbour');
  await fill(page, 'Name', 'Gate sensor');
  await fill(page, 'Type', 'Motion sensor');
  await press(page, 'Create');
  await press(page, 'Create its key');
  const key = await page.getByLabel('Key', { exact: true }).inputValue();

  // Meanwhile in another tab: a zone, 200 devices, an operator, a webhook and an escalation.
  const tab = await openPage(desk.browser);
  await signInAt(tab.page, desk.url, 'ida@initech.test', '#/sites', PASSWORD);
  await tab.page.getByRole('link', { name: 'Harbour' }).click();
  await tab.page.getByRole('link', { name: 'Settings' }).click();
  await fill(tab.page, 'New zone', 'Yard');
  await press(tab.page, 'Add a zone');
  await tab.page.getByRole('rowheader', { name: 'Yard' }).waitFor();

  await tab.page.goto(`${desk.url}/console#/devices/import`);
  await tab.page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'yard.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  await press(tab.page, 'Create 200 devices');
  await tab.page.getByText('200 devices created.').waitFor();

  await open(tab.page, 'People');
  await tab.page.getByRole('link', { name: 'Add a person' }).click();
  await fill(tab.page, 'Name', 'Otto Operator');
  await fill(tab.page, 'E-mail', 'otto@initech.test');
  await tab.page.getByLabel('First password', { exact: true }).selectOption('Set a password now');
  await fill(tab.page, 'Password', PASSWORD);
  await tab.page.getByLabel('Harbour').check();
  await press(tab.page, 'Add a person');
  await heading(tab.page, 'Otto Operator').waitFor();

  await open(tab.page, 'Webhooks');
  await tab.page.getByRole('link', { name: 'Create a webhook' }).click();
  await fill(tab.page, 'URL', `http://localhost:${(receiver.address() as AddressInfo).port}/`);
  await tab.page.getByLabel('An alert was acknowledged').check();
  await press(tab.page, 'Create a webhook');
  await press(tab.page, 'I have stored the secret');

  await open(tab.page, 'Response');
  await open(tab.page, 'Escalation');
  await tab.page.getByRole('group', { name: 'High' }).getByRole('textbox').first().fill('5');
  await tab.page.getByRole('button', { name: 'Save', exact: true }).first().click(); // the second one saves the reminders
  await tab.page.getByText('Saved.').waitFor();

  // The first report, as the device sends it.
  const event = { action: 'raise', type: 'intrusion', severity: 'high', message: 'Motion at the gate' };
  await fetch(`${desk.url}/api/v1/reports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  });
  await close();

  const otto = await openPage(desk.browser);
  await signInAt(otto.page, desk.url, 'otto@initech.test', '', PASSWORD);
  await rowWith(otto.page, 'Motion at the gate').click();
  const acknowledge = detailOf(otto.page).getByRole('button', { name: 'Acknowledge' });
  await untilEnabled(acknowledge);
  await acknowledge.click();
  await rowWith(otto.page, 'Motion at the gate').getByText('Acknowledged by Otto Operator').waitFor();
  await otto.close();

  // Its delivery, and the same again.
  await open(tab.page, 'Webhooks');
  await tab.page.getByRole('link', { name: 'http://localhost' }).click();
  const delivery = tab.page.getByRole('row').filter({ hasText: 'An alert was acknowledged' });
  await delivery.getByText('Delivered').waitFor();
  await resend(delivery);
  await desk.passMinute();
  await expect.poll(() => received.map(({ headers }) => headers['webhook-id'])).toHaveLength(2);
  const [first, second] = received.map(({ headers }) => headers['webhook-id']);
  expect(second).toBe(first);
  await tab.close();
});
