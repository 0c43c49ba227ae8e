/** Debian's mosquitto_pub, and a bridge of Mosquitto with the settings of docs/connect-systems.md. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GuardClient } from '../../lib/client/index.ts';
import type { LocalServer } from '../../lib/local/start.ts';
import { freePort, hasAlerts, newSender, resultsOf, startProgram, until } from './senders.ts';

const run = promisify(execFile);

const publish = (port: number, topic: string, message: string, more: readonly string[] = []) =>
  run('mosquitto_pub', [
    '-h',
    'localhost',
    '-p',
    String(port),
    '-t',
    topic,
    '-m',
    message,
    '-q',
    '1',
    ...more,
  ]);

export async function proveMosquitto(server: LocalServer, guard: GuardClient): Promise<void> {
  const { device, broker, password } = await newSender(guard, 'zigbee2mqtt');
  assert.equal(broker?.port, server.mqttPort);
  const asDevice = ['-u', 'guard', '-P', password];
  await publish(broker?.port ?? 0, 'zigbee2mqtt/Hall', '{"smoke":true}', asDevice);
  assert.ok(await hasAlerts(guard, device.id, ['fire active 1']), 'What was acknowledged was carried out');
  await publish(broker?.port ?? 0, 'zigbee2mqtt/Hall', '{"smoke":false}', [...asDevice, '-r']);
  assert.ok(await hasAlerts(guard, device.id, ['fire active 1 restored']), 'The end is noted');
  await assert.rejects(
    publish(broker?.port ?? 0, 'zigbee2mqtt/Hall', '{"smoke":true}', ['-u', 'guard', '-P', 'x']),
  );
  await proveBridge(broker?.port ?? 0, guard);
}

/** The settings of a bridge as the page shows them. */
async function bridgeSettings(port: number, password: string): Promise<string> {
  const page = await readFile(new URL('../../docs/connect-systems.md', import.meta.url), 'utf8');
  const shown = /```text\n(connection guard\n[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const settings = shown.replace('localhost:1884', `localhost:${port}`).replace('<the password>', password);
  assert.ok(settings.includes(`localhost:${port}`) && settings.includes(password));
  return settings;
}

async function proveBridge(brokerPort: number, guard: GuardClient): Promise<void> {
  const { device, password } = await newSender(guard, 'zigbee2mqtt');
  const folder = await mkdtemp(join(tmpdir(), 'guard-mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const own = `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`;
  await writeFile(file, own + (await bridgeSettings(brokerPort, password)), { mode: 0o644 });
  const count = async (result: string) =>
    (await resultsOf(guard, device.id)).filter((it) => it === result).length;
  let mosquitto = startProgram('mosquitto', ['-c', file]);
  const publishKept = (message: string) =>
    until(
      () => `Mosquitto takes a message. ${mosquitto.said()}`,
      () => publish(port, 'zigbee2mqtt/Store', message, ['-r']).then(() => true),
    );
  try {
    await publishKept('{"smoke":true}');
    await until(
      () => `The bridge sends on what its broker keeps. ${mosquitto.said()}`,
      () => hasAlerts(guard, device.id, ['fire active 1']),
    );
    await mosquitto.stop();
    mosquitto = startProgram('mosquitto', ['-c', file]);
    await publishKept('{"smoke":true}');
    await until('The same state once more says nothing new', async () => (await count('nothing_new')) > 0);
    assert.ok(await hasAlerts(guard, device.id, ['fire active 1']));
  } finally {
    await mosquitto.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
