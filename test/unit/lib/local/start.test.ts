import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { REFERENCE_ASSETS } from '../../../../functions/docs.ts';
import { PROJECT_FOLDER } from '../../../../lib/local/settings.ts';
import { startLocalServer } from '../../../../lib/local/start.ts';
import { keepEnvironment } from '../../../support/keep-environment.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Runs what `npm start` does, in a process that may write nowhere but in one temporary folder. */
async function runReadOnly(): Promise<{ url: string; stop(): Promise<void> }> {
  const permissions = ['--allow-fs-read=*', `--allow-fs-write=${folder}/`];
  const needed = ['--allow-child-process', '--allow-addons', '--allow-worker'];
  const server = spawn(
    process.execPath,
    ['--permission', ...permissions, ...needed, join(PROJECT_FOLDER, 'bin', 'local.ts')],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], PORT: '0', GUARD_DATA: 'memory', TMPDIR: folder },
    },
  );
  onTestFinished(() => void server.kill('SIGKILL'));
  const gone = once(server, 'exit');
  const output: string[] = [];
  createInterface(server.stderr).on('line', (line) => output.push(line));
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  createInterface(server.stdout).on('line', (line) => {
    output.push(line);
    const listening = /^Guard listens at (\S+)$/.exec(line)?.[1];
    if (listening) resolve(listening);
  });
  gone.then(() => reject(new Error(output.join('\n'))));
  return {
    url: await url,
    async stop() {
      server.kill('SIGTERM');
      await gone;
    },
  };
}

test('The local server works in a read-only project folder and removes its temporary files when it stops', async () => {
  const { url, stop } = await runReadOnly();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'operator@acme.test', password: 'guard-demo' }),
  });
  expect(login.status).toBe(200);
  for (const { name } of REFERENCE_ASSETS) {
    expect((await fetch(`${url}/docs/assets/${name}`)).status).toBe(200);
  }
  await stop();
  expect((await readdir(folder)).filter((name) => name.startsWith('guard-'))).toEqual([]);
});

test('The local server reports a port in use before it starts anything', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  keepEnvironment();
  const environment = { PORT: String(port), GUARD_DATA: join(folder, 'data') };
  await expect(startLocalServer({ environment, log: () => {} })).rejects.toThrow(
    `Port ${port} is in use: set PORT to another one.`,
  );
  expect(await readdir(folder)).toEqual([]);
});

test('Without a free port for MQTT the local server starts all the same, and says which setting helps', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const log: string[] = [];
  keepEnvironment();
  const server = await startLocalServer({
    environment: { PORT: '0', MQTT_PORT: port, GUARD_DATA: 'memory' },
    log: (line) => log.push(line),
  });
  onTestFinished(() => server.stop());
  expect(server.mqttPort).toBeUndefined();
  expect(log.join()).toContain('Choose another port with MQTT_PORT.');
});
