/** Node-RED: a flow that publishes by MQTT, and one that posts what a broker carried. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GuardClient } from '../../lib/client/index.ts';
import type { LocalServer } from '../../lib/local/start.ts';
import { freePort, hasAlerts, newSender, startProgram, until } from './senders.ts';

/** Where .ci/run installs it. */
const INSTALLED = new URL('../../.guard/node-red/package.json', import.meta.url);

/** Sends a message once, when the flows have started. */
const inject = (id: string, topic: string, payload: object, wires: readonly string[]) => ({
  id,
  z: 'tab',
  type: 'inject',
  props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
  topic,
  payload: JSON.stringify(payload),
  payloadType: 'json',
  once: true,
  onceDelay: 0.5,
  wires: [wires],
});

export async function proveNodeRed(server: LocalServer, guard: GuardClient): Promise<void> {
  const byMqtt = await newSender(guard, 'zigbee2mqtt');
  const byHttp = await newSender(guard, 'zigbee2mqtt');
  const flows = [
    { id: 'tab', type: 'tab', label: 'Guard' },
    {
      id: 'broker',
      type: 'mqtt-broker',
      broker: 'localhost',
      port: String(server.mqttPort),
      clientid: '',
      autoConnect: true,
      usetls: false,
      protocolVersion: '4',
      keepalive: '60',
      cleansession: true,
    },
    inject('smoke', 'zigbee2mqtt/Flow', { smoke: true }, ['publish']),
    {
      id: 'publish',
      z: 'tab',
      type: 'mqtt out',
      topic: '',
      qos: '1',
      retain: 'true',
      broker: 'broker',
      wires: [],
    },
    inject('leak', '', { topic: 'zigbee2mqtt/Cellar', payload: { water_leak: true } }, ['post']),
    { id: 'post', z: 'tab', type: 'http request', method: 'POST', ret: 'txt', url: byHttp.url, wires: [[]] },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'guard-node-red-'));
  await writeFile(join(folder, 'settings.js'), 'module.exports = { credentialSecret: false };');
  await writeFile(join(folder, 'flows.json'), JSON.stringify(flows));
  const credentials = { broker: { user: 'guard', password: byMqtt.password } };
  await writeFile(join(folder, 'flows_cred.json'), JSON.stringify(credentials));
  const program = createRequire(INSTALLED).resolve('node-red/red.js');
  const port = String(await freePort());
  const nodeRed = startProgram(process.execPath, [program, '-u', folder, '-p', port, 'flows.json']);
  try {
    await until(
      () => `Its flow raises by MQTT. ${nodeRed.said()}`,
      () => hasAlerts(guard, byMqtt.device.id, ['fire active 1']),
    );
    await until(
      () => `Its flow raises by HTTP. ${nodeRed.said()}`,
      () => hasAlerts(guard, byHttp.device.id, ['water-leak active 1']),
    );
  } finally {
    await nodeRed.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
