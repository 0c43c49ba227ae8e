import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../lib/local/engine.ts';
import { rowWith, signedInClient, signInAt, siteNamed } from './console-page.ts';
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
