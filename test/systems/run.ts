/**
 * Lets Debian's Prometheus Alertmanager send to an inbound address of the local server: an alarm and a trouble that go on, and end,
 * while the server answers 5xx for a moment. It needs `prometheus-alertmanager` of Debian, which .ci/run installs.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardClient, type GuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';

const PROGRAM = 'prometheus-alertmanager';

/** An address that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something is so, for a minute at most. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (await isSo().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error(`Not within a minute: ${what}`);
}

/** A proxy in front of the server whose first answers are 503, as those of a service that is overloaded. */
async function startFaultyProxy(target: string, failures: number) {
  let left = failures;
  const server = createServer((sent, answer) => {
    if (left > 0) {
      left -= 1;
      sent.resume();
      answer.writeHead(503).end();
      return;
    }
    const url = new URL(sent.url ?? '/', target);
    const onward = forward(
      url,
      { method: sent.method, headers: { ...sent.headers, host: url.host } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    sent.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function startAlertmanager(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guard-systems-'));
  const config = {
    route: {
      receiver: 'guard',
      group_by: ['...'],
      group_wait: '0s',
      group_interval: '1s',
      repeat_interval: '2s',
    },
    receivers: [{ name: 'guard', webhook_configs: [{ url, send_resolved: true }] }],
  };
  // JSON is YAML.
  await writeFile(join(folder, 'alertmanager.yml'), JSON.stringify(config));
  const port = await freePort();
  const program = spawn(
    PROGRAM,
    [
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  program.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2_000);
  });
  program.on('error', (error) => {
    said = `${error.message}: is ${PROGRAM} installed?`;
  });
  const api = `http://127.0.0.1:${port}`;
  await until(`Alertmanager is ready. ${said}`, async () => (await fetch(`${api}/-/ready`)).ok);
  return {
    async post(alerts: readonly object[]) {
      const answer = await fetch(`${api}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(alerts),
      });
      assert.equal(answer.status, 200);
    },
    async stop() {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SMOKE = {
  labels: { alertname: 'SmokeDetected', severity: 'critical' },
  annotations: { summary: 'Smoke in hall' },
};
const DISK = {
  labels: { alertname: 'DiskFull', severity: 'warning' },
  annotations: { summary: 'The disk is full' },
};

async function prove(server: LocalServer): Promise<void> {
  const guard = createGuardClient({ baseUrl: server.url });
  await guard.login({ email: 'master@acme.test', password: DEMO_PASSWORD });
  const [site] = await guard.sites
    .list()
    .page()
    .then(({ data }) => data);
  assert.ok(site);
  const device = await guard.devices.create(site.id, { name: 'Monitoring', type: 'gateway' });
  const { url } = await guard.inbound.create(device.id, { format: 'alertmanager' });
  const proxy = await startFaultyProxy(server.url, 3);
  const alertmanager = await startAlertmanager(proxy.url + new URL(url).pathname);
  try {
    await alertmanager.post([SMOKE, DISK]);
    const alertsOf = async () =>
      (await guard.alerts.list({ device_id: device.id }).page()).data
        .map(({ type, status, occurrences, restored_at }) =>
          [type, status, occurrences, ...(restored_at ? ['restored'] : [])].join(' '),
        )
        .sort();
    const isShown = async (alerts: readonly string[]) =>
      JSON.stringify(await alertsOf()) === JSON.stringify(alerts);
    await until('Both alerts are raised although the first answers were 503', () =>
      isShown(['disk-full active 1', 'fire active 1']),
    );
    const countKnown = async () =>
      (await resultsOf(guard, device.id)).filter((it) => it === 'nothing_new').length;
    await until('A group that comes again says nothing new', async () => (await countKnown()) > 0);
    const endsAt = new Date().toISOString();
    await alertmanager.post([
      { ...SMOKE, endsAt },
      { ...DISK, endsAt },
    ]);
    await until('The trouble is resolved, and the end of the alarm is noted', () =>
      isShown(['disk-full resolved 1', 'fire active 1 restored']),
    );
  } finally {
    await alertmanager.stop();
    proxy.close();
  }
}

const resultsOf = async (guard: GuardClient, id: string) =>
  (await guard.inbound.messages(id).page()).data.flatMap(({ results }) =>
    results.map(({ result }) => result),
  );

const server = await startLocalServer({
  environment: { PORT: '0', PANEL_PORT: '0', GUARD_DATA: 'memory' },
  log: () => {},
});
try {
  await prove(server);
  console.log('Alertmanager of Debian raises, repeats and ends its alerts at an inbound address.');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}
