import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { dial, type Signal } from '../../lib/receiver/dialler.ts';
import { detailOf, rowWith, signedInClient, signInAt, siteNamed, untilEnabled } from './console-page.ts';
import { openBrowser, openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots/night';
const HOLD_UP: Signal = { format: 'sia', code: 'PA', number: '1' };

let server: LocalServer;

beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  server = await startLocalServer({
    environment: { PORT: '0', PANEL_PORT: '0', GUARD_DATA: 'memory', GUARD_DEMO_TRAFFIC: 'off' },
    log: () => {},
  });
});
afterAll(() => server.stop());

/** Presses the hold-up button of the demo's panel. Returns the panel's answer. */
function press(sequence: string) {
  const now = new Date();
  const dialler = {
    host: '127.0.0.1',
    transport: 'tcp',
    account: '1234',
    line: '0',
    patience: 10_000,
  } as const;
  return dial({ ...dialler, port: server.panelPort ?? 0, key: undefined, randomBytes, now }, sequence, [
    HOLD_UP,
  ]);
}

test('A hold-up button that is pressed again behind an acknowledgement rings again, a sensor of another make is heard, and so is an alarm behind a line that died', async () => {
  const master = await signedInClient(server.url, 'master@acme.test');
  const browser = await openBrowser();
  try {
    const { page, close } = await openPage(browser);
    // What firewalls do that forget a connection: HTTP works, and frames disappear.
    let isDead = false;
    await page.routeWebSocket(/\/live\?/, (client) => {
      const service = client.connectToServer();
      client.onMessage((frame) => isDead || service.send(frame));
      service.onMessage((frame) => isDead || client.send(frame));
    });
    await signInAt(page, server.url, 'operator@acme.test');
    await page.getByText('Live', { exact: true }).waitFor();

    expect(await press('7001')).toBe('ACK');
    const newest = async () => (await master.alerts.list({ type: 'panic', status: 'active' }).all())[0];
    await expect.poll(newest).toMatchObject({ status: 'active', occurrences: 1 });
    const { id = '', message = '' } = (await newest()) ?? {};
    await rowWith(page, message).click();
    const acknowledge = detailOf(page).getByRole('button', { name: 'Acknowledge', exact: true });
    await untilEnabled(acknowledge);
    await acknowledge.click();
    await expect.poll(async () => (await master.alerts.get(id)).status).toBe('acknowledged');
    await acknowledge.waitFor({ state: 'detached' });

    expect(await press('7002')).toBe('ACK');
    await acknowledge.waitFor();
    await rowWith(page, message).getByText('New', { exact: true }).waitFor();
    const actions = (await master.alerts.events(id).all()).map(({ action }) => action);
    expect(actions).toEqual(['reactivated', 'acknowledged', 'raised']);
    await page.screenshot({ path: `${SCREENSHOTS}/pressed-again.png` });

    const site_id = await siteNamed(master, 'City Office');
    const sensor = await master.devices.create(site_id, { name: 'Smoke in hall', type: 'smoke-detector' });
    const { key } = await master.keys.create({ name: 'Smoke in hall', device_id: sensor.id });
    const report = await fetch(`${server.url}/api/v1/reports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ smoke: true, battery: 61 }),
    });
    expect(report.status).toBe(200);
    await page.locator('.alert-row').filter({ hasText: 'Unknown signal' }).first().waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/another-make.png` });

    isDead = true;
    const { message: unheard } = await master.alerts.raise({
      site_id,
      type: 'panic',
      severity: 'critical',
      message: 'Hold-up behind a dead line',
    });
    const notice = page.getByRole('alert').filter({ hasText: 'Not connected since' });
    await notice.waitFor();
    await rowWith(page, unheard).waitFor();
    await page.screenshot({ path: `${SCREENSHOTS}/dead-line.png` });
    isDead = false;
    await page.getByText('Live', { exact: true }).waitFor();
    await notice.waitFor({ state: 'detached' });
    await close();
  } finally {
    await browser.close();
  }
});
