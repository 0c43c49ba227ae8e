import { type ChildProcess, spawn } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundleReceiver } from '../../lib/cdk/functions/bundle.ts';
import { RECEIVER } from '../../lib/receiver/declared-use.ts';
import { dial } from '../../lib/receiver/dialler.ts';
import { signInCallers } from '../support/callers.ts';
import { eventually } from '../support/eventually.ts';
import { functionVariables, TEST_KEY } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { serveLoopback } from '../support/serve-loopback.ts';

/** What runs in the image of the receiver: its bundle, with what a task gets. */

let guard: TestGuard;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-receiver-'));
  [guard] = await Promise.all([startGuard(), bundleReceiver(folder, RECEIVER.name)]);
});
afterAll(async () => {
  await guard.stop();
  await rm(folder, { recursive: true });
});

const KEY = '00112233445566778899AABBCCDDEEFF';

/** A port that is free for TCP, and so most probably for UDP. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** The engine of the table behind an address at which requests can be held. */
async function serveTable() {
  let gate = Promise.resolve();
  let held = 0;
  const { url } = await serveLoopback(async (request, response) => {
    const body = await buffer(request);
    held += 1;
    await gate;
    held -= 1;
    const headers = Object.fromEntries(
      ['authorization', 'x-amz-date', 'x-amz-target', 'content-type'].map((name) => [
        name,
        String(request.headers[name] ?? ''),
      ]),
    );
    const reply = await fetch(guard.table.endpoint, { method: 'POST', headers, body });
    response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  return {
    url,
    held: () => held,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

/** The credentials of a task, which has none in its environment (AWS, "Amazon ECS task IAM role"). */
const serveCredentials = () =>
  serveLoopback((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        AccessKeyId: 'local',
        SecretAccessKey: 'local',
        Token: 'local',
        Expiration: '2100-01-01T00:00:00Z',
      }),
    );
  });

interface Task {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly port: number;
  readonly health: () => Promise<number>;
}

/** Starts the bundle with the settings that the receiver declares, and with nothing else but where its world is. */
async function startTask(dynamodbEndpoint: string): Promise<Task> {
  const [port, healthPort, credentials] = await Promise.all([freePort(), freePort(), serveCredentials()]);
  const values = functionVariables({ tableName: guard.table.name, panelDecryptionKey: TEST_KEY });
  const child = spawn(process.execPath, ['--enable-source-maps', join(folder, RECEIVER.name, 'index.mjs')], {
    env: {
      ...Object.fromEntries(RECEIVER.settings.map((name) => [name, values[name]])),
      AWS_REGION: 'eu-west-1',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: credentials.url,
      DYNAMODB_ENDPOINT: dynamodbEndpoint,
      PANEL_HOST: '127.0.0.1',
      PANEL_PORT: String(port),
      PANEL_HEALTH_PORT: String(healthPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  const health = () => fetch(`http://127.0.0.1:${healthPort}/`).then(({ status }) => status);
  await eventually(async () => expect(await health().catch(() => 0)).toBe(200));
  return { process: child, output: () => output, port, health };
}

test('The bundle of the receiver has what a task gets, and after SIGTERM it acknowledges the alarm with which it had begun', async () => {
  const as = await signInCallers(guard);
  const [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
  const { body: device } = await as('admin', `POST /api/v1/sites/${siteId}/devices`, {
    json: { name: 'Main panel', type: 'alarm-panel' },
  });
  const { body: panel } = await as('admin', `PUT /api/v1/devices/${device.id}/panel`, {
    json: { encryption: 'aes', key: KEY },
  });
  const table = await serveTable();
  const task = await startTask(table.url);
  const send = (sequence: string, code: string) =>
    dial(
      {
        host: '127.0.0.1',
        port: task.port,
        transport: 'tcp',
        account: panel.account,
        line: '0',
        key: createSecretKey(KEY, 'hex'),
        randomBytes,
        now: new Date(),
        patience: 20_000,
      },
      sequence,
      [{ format: 'sia', code, number: '5' }],
    );
  expect(await send('0001', 'BA')).toBe('ACK');

  const release = table.hold();
  const answer = send('0002', 'FA');
  await eventually(() => expect(table.held()).toBeGreaterThan(0));
  const ended = once(task.process, 'exit');
  task.process.kill('SIGTERM');
  await eventually(async () => expect(await task.health()).toBe(503));
  release();
  expect(await answer).toBe('ACK');
  expect(await ended).toEqual([0, null]);

  const { body: alerts } = await as('operator', `GET /api/v1/alerts?device_id=${device.id}`);
  expect(alerts.data.map((it: { type: string }) => it.type).sort()).toEqual(['fire', 'intrusion']);
  const lines = task
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ message: 'stopped', signal: 2 }));
  expect(lines).toContainEqual(
    expect.objectContaining({
      PanelFrames: 2,
      outcome: 'signal',
      service: 'guard-test',
      _aws: expect.objectContaining({
        CloudWatchMetrics: expect.arrayContaining([
          {
            Namespace: 'Guard',
            Dimensions: [['service', 'outcome']],
            Metrics: [{ Name: 'PanelFrames', Unit: 'Count' }],
          },
        ]),
      }),
    }),
  );
});
