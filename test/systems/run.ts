/**
 * Lets programs of others send to the local server: Debian's Alertmanager, while the server answers 5xx for a moment; Node-RED, by HTTP
 * and MQTT; Debian's mosquitto_pub, and a bridge of Mosquitto; curl and Python, by mail. .ci/run installs them.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGuardClient, type GuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { proveMail, proveNothingIsLost } from './mail.ts';
import { proveMosquitto } from './mosquitto.ts';
import { proveNodeRed } from './node-red.ts';
import { freePort, hasAlerts, newSender, resultsOf, startProgram, until } from './senders.ts';

const PROGRAM = 'prometheus-alertmanager';

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
  const program = startProgram(PROGRAM, [
    `--config.file=${join(folder, 'alertmanager.yml')}`,
    `--storage.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
  const api = `http://127.0.0.1:${port}`;
  await until(
    () => `Alertmanager is ready. ${program.said()}`,
    async () => (await fetch(`${api}/-/ready`)).ok,
  );
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
      await program.stop();
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

async function proveAlertmanager(server: LocalServer, guard: GuardClient): Promise<void> {
  const { device, url } = await newSender(guard, 'alertmanager');
  const proxy = await startFaultyProxy(server.url, 3);
  const alertmanager = await startAlertmanager(proxy.url + new URL(url).pathname);
  try {
    await alertmanager.post([SMOKE, DISK]);
    const isShown = (alerts: readonly string[]) => hasAlerts(guard, device.id, alerts);
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

const server = await startLocalServer({
  environment: { PORT: '0', PANEL_PORT: '0', GUARD_DATA: 'memory' },
  log: () => {},
});
try {
  const guard = createGuardClient({ baseUrl: server.url });
  await guard.login({ email: 'master@acme.test', password: DEMO_PASSWORD });
  await proveAlertmanager(server, guard);
  console.log('Alertmanager of Debian raises, repeats and ends its alerts at an inbound address.');
  await proveMosquitto(server, guard);
  console.log(
    'mosquitto_pub of Debian raises by MQTT, and so does a bridge of Mosquitto, which repeats what it keeps.',
  );
  await proveNodeRed(server, guard);
  console.log('Node-RED raises by MQTT and by HTTP.');
  await proveMail(server, guard);
  console.log(
    'curl and the smtplib of Python send the mails of twelve devices, without TLS, with STARTTLS and with TLS.',
  );
  await proveNothingIsLost();
  console.log('A server that is killed loses no mail that it has acknowledged.');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}
