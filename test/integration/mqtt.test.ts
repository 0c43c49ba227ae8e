import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type MQTT_LIMITS, type MqttBroker, startMqttBroker } from '../../lib/local/mqtt/broker.ts';
import { readSettings } from '../../shared/lambda/settings.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { functionVariables } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let broker: MqttBroker;
let log: string[] = [];
/** Set by a test: the next calls of the table fail. */
let failures = 0;

const open = (limits: Partial<typeof MQTT_LIMITS> = {}, settings = {}) =>
  startMqttBroker({
    table: {
      ...guard.table,
      client: new Proxy(guard.table.client, {
        get(client, name) {
          const value = Reflect.get(client, name);
          if (name !== 'send') return value;
          return (...call: unknown[]) => {
            if (failures > 0) {
              failures -= 1;
              return Promise.reject(new Error('the table is away'));
            }
            return value.apply(client, call);
          };
        },
      }),
    },
    settings: readSettings(functionVariables({ keyEventsPerMinute: 1_000_000, ...settings })),
    randomBytes,
    clock: () => guard.clock.now,
    host: '127.0.0.1',
    port: 0,
    log: (line) => log.push(line),
    limits,
  });

beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    now: new Date('2026-11-28T23:05:00Z'),
  });
  as = await signInCallers(guard);
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});
beforeEach(async () => {
  guard.clock.advance(60_000);
  log = [];
  failures = 0;
  broker = await open();
});
afterEach(async () => {
  await broker.stop();
  expect(log.join('\n')).not.toMatch(/guard_[ik]_\w{9}/);
});

interface Sender {
  readonly id: string;
  readonly secret: string;
}

async function newSender(format: string, fields: object = {}, mapping: object = {}): Promise<Sender> {
  const device = await as('admin', `POST /api/v1/sites/${siteId}/devices`, {
    json: { name: 'Gateway', type: 'gateway', ...fields },
  });
  const { id } = device.body;
  const made = await as('admin', `POST /api/v1/devices/${id}/inbound`, { json: { format, mapping } });
  return { id, secret: made.body.url.split('/').at(-1) };
}

async function connect({ secret }: Sender, options: IClientOptions = {}, at = broker): Promise<MqttClient> {
  const client = await connectAsync(
    `mqtt://127.0.0.1:${at.port}`,
    { username: 'guard', password: secret, reconnectPeriod: 20, ...options },
    false,
  );
  client.on('error', () => {});
  onTestFinished(() => client.endAsync(true));
  return client;
}

const refusal = (options: IClientOptions) =>
  connectAsync(`mqtt://127.0.0.1:${broker.port}`, { reconnectPeriod: 0, ...options }, false).then(
    () => 'taken',
    (error: { code?: number }) => error.code,
  );

const messagesOf = async ({ id }: Sender) =>
  (await as('admin', `GET /api/v1/devices/${id}/inbound/messages`)).body.data;
const alertsOf = async ({ id }: Sender) =>
  (await as('admin', `GET /api/v1/alerts?device_id=${id}`)).body.data.map(
    ({ type, status, occurrences }: Record<string, unknown>) => `${type} ${status} ${occurrences}`,
  );
const readDevice = async ({ id }: Sender) => (await as('admin', `GET /api/v1/devices/${id}`)).body;
const publish = (client: MqttClient, topic: string, body: object | string, retain = false) =>
  client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos: 1, retain });

const closing = (client: MqttClient) => new Promise<void>((resolve) => void client.once('close', resolve));

/** Waits until something is so, by turns of the event loop. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turn();
}

describe('who signs in', () => {
  test('The secret of an address is a password, whatever the user is', async () => {
    const sender = await newSender('zigbee2mqtt');
    for (const username of ['guard', 'mosquitto']) await connect(sender, { username });
    expect(broker.connections()).toBe(2);
  });

  test('A secret may begin in the user, for firmware that takes only short passwords', async () => {
    const sender = await newSender('tasmota');
    const { secret } = sender;
    const client = await connect(sender, { username: secret.slice(0, 52), password: secret.slice(52) });
    expect(secret.slice(52)).toHaveLength(32);
    await publish(client, 'tele/hall/SENSOR', { Switch1: 'ON' });
    expect(await alertsOf(sender)).toEqual(['intrusion active 1']);
  });

  test('The key of a device is a password, too; without an address its messages are those of any system', async () => {
    const { id } = (
      await as('admin', `POST /api/v1/sites/${siteId}/devices`, { json: { name: 'Box', type: 'gateway' } })
    ).body;
    const { body } = await as('master', 'POST /api/v1/keys', {
      json: { name: 'Box', device_id: id },
    });
    const client = await connect({ id, secret: body.key });
    await publish(client, 'box', { type: 'door-forced', severity: 'high', message: 'Gate' });
    expect(await alertsOf({ id, secret: '' })).toEqual(['door-forced active 1']);
    await as('master', `DELETE /api/v1/keys/${body.id}`);
    expect(await refusal({ username: 'x', password: body.key })).toBe(5);
  });

  test('A wrong, a revoked and no password are refused', async () => {
    const sender = await newSender('generic');
    const { secret } = sender;
    const last = secret.endsWith('x') ? 'y' : 'x';
    expect(await refusal({})).toBe(5);
    expect(await refusal({ username: 'guard', password: '' })).toBe(5);
    expect(await refusal({ username: 'guard', password: secret.slice(0, -1) + last })).toBe(5);
    await as('admin', `DELETE /api/v1/devices/${sender.id}/inbound`);
    expect(await refusal({ username: 'guard', password: secret })).toBe(5);
  });

  test('A revoked address ends its connection at the next message, which does nothing', async () => {
    const sender = await newSender('zigbee2mqtt');
    const client = await connect(sender, { reconnectPeriod: 0 });
    await as('admin', `DELETE /api/v1/devices/${sender.id}/inbound`);
    const closed = closing(client);
    client.publish('zigbee2mqtt/Hall', '{"smoke":true}', { qos: 1 });
    await closed;
    expect(await alertsOf(sender)).toEqual([]);
  });

  test('While the table is away, a client hears that the broker is not available, and connects later', async () => {
    const sender = await newSender('zigbee2mqtt');
    failures = 20;
    expect(await refusal({ username: 'guard', password: sender.secret })).toBe(3);
    failures = 0;
    await connect(sender);
  });
});

describe('what a device publishes', () => {
  test('It is that of the device that signed in, whatever its topic says, and is listed with its topic', async () => {
    const one = await newSender('zigbee2mqtt');
    const other = await newSender('zigbee2mqtt');
    const client = await connect(one);
    await publish(client, `zigbee2mqtt/${other.id}`, { smoke: true, battery: 98 });
    expect(await alertsOf(one)).toEqual(['fire active 1']);
    expect(await alertsOf(other)).toEqual([]);
    expect(await messagesOf(one)).toMatchObject([
      {
        topic: `zigbee2mqtt/${other.id}`,
        address: '127.0.0.1',
        results: [{ result: 'raised' }],
      },
    ]);
  });

  test('A picture, text and a large message are taken as an address takes them', async () => {
    const sender = await newSender('generic', {}, { thing: 'topic', alarm_values: ['OPEN'], state: 'text' });
    const client = await connect(sender);
    await publish(client, 'gate/2', 'OPEN');
    await publish(client, 'gate/3', { text: 'OPEN', more: 'x'.repeat(300_000) });
    expect((await alertsOf(sender)).length).toBe(2);
  });

  test('It gets no message by any subscription, neither its own nor those of others', async () => {
    const one = await newSender('zigbee2mqtt');
    const other = await newSender('zigbee2mqtt');
    const [talker, listener] = [await connect(one), await connect(other)];
    const heard: string[] = [];
    for (const client of [talker, listener]) client.on('message', (topic) => heard.push(topic));
    await listener.subscribeAsync(['#', '$SYS/#', 'zigbee2mqtt/Hall'], { qos: 1 });
    await talker.subscribeAsync('zigbee2mqtt/#');
    await publish(talker, 'zigbee2mqtt/Hall', { smoke: false }, true);
    const later = await connect(other, { clientId: 'later' });
    later.on('message', (topic) => heard.push(topic));
    await later.subscribeAsync('zigbee2mqtt/Hall', { qos: 1 });
    await publish(talker, 'zigbee2mqtt/Hall', { smoke: true });
    await publish(listener, 'zigbee2mqtt/Gate', { smoke: false });
    expect(heard).toEqual([]);
  });

  test('Two devices that choose the same name of a client do not end the connections of each other', async () => {
    const [one, other] = [await newSender('zigbee2mqtt'), await newSender('zigbee2mqtt')];
    await connect(one, { clientId: 'bridge' });
    await connect(other, { clientId: 'bridge' });
    expect(broker.connections()).toBe(2);
  });

  test('A publication is acknowledged after it was carried out: its client repeats what failed, and it counts once', async () => {
    const sender = await newSender('zigbee2mqtt');
    const client = await connect(sender);
    failures = 1;
    await publish(client, 'zigbee2mqtt/Hall', { smoke: true });
    expect(failures).toBe(0);
    expect(log.join()).toContain('the table is away');
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
  });

  test('A gateway that sends the states of all its sensors at once, without waiting, loses none of them', async () => {
    const sender = await newSender('zigbee2mqtt');
    const client = await rawClient(sender);
    const states = Array.from({ length: 1_500 }, (_, number) =>
      packet(
        0x30,
        withLength(`z/${number}`),
        Buffer.from(number === 1_499 ? '{"smoke":true}' : '{"battery":9}'),
      ),
    );
    await client.ask(Buffer.concat([...states, publishPacket('z/last', '{}', { flags: QOS_1, number: 1 })]));
    expect(await alertsOf(sender)).toContain('fire active 1');
    client.socket.destroy();
  });

  test('Over the limit of its address, a publication is not acknowledged', async () => {
    const narrow = await open({}, { keyEventsPerMinute: 1 });
    onTestFinished(() => narrow.stop());
    const sender = await newSender('zigbee2mqtt');
    const client = await connect(sender, { reconnectPeriod: 0 }, narrow);
    await publish(client, 'zigbee2mqtt/Hall', { smoke: true });
    const closed = closing(client);
    client.publish('zigbee2mqtt/Hall', '{"smoke":false}', { qos: 1 });
    await closed;
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
  });
});

describe('repetitions', () => {
  test('States that are kept and sent again at each connection ring once, and again only after their end', async () => {
    const sender = await newSender('paradox');
    const topic = 'paradox/states/zones/Back_door/generated_alarm';
    for (const state of ['True', 'True', 'True']) {
      const client = await connect(sender);
      await publish(client, topic, state, true);
      await client.endAsync();
      guard.clock.advance(12 * 3_600_000);
    }
    expect(await alertsOf(sender)).toEqual(['intrusion active 1']);
    const client = await connect(sender);
    for (const state of ['False', 'True']) await publish(client, topic, state, true);
    expect(await alertsOf(sender)).toEqual(['intrusion active 2']);
  });

  test('A repetition of QoS 1 whose acknowledgement was lost presses no button twice', async () => {
    const sender = await newSender('zigbee2mqtt');
    const body = '{"action":"emergency"}';
    const press = (flags: number, number: number) =>
      publishPacket('zigbee2mqtt/Button', body, { flags, number });
    const presses = async () =>
      (await messagesOf(sender)).filter(({ results: [it] }: { results: { result: string }[] }) =>
        ['raised', 'occurred_again'].includes(it?.result ?? ''),
      ).length;
    const first = await rawClient(sender);
    await first.ask(press(QOS_1, 7));
    first.socket.destroy();
    guard.clock.advance(60_000);
    const again = await rawClient(sender);
    await again.ask(press(QOS_1 | DUP, 7));
    expect(await presses()).toBe(1);
    // Many clients number from 1 after they have started again.
    await again.ask(press(QOS_1, 7));
    expect(await presses()).toBe(2);
    guard.clock.advance(60_000);
    await again.ask(press(QOS_2, 8));
    guard.clock.advance(60_000);
    await again.ask(press(QOS_2 | DUP, 8));
    expect(await presses()).toBe(3);
    again.socket.destroy();
  });

  test('What programs tell brokers and Home Assistant raises nothing', async () => {
    const sender = await newSender('generic');
    const client = await connect(sender);
    const config = 'homeassistant/binary_sensor/hall/config';
    for (const topic of [config, 'homeassistant/status', '$SYS/broker/connection/hall/state']) {
      await publish(client, topic, 'online', true);
    }
    expect(await alertsOf(sender)).toEqual([]);
  });

  test('When a broker forgets a message, with an empty one, nothing happens', async () => {
    const sender = await newSender('zigbee2mqtt');
    await publish(await connect(sender), 'zigbee2mqtt/Hall', '', true);
    expect(await alertsOf(sender)).toEqual([]);
    expect(await messagesOf(sender)).toMatchObject([{ results: [{ result: 'nothing_new' }] }]);
  });

  test('1,000 clients that lose their connection and come back with the states of yesterday ring nothing', async () => {
    const senders = await Promise.all(Array.from({ length: 10 }, () => newSender('zigbee2mqtt')));
    const [first] = senders;
    if (!first) throw new Error('No sender');
    const fire = await connect(first);
    await publish(fire, 'zigbee2mqtt/Sensor 0', { smoke: true });
    await fire.endAsync();
    guard.clock.advance(24 * 3_600_000);
    for (let wave = 0; wave < 2; wave++) {
      const clients = await Promise.all(
        Array.from({ length: 1_000 }, async (_, number) => {
          const sender = senders[number % senders.length] ?? first;
          const client = await rawClient(sender, { name: `client ${number}` });
          const body = `{"smoke":${number === 0}}`;
          await client.ask(
            publishPacket(`zigbee2mqtt/Sensor ${number}`, body, { flags: QOS_1 | RETAIN, number: 1 }),
          );
          return client;
        }),
      );
      expect(broker.connections()).toBe(1_000);
      for (const { socket } of clients) socket.destroy();
      await until(() => broker.connections() === 0);
    }
    const alerts = await Promise.all(senders.map(alertsOf));
    expect(alerts.flat()).toEqual(['fire active 1']);
  }, 120_000);
});

describe('presence', () => {
  const will = (topic: string, payload: string) => ({
    will: { topic, payload, qos: 1 as const, retain: true },
  });

  test('The device that is connected counts as heard, by its connection and its pings; sensors behind it do not', async () => {
    const sender = await newSender('zigbee2mqtt', { heartbeat_seconds: 60 });
    expect((await readDevice(sender)).last_seen_at).toBeNull();
    const client = await rawClient(sender);
    const connectedAt = guard.clock.now.toISOString();
    expect((await readDevice(sender)).last_seen_at).toBe(connectedAt.replace('Z', '+00:00'));
    guard.clock.advance(30_000);
    await client.ask(Buffer.from([0xc0, 0]));
    await until(async () => Date.parse((await readDevice(sender)).last_seen_at) > Date.parse(connectedAt));
    client.socket.destroy();
  });

  test('A will is taken when a client is lost, and is no sign of life; what follows ends it', async () => {
    const sender = await newSender('tasmota');
    const options = { clientId: 'hall', ...will('tele/hall/LWT', 'Offline') };
    const client = await connect(sender, { ...options, reconnectPeriod: 0 });
    await publish(client, 'tele/hall/LWT', 'Online', true);
    const { last_seen_at } = await readDevice(sender);
    guard.clock.advance(30_000);
    client.stream.destroy();
    await until(async () => (await alertsOf(sender)).length > 0);
    expect(await alertsOf(sender)).toEqual(['communication-trouble active 1']);
    expect((await readDevice(sender)).last_seen_at).toBe(last_seen_at);
    await publish(await connect(sender, options), 'tele/hall/LWT', 'Online', true);
    expect(await alertsOf(sender)).toEqual(['communication-trouble resolved 1']);
  });

  test('The will of a client that has signed off, is connected anew, or was closed by the server says nothing', async () => {
    const sender = await newSender('tasmota');
    const options = { clientId: 'hall', ...will('tele/hall/LWT', 'Offline'), reconnectPeriod: 0 };
    await (await connect(sender, options)).endAsync();
    const lost = await connect(sender, options);
    const gone = closing(lost);
    const present = await connect(sender, options);
    await gone;
    await publish(present, 'tele/hall/LWT', 'Online', true);
    await broker.stop();
    broker = await open();
    await publish(await connect(sender, options), 'tele/hall/STATE', {});
    expect(await alertsOf(sender)).toEqual([]);
  });
});

describe('bounds', () => {
  test('A packet of a stranger that is larger than a sign-in ends its connection before it is complete', async () => {
    const socket = connectSocket(broker.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await once(socket, 'close');
  });

  test('A message that is larger than an address takes ends its connection before it is complete', async () => {
    const client = await rawClient(await newSender('generic'));
    const closed = once(client.socket, 'close');
    client.socket.write(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]));
    await closed;
  });

  test('A packed message that is too large when it is unpacked is acknowledged, because it would never be smaller', async () => {
    const sender = await newSender('generic');
    const client = await connect(sender);
    const { gzipSync } = await import('node:zlib');
    await client.publishAsync('bomb', gzipSync(Buffer.alloc(5 * 1024 * 1024)), { qos: 1 });
    expect(await messagesOf(sender)).toEqual([]);
  });

  test('A device has so many connections at most, and those that it has go on', async () => {
    const narrow = await open({ connectionsOfDevice: 2 });
    onTestFinished(() => narrow.stop());
    const sender = await newSender('generic');
    for (const clientId of ['one', 'two']) await connect(sender, { clientId }, narrow);
    await expect(connect(sender, { clientId: 'three' }, narrow)).rejects.toMatchObject({ code: 3 });
    await connect(sender, { clientId: 'two' }, narrow);
    await connect(await newSender('generic'), {}, narrow);
    expect(narrow.connections()).toBe(3);
  });

  test('A connection that ends while it signs in takes no place', async () => {
    const sender = await newSender('generic');
    const closed = Array.from({ length: 40 }, async (_, number) => {
      const socket = connectSocket(broker.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(signIn(sender, `client ${number}`));
      await once(socket, 'ready');
      for (let turns = 0; turns < number; turns++) await turn();
      socket.destroy();
      await once(socket, 'close');
    });
    await Promise.all(closed);
    await connect(sender, { clientId: 'last' });
    await until(() => broker.connections() === 1);
  });

  test('A connection on which nobody signs in is closed', async () => {
    const narrow = await open({ strangerMilliseconds: 1 });
    onTestFinished(() => narrow.stop());
    const socket = connectSocket(narrow.port, '127.0.0.1');
    await once(socket, 'close');
  });

  test('Bytes that are no MQTT, and a client of MQTT 5, are refused', async () => {
    const socket = connectSocket(broker.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'close');
    const { secret } = await newSender('generic');
    expect(await refusal({ username: 'x', password: secret, protocolVersion: 5 })).not.toBe('taken');
  });
});

const QOS_1 = 0b0010;
const QOS_2 = 0b0100;
const DUP = 0b1000;
const RETAIN = 0b0001;

const withLength = (text: string) => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

function packet(first: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

const publishPacket = (topic: string, body: string, { flags, number }: { flags: number; number: number }) =>
  packet(0x30 | flags, withLength(topic), Buffer.from([number >> 8, number & 255]), Buffer.from(body));

function signIn({ secret }: Sender, name: string): Buffer {
  const flags = Buffer.from([4, 0b1100_0010, 0, 60]);
  return packet(0x10, withLength('MQTT'), flags, ...[name, 'guard', secret].map(withLength));
}

/** A client of which a test decides every byte. `ask` sends a packet and resolves when an answer has come. */
async function rawClient(
  sender: Sender,
  { name = 'raw' } = {},
): Promise<{ socket: Socket; ask: (bytes: Buffer) => Promise<unknown> }> {
  const socket = connectSocket(broker.port, '127.0.0.1');
  socket.on('error', () => {});
  const ask = async (bytes: Buffer) => {
    socket.write(bytes);
    return (await once(socket, 'data'))[0];
  };
  const answer = await ask(signIn(sender, name));
  expect(answer).toEqual(Buffer.from([0x20, 2, 0, 0]));
  return { socket, ask };
}
