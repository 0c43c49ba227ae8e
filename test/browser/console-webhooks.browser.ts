import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../lib/local/engine.ts';
import { isOpen } from '../docs/port.ts';
import { resend, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

let desk: LocalConsole;
let receiver: Server;
let received: IncomingMessage[];
let answer: number;

beforeAll(async () => {
  desk = await startLocalConsole();
  received = [];
  answer = 204;
  receiver = createServer((request, response) => {
    received.push(request);
    request.resume();
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await desk?.stop();
  receiver?.close();
});

const urlOfReceiver = () => `http://localhost:${(receiver.address() as AddressInfo).port}/`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rows = (page: Page) => page.getByRole('row').filter({ hasText: 'A test' });

test('In the console, a master creates a webhook, sends a test event, and resends a failed delivery with the same id', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/webhooks');
  await page.getByRole('link', { name: 'Create a webhook' }).click();
  await page.getByLabel('URL').fill('nowhere');
  await page.getByLabel('An alert was raised').check();
  await press(page, 'Create a webhook');
  await page.locator('[name="url"][aria-invalid="true"]:focus').fill(urlOfReceiver());
  await press(page, 'Create a webhook');
  expect(await page.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
  await press(page, 'I have stored the secret');

  await press(page, 'Send a test');
  await rows(page).getByText('Delivered').waitFor();
  answer = 500;
  await press(page, 'Send a test');
  const failed = rows(page).filter({ hasText: 'Failed' });
  await failed.locator('[data-label="Last answer"]').getByText('500').waitFor();
  const { headers } = received.at(-1) ?? {};
  answer = 204;
  await resend(failed);
  await desk.passMinute();
  await expect.poll(() => received.at(-1)?.headers['webhook-id']).toBe(headers?.['webhook-id']);
  await expect.poll(() => received.length).toBe(3);
  await failed.waitFor({ state: 'detached' });
  await close();
});

test('The command that the console shows with a new signing secret verifies what Guard sends, as it is pasted', async () => {
  const port = await freePort();
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, '#/webhooks/new');
  await page.getByLabel('URL').fill(`http://localhost:${port}/`);
  await page.getByLabel('An alert was raised').check();
  await press(page, 'Create a webhook');
  const command = await page.getByLabel('Try it: receive and verify').inputValue();
  const receiving = spawn('sh', ['-c', `exec ${command.slice(command.indexOf('python3'))}`], {
    env: { ...process.env, SECRET: /'(whsec_[^']+)'/.exec(command)?.[1] },
  });
  let printed = '';
  receiving.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await press(page, 'I have stored the secret');
  await expect.poll(() => isOpen(port)).toBe(true);
  await press(page, 'Send a test');
  await rows(page).getByText('Delivered').waitFor();
  const forged = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
  const { status } = await fetch(`http://localhost:${port}/`, {
    method: 'POST',
    body: '{}',
    headers: forged,
  });
  expect(status).toBe(401);
  // The answer may be here before what the process printed.
  await expect.poll(() => printed).toBe('webhook.test\nwrong signature\n');
  receiving.kill();
  await close();
});

test.each(['light', 'dark'] as const)(
  'The tool axe finds no accessibility barriers on the webhook pages of the console (%s)',
  async (colorScheme) => {
    const webhook = await desk.master.webhooks.create({ url: urlOfReceiver(), events: ['alert.raised'] });
    await desk.master.webhooks.test(webhook.id);
    const { page, close } = await openPage(desk.browser, {
      colorScheme,
      viewport: { width: 390, height: 3000 },
    });
    await signInAt(page, desk.url, MASTER, '#/webhooks');
    await page.getByRole('row').nth(1).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${desk.url}/console#/webhooks/${webhook.id}`);
    await rows(page).waitFor();
    await press(page, 'Resend all that failed');
    await page.getByLabel('Since').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await close();
  },
);

test('In the console, the page of a webhook warns of deleted sites, and a master can remove them from the webhook', async () => {
  const [kept, first, second] = await Promise.all(
    ['Kept', 'Gone 1', 'Gone 2'].map(async (name) => (await desk.master.sites.create({ name })).id),
  );
  const site_ids = [kept, first, second].filter((it) => it !== undefined);
  const webhook = await desk.master.webhooks.create({
    url: urlOfReceiver(),
    events: ['alert.raised'],
    site_ids,
  });
  for (const id of site_ids.slice(1)) await desk.master.sites.delete(id);
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, MASTER, `#/webhooks/${webhook.id}`);
  await page.getByRole('heading', { name: 'What stays silent' }).waitFor();
  expect(await page.getByText('A chosen site was deleted.').count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  for (const id of site_ids.slice(1)) await page.getByLabel(id).uncheck();
  await press(page, 'Save');
  await page.getByText('A chosen site was deleted.').waitFor({ state: 'detached' });
  expect((await desk.master.webhooks.get(webhook.id)).site_ids).toEqual([kept]);
  await close();
});
