/** Mails of real devices, sent by curl and by Python, and a server that is killed while it receives. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGuardClient, type GuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import type { LocalServer } from '../../lib/local/start.ts';
import { freePort, until } from './senders.ts';

const SAMPLES = fileURLToPath(new URL('../unit/shared/mail-in/samples/', import.meta.url));
const PYTHON = fileURLToPath(new URL('send-mail.py', import.meta.url));
const SERVER = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));

interface Sample {
  readonly file: string;
  readonly pictures: readonly unknown[];
}

async function run(command: string, parameters: readonly string[]): Promise<void> {
  const program = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(program, 'exit');
  assert.equal(code, 0, `${command} ${parameters.slice(0, 3).join(' ')} ended with ${code}`);
}

async function newCamera(guard: GuardClient, name: string) {
  const [site] = (await guard.sites.list().page()).data;
  assert.ok(site);
  const device = await guard.devices.create(site.id, { name, type: 'camera' });
  const { address, receiver } = await guard.mailAddresses.create(device.id, {});
  assert.ok(receiver);
  return { device, address, port: receiver.ports[0] ?? 0, tlsPort: receiver.tls_ports[0] ?? 0 };
}

const mailsOf = async (guard: GuardClient, deviceId: string) =>
  (await guard.inbound.messages(deviceId, { limit: 100 }).page()).data;

/** Every sample arrives by curl, by Python without TLS, with STARTTLS and with TLS, as four events of one alert or a repetition. */
export async function proveMail(_: LocalServer, guard: GuardClient): Promise<void> {
  const { mails } = JSON.parse(await readFile(join(SAMPLES, 'mails.json'), 'utf8')) as { mails: Sample[] };
  const cameras = await Promise.all(mails.map(({ file }) => newCamera(guard, file)));
  const pairs = mails.flatMap(({ file }, place) => [cameras[place]?.address ?? '', join(SAMPLES, file)]);
  const [{ port = 0, tlsPort = 0 } = {}] = cameras;
  for (let place = 0; place < pairs.length; place += 2) {
    const [address = '', file = ''] = pairs.slice(place, place + 2);
    await run('curl', [
      '-sS',
      `smtp://localhost:${port}`,
      '--mail-from',
      'camera',
      '--mail-rcpt',
      address,
      '--upload-file',
      file,
    ]);
  }
  for (const [security, at] of [
    ['none', port],
    ['starttls', port],
    ['tls', tlsPort],
  ] as const) {
    await run('python3', [PYTHON, String(at), security, ...pairs]);
  }
  for (const [place, camera] of cameras.entries()) {
    const { file = '', pictures = [] } = mails[place] ?? {};
    await until(
      `${file} arrived four times`,
      async () => (await mailsOf(guard, camera.device.id)).length === 4,
    );
    const { data: alerts } = await guard.alerts.list({ device_id: camera.device.id }).page();
    assert.equal(alerts.length, 1, `${file} is one alert`);
    assert.equal(alerts[0]?.picture_count ?? 0, pictures.length, `${file} has its pictures`);
    const did = (await mailsOf(guard, camera.device.id)).flatMap(({ results }) =>
      results.map(({ result }) => result),
    );
    assert.deepEqual(did.toSorted(), ['raised', 'repeated', 'repeated', 'repeated'], file);
  }
}

const KILLED_AFTER = 500;
const SENT = 1_000;

/** A server that is killed loses no mail that it has acknowledged, and carries the others out when it starts again. */
export async function proveNothingIsLost(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guard-killed-'));
  const [port, mail] = [await freePort(), await freePort()];
  const environment = {
    // A server that ran in this process has left its own variables there.
    PATH: process.env['PATH'],
    PORT: String(port),
    MAIL_PORT: String(mail),
    MAIL_TLS_PORT: '0',
    PANEL_PORT: '0',
    MQTT_PORT: '0',
    GUARD_DATA: folder,
    GUARD_DEMO_TRAFFIC: 'off',
  };
  const start = () => spawn(process.execPath, [SERVER], { env: environment, stdio: 'ignore' });
  let server = start();
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    const signIn = async () => {
      const guard = createGuardClient({ baseUrl });
      await until('The server answers', async () => {
        await guard.login({ email: 'master@acme.test', password: DEMO_PASSWORD });
        return true;
      });
      return guard;
    };
    const guard = await signIn();
    const { device, address } = await newCamera(guard, 'Killed');
    const acknowledged: number[] = [];
    const send = async (number: number) => {
      const sender = spawn(
        'curl',
        [
          '-sS',
          `smtp://127.0.0.1:${mail}`,
          '--mail-from',
          'camera',
          '--mail-rcpt',
          address,
          '--upload-file',
          '-',
        ],
        {
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      );
      sender.stdin.on('error', () => {});
      sender.stdin.end(`Subject: Motion ${number} of the proof\r\n\r\nTime: 22:10:05\r\n`);
      const [code] = await once(sender, 'exit');
      if (code === 0) acknowledged.push(number);
    };
    let next = 0;
    const lane = async () => {
      while (next < SENT && !server.killed) await send(next++);
    };
    const lanes = Promise.all(Array.from({ length: 8 }, lane));
    await until('Half is acknowledged', async () => acknowledged.length >= KILLED_AFTER);
    server.kill('SIGKILL');
    await Promise.all([once(server, 'exit'), lanes]);
    server = start();
    const again = await signIn();
    await until('Every acknowledged mail is carried out', async () => {
      const found = new Set<number>();
      for await (const { body } of again.inbound.messages(device.id))
        found.add(Number(/Motion (\d+)/.exec(body)?.[1]));
      return acknowledged.every((it) => found.has(it));
    });
  } finally {
    server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}
