import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../lib/client/index.ts';
import { freePort } from '../../lib/local/engine.ts';
import {
  detailOf,
  rowWith,
  signedInClient,
  signInAt,
  siteNamed,
  stopClock,
  untilEnabled,
  writeNote,
} from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openBrowser, openPage } from './open-browser.ts';

const ENTRY_POINT = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));

interface StartedServer {
  stop(): Promise<void>;
}

/** Runs `npm start` in its own process. */
async function startServer(environment: Record<string, string>): Promise<StartedServer> {
  const server = spawn(process.execPath, [ENTRY_POINT], {
    env: { ...process.env, DYNAMODB_ENDPOINT: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.startsWith('Ctrl-C')) resolve();
    });
    void ended.then(() => reject(new Error('The server ended before it was ready.')));
  });
  return {
    async stop() {
      server.kill('SIGINT');
      await ended;
    },
  };
}

test('The console shows a notice while the service does not answer, and then the alerts that it missed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guard-console-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = () => startServer({ PORT: String(port), GUARD_DATA: folder, GUARD_DEMO_TRAFFIC: 'off' });
  const browser = await openBrowser();
  let server = await start();
  try {
    const { page, close } = await openPage(browser);
    const live = page.getByText('Live', { exact: true });
    const notice = page.getByRole('alert').filter({ hasText: 'Not connected' });
    await signInAt(page, url, 'operator@acme.test');
    await live.waitFor();
    await server.stop();
    await notice.waitFor();
    server = await start();
    const master = await signedInClient(url, 'master@acme.test');
    const site_id = await siteNamed(master, 'City Office');
    const message = 'Raised while not connected';
    await master.alerts.raise({ site_id, type: 'fire', severity: 'critical', message });
    await rowWith(page, message).waitFor({ timeout: 60_000 });
    await notice.waitFor({ state: 'detached' });
    await live.waitFor({ timeout: 60_000 });
    await close();
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
});

test('The demo of the local server raises new alerts by itself while somebody watches the console', async () => {
  const port = await freePort();
  const browser = await openBrowser();
  const server = await startServer({ PORT: String(port), GUARD_DATA: 'memory' });
  try {
    const { page, close } = await openPage(browser);
    await signInAt(page, `http://localhost:${port}`, 'master@acme.test');
    const first = page.locator('.alert-rows > li').first();
    const number = async () => Number(await first.getAttribute('aria-setsize'));
    const before = await number();
    await expect.poll(number, { timeout: 60_000 }).toBeGreaterThan(before);
    await close();
  } finally {
    await browser.close();
    await server.stop();
  }
});

describe('the network goes away in the middle of a burglary', () => {
  let desk: LocalConsole;
  beforeAll(async () => {
    desk = await startLocalConsole();
  });
  afterAll(() => desk.stop());

  const offlineNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not connected' });
  const notSent = (page: Page) => page.getByText('Not sent', { exact: true });
  const historyOf = async ({ id }: Alert) =>
    (await desk.master.alerts.events(id).all()).map(({ action, actor, note }) => [action, actor.name, note]);
  /** Acknowledges the alert in the details. */
  async function acknowledge(page: Page) {
    const button = detailOf(page).getByRole('button', { name: 'Acknowledge', exact: true });
    await untilEnabled(button);
    await button.click();
  }

  test('Without a network, the console has the plan, the contacts and the history of alerts that nobody opened, and sends an acknowledgement once it is back', async () => {
    const plan = await desk.master.actionPlans.create({
      name: 'Burglary',
      types: ['burglary'],
      steps: [{ key: 'cameras', text: 'Look at the cameras', kind: 'other', required: false }],
    });
    const alert = await desk.raise({ type: 'burglary', message: 'Door forced' });
    const { page, requests, close } = await openPage(desk.browser);
    await signInAt(page, desk.url, OPERATOR);
    await expect.poll(() => requests.filter((url) => url.includes(`/alerts/${alert.id}?`))).toHaveLength(1);
    await page.context().setOffline(true);
    await offlineNotice(page).waitFor();
    await rowWith(page, alert.message).click();
    const detail = detailOf(page);
    await detail.getByRole('heading', { name: 'Action plan: Burglary' }).waitFor();
    await detail.getByText('Look at the cameras', { exact: true }).first().waitFor();
    await detail.getByText('The gate code is with the control room.').waitFor();
    await detail.getByText('Keyholder on duty').first().waitFor();
    await detail.locator('.event').getByText('Raised').waitFor();

    await writeNote(page, 'I go there');
    await acknowledge(page);
    await rowWith(page, alert.message).locator('.not-sent').waitFor();
    await detail.getByText('It is sent if the connection is back by').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await historyOf(alert)).toEqual([['raised', 'Acme Master', null]]);
    // Leaving the page asks first.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();

    await page.context().setOffline(false);
    await detail.locator('.alert-holder').getByText('You').waitFor();
    await notSent(page).first().waitFor({ state: 'detached' });
    await offlineNotice(page).waitFor({ state: 'detached' });
    expect(await historyOf(alert)).toEqual([
      ['acknowledged', 'Acme Operator', 'I go there'],
      ['raised', 'Acme Master', null],
    ]);
    await detail.getByText('I go there').waitFor();
    await desk.master.actionPlans.delete(plan.id);
    await desk.master.alerts.resolve(alert.id);
    await close();
  });

  test.each([
    [
      'another person acknowledges it meanwhile',
      (id: string) => desk.master.alerts.acknowledge(id),
      'Acme Master has acknowledged it already.',
    ],
    [
      'another person resolves it meanwhile',
      (id: string) => desk.master.alerts.resolve(id),
      'Somebody has resolved this alert already.',
    ],
    [
      'its severity rises meanwhile',
      (_: string, { dedup_key = '', message }: { dedup_key?: string | null; message: string }) =>
        desk.raise({ dedup_key: dedup_key ?? '', message, severity: 'critical' }),
      'The severity has risen since you saw it.',
    ],
  ])(
    'The console discards an acknowledgement that was made without a network, and says so, if %s',
    async (_, meanwhile, said) => {
      const alert = await desk.raise({ severity: 'high', dedup_key: crypto.randomUUID() });
      const { page, close } = await openPage(desk.browser);
      await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
      await detailOf(page).locator('.event').getByText('Raised').waitFor();
      await page.context().setOffline(true);
      await offlineNotice(page).waitFor();
      await acknowledge(page);
      await notSent(page).first().waitFor();
      await meanwhile(alert.id, alert);
      await page.context().setOffline(false);
      const report = page.locator('.action-report');
      await report.getByText('Your acknowledgement was discarded:').waitFor();
      await report.getByText(said).waitFor();
      expect(await notSent(page).count()).toBe(0);
      const own = (await historyOf(alert)).filter(([, name]) => name === 'Acme Operator');
      expect(own).toEqual([]);
      await desk.master.alerts.resolve(alert.id);
      await close();
    },
  );

  test('The console discards an acknowledgement if the network is not back within two minutes, and never sends it later', async () => {
    const alert = await desk.raise();
    const { page, requests, close } = await openPage(desk.browser);
    await page.clock.install();
    await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
    await detailOf(page).locator('.event').getByText('Raised').waitFor();
    await untilEnabled(detailOf(page).getByRole('button', { name: 'Acknowledge', exact: true }));
    await page.context().setOffline(true);
    await stopClock(page);
    await acknowledge(page);
    await notSent(page).first().waitFor();
    await page.clock.runFor(115_000);
    expect(await page.getByText('Your acknowledgement was discarded:').count()).toBe(0);
    await page.clock.runFor(10_000);
    await page.getByText('The connection was not back within 2 minutes. It was not sent.').waitFor();
    expect(await notSent(page).count()).toBe(0);
    await page.context().setOffline(false);
    await page.clock.runFor(60_000);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(requests.filter((url) => url.endsWith('/acknowledge'))).toEqual([]);
    expect((await desk.master.alerts.get(alert.id)).status).toBe('active');
    await desk.master.alerts.resolve(alert.id);
    await close();
  });

  test('An acknowledgement that arrives although every reply is lost is recorded once, and the console shows it as made', async () => {
    const alert = await desk.raise();
    const { page, close } = await openPage(desk.browser);
    let lost = 0;
    await page.route(`**/api/v1/alerts/${alert.id}/acknowledge`, async (route) => {
      const response = await route.fetch();
      lost += 1;
      // The client tries three times, and the desk again.
      if (lost <= 4) await route.abort();
      else await route.fulfill({ response });
    });
    await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
    await writeNote(page, 'On my way');
    await acknowledge(page);
    await detailOf(page).locator('.alert-holder').getByText('You').waitFor();
    await expect.poll(() => lost).toBe(5);
    await notSent(page).first().waitFor({ state: 'detached' });
    expect(await historyOf(alert)).toEqual([
      ['acknowledged', 'Acme Operator', 'On my way'],
      ['raised', 'Acme Master', null],
    ]);
    await desk.master.alerts.resolve(alert.id);
    await close();
  });
});
