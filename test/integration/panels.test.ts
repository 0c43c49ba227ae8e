import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RECEIVER } from '../../lib/receiver/declared-use.ts';
import { type Dialler, dial } from '../../lib/receiver/dialler.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../lib/receiver/receiver.ts';
import { identifyEvent } from '../../shared/alerts/reported-event.ts';
import { sha256 } from '../../shared/base/digest.ts';
import { WEEKDAYS } from '../../shared/base/weekdays.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import { frameOf, STANDARD_DIALECT } from '../../shared/panels/frames.ts';
import { type MessageToWrite, writeMessage, writeTime } from '../../shared/panels/message.ts';
import type { Signal } from '../../shared/panels/signals.ts';
import { getItem } from '../../shared/table/reads.ts';
import { putItem } from '../../shared/table/writes.ts';
import { type CallAs, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { TEST_KEY } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { capturedFrame } from '../support/panels/captured-frames.ts';
import { asFunction } from '../support/table-use/as-function.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

let guard: TestGuard;
let receiver: Receiver;
let timers: TestTimers;
let as: CallAs;
let siteId: string;
let zoneId: string;
const problems: unknown[] = [];
const counted = new Map<string, number>();

const LOOPBACK = ['127.0.0.1/32'];
const KEY = '00112233445566778899AABBCCDDEEFF';
const AES_KEY = createSecretKey(KEY, 'hex');
/** Settings of a panel that encrypts, and may send from anywhere. */
const AES = { encryption: 'aes', key: KEY, allowed_addresses: [] };
const RECEIVER_OF_STAGE = { hosts: ['203.0.113.7', '203.0.113.8'], port: 3061 };

const clock = () => guard.clock.now;
const listen = (
  limits: ReceiverOptions['limits'] = {},
  secrets: ReceiverOptions['secrets'] = connectKey(TEST_KEY, clock),
) => {
  return startReceiver({
    // Attacks of tests end soon.
    limits: { strangeFrames: 1_000, pauseMilliseconds: 10, ...limits },
    table: asFunction(guard.table, RECEIVER),
    secrets,
    randomBytes,
    retentionDays: 400,
    clock,
    host: '127.0.0.1',
    port: 0,
    log: (message, error) => problems.push([message, error]),
    count: (result) => counted.set(result, (counted.get(result) ?? 0) + 1),
  });
};

beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600, panelReceiver: RECEIVER_OF_STAGE },
  });
  as = await signInCallers(guard);
  timers = await startTimers(guard);
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
  [{ id: zoneId }] = (await as('master', `GET /api/v1/sites/${siteId}/zones`)).body.data;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});
// A receiver remembers panels for ten seconds, and each test has panels of its own.
beforeEach(async () => {
  guard.clock.advance(60_000);
  counted.clear();
  receiver = await listen();
});
afterEach(async () => {
  await receiver.stop();
  expect(problems.splice(0)).toEqual([]);
});

const newDevice = async (fields: object = {}) => {
  const json = { name: 'Main panel', type: 'alarm-panel', ...fields };
  return (await as('admin', `POST /api/v1/sites/${siteId}/devices`, { json })).body;
};
const setPanel = (device: { id: string }, json: object) =>
  as('admin', `PUT /api/v1/devices/${device.id}/panel`, { json });
const readPanel = async (device: { id: string }) =>
  (await as('admin', `GET /api/v1/devices/${device.id}/panel`)).body;
const framesOf = async (device: { id: string }) =>
  (await as('admin', `GET /api/v1/devices/${device.id}/frames`)).body.data;

/** A device with a panel that sends in clear text from this machine. */
const newPanel = async (fields: object = {}, ofDevice: object = {}) => {
  const device = await newDevice(ofDevice);
  const { status, body } = await setPanel(device, { allowed_addresses: LOOPBACK, ...fields });
  expect(status).toBe(200);
  return { ...device, account: body.account as string };
};

let sequence = 0;
const nextSequence = () => {
  sequence += 1;
  return String(sequence).padStart(4, '0');
};

const send = (
  { account }: { account: string },
  signals: readonly Signal[],
  { sequence: number = nextSequence(), ...dialler }: Partial<Dialler> & { sequence?: string } = {},
) =>
  dial(
    {
      host: '127.0.0.1',
      port: receiver.port,
      transport: 'tcp',
      account,
      line: '0',
      key: undefined,
      randomBytes,
      now: guard.clock.now,
      patience: 20_000,
      ...dialler,
    },
    number,
    signals,
  );
/** Sends a frame that gets no answer. A receiver that stops has done what it got. */
const sendInVain = async (...sent: Parameters<typeof send>) => {
  const [device, signals, dialler] = sent;
  expect(await send(device, signals, { ...dialler, patience: 200 })).toBeUndefined();
  await receiver.stop();
  receiver = await listen();
};
/** Sends bytes over TCP, ends this side, and returns all answers as text when the receiver has closed its side. */
const sendBytes = async (bytes: Buffer) => {
  const socket = connect(receiver.port, '127.0.0.1').on('error', () => {});
  const answers: Buffer[] = [];
  socket.on('data', (answer: Buffer) => answers.push(answer));
  await once(socket.end(bytes), 'close');
  return Buffer.concat(answers).toString();
};
/** A frame with any token and data. */
const frameWith = (
  { account }: { account: string },
  message: Partial<MessageToWrite> & { data?: string },
  key?: KeyObject,
) =>
  writeMessage(
    {
      token: 'SIA-DCS',
      sequence: nextSequence(),
      address: `L0#${account}`,
      time: guard.clock.now,
      ...message,
    },
    STANDARD_DIALECT,
    key && { key, randomBytes },
  );
const sia = (code: string, number?: string, fields: Partial<Signal> = {}): Signal => ({
  format: 'sia',
  code,
  ...(number === undefined ? {} : { number }),
  ...fields,
});

/** All that is known of the alerts of a device. The list of alerts has less. */
const wholeAlertsOf = async (device: { id: string }) => {
  const alerts: { id: string }[] = await alertsOf(device);
  return Promise.all(alerts.map(async ({ id }) => (await as('master', `GET /api/v1/alerts/${id}`)).body));
};
const alertsOf = async (device: { id: string }) =>
  (await as('master', `GET /api/v1/alerts?device_id=${device.id}`)).body.data;

interface Marked {
  readonly message: string;
  readonly status: string;
  readonly cancelled?: { readonly user_number: string; readonly user_name: string | null };
}

describe('the panel of a device', () => {
  test('A device becomes a panel with an account of six digits that Guard chooses, and its key is never shown', async () => {
    const device = await newDevice();
    expect((await as('admin', `GET /api/v1/devices/${device.id}/panel`)).status).toBe(404);
    const { body } = await setPanel(device, { encryption: 'aes', key: KEY });
    expect(body).toMatchObject({
      device_id: device.id,
      account: expect.stringMatching(/^\d{6}$/),
      has_key: true,
      time_check: 'strict',
      state: 'never_heard',
      paths: [],
      receiver: RECEIVER_OF_STAGE,
    });
    expect(await readPanel(device)).toEqual(body);
    expect(JSON.stringify(await readPanel(device))).not.toContain(KEY.slice(0, 8));
    const again = await setPanel(device, { encryption: 'aes', users: [{ number: 1, name: 'Olga' }] });
    expect(again.body).toMatchObject({ account: body.account, has_key: true });
  });

  test('A single device says whether it is a panel, and its earlier ETag is accepted after it became one', async () => {
    const device = await newDevice();
    const path = `/api/v1/devices/${device.id}`;
    const { headers: read } = await as('admin', `GET ${path}`);
    expect(device).not.toHaveProperty('has_panel');
    await setPanel(device, { allowed_addresses: LOOPBACK });
    expect((await as('admin', `GET ${path}`)).body).toEqual({ ...device, has_panel: true });
    const headers = { 'If-Match': read.get('etag') ?? '' };
    const changed = await as('admin', `PATCH ${path}`, { json: { name: 'Main' }, headers });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Main', has_panel: true } });
    const { body: list } = await as('admin', 'GET /api/v1/devices?type=alarm-panel&limit=1');
    expect(list.data).toMatchObject([{ id: device.id }]);
    expect(list.data[0]).not.toHaveProperty('has_panel');
    await as('admin', `DELETE ${path}/panel`);
    expect((await as('admin', `GET ${path}`)).body).not.toHaveProperty('has_panel');
  });

  test('A panel without a key needs the addresses from which it sends, and a panel that encrypts needs a key', async () => {
    const device = await newDevice();
    expect((await setPanel(device, {})).body.errors).toEqual({
      allowed_addresses: ['The allowed_addresses field is required for a panel that does not encrypt.'],
    });
    expect((await setPanel(device, { encryption: 'aes' })).body.errors).toHaveProperty('key');
    for (const range of ['203.0.113.0/23', '0.0.0.0/0', '2001:db8::/55', 'example.com', '203.0.113.256']) {
      const { status, body } = await setPanel(device, { allowed_addresses: [range] });
      expect([range, status]).toEqual([range, 422]);
      expect(body.errors).toHaveProperty(['allowed_addresses.0']);
    }
  });

  test('One panel has an account with its prefix, however its letters and zeros are written', async () => {
    const first = await newDevice();
    const second = await newDevice();
    const plain = { allowed_addresses: LOOPBACK };
    const code = async (device: { id: string }, json: object) =>
      (await setPanel(device, { ...plain, ...json })).body.code ?? 200;
    expect(await code(first, { account: 'foc7688', line_prefix: '1' })).toBe(200);
    expect(await code(second, { account: 'FOC7688', line_prefix: '01' })).toBe('account_taken');
    expect(await code(second, { account: 'FOC7688' })).toBe('account_taken');
    expect(await code(second, { account: 'FOC7688', line_prefix: '2' })).toBe(200);
    expect(await code(first, { account: 'foc7688' })).toBe('account_taken');
    expect((await as('admin', `DELETE /api/v1/devices/${second.id}/panel`)).status).toBe(204);
    expect(await code(first, { account: 'foc7688' })).toBe(200);
    expect(await code(second, { account: 'FOC7688', line_prefix: '2' })).toBe('account_taken');
    expect((await as('admin', `DELETE /api/v1/devices/${first.id}`)).status).toBe(204);
    expect(await code(second, { account: 'FOC7688', line_prefix: '2' })).toBe(200);
  });

  test('A refused account is in the audit log of the tenant and of the platform, and neither says whose the account is', async () => {
    const device = await newDevice();
    await setPanel(await newDevice(), { account: 'TAKEN1', allowed_addresses: LOOPBACK });
    const other = await as('globex', 'GET /api/v1/sites');
    const [{ id: site }] = other.body.data;
    const json = { name: 'Prober', type: 'alarm-panel' };
    const prober = (await as('globex', `POST /api/v1/sites/${site}/devices`, { json })).body;
    for (const caller of ['globex', 'globex', 'admin'] as const) {
      const path = `PUT /api/v1/devices/${caller === 'admin' ? device.id : prober.id}/panel`;
      const { status } = await as(caller, path, { json: { account: 'taken1', allowed_addresses: LOOPBACK } });
      expect(status).toBe(409);
    }
    const eventsOf = async (caller: 'globex' | 'master' | 'platform', tenant: string) => {
      const path = `/api/v1/audit-events?action=panel.account_refused&tenant_id=${tenant}`;
      const all = await listAll(as, caller, path);
      return all.filter(({ entity }) => entity.name === 'taken1');
    };
    const platform = (await as('platform', 'GET /api/v1/auth/me')).body.tenant_id;
    const facts = (tenant: string) => [
      { field: 'line_prefix', from: null, to: 'any' },
      { field: 'tenant', from: null, to: tenant },
    ];
    const [own, ofOther] = [device.tenant_id, prober.tenant_id];
    const refused = (it: { id: string }, tenant: string) => ({
      entity: { kind: 'panel', id: it.id, name: 'taken1' },
      changes: facts(tenant),
    });
    const seen = await eventsOf('globex', ofOther);
    expect(seen).toMatchObject([refused(prober, ofOther), refused(prober, ofOther)]);
    expect(JSON.stringify(seen)).not.toContain(own);
    expect(await eventsOf('master', own)).toMatchObject([refused(device, own)]);
    const atPlatform = (await eventsOf('platform', platform)).map(({ entity, changes }) => [
      entity.id,
      changes,
    ]);
    const expected = [device, prober, prober].map(({ id, tenant_id }) => [id, facts(tenant_id)]);
    expect(atPlatform.sort()).toEqual(expected.sort());
  });

  test('With If-Match, a panel is only changed or deleted as it was read, whatever its frames have changed since', async () => {
    const device = await newPanel();
    const path = `/api/v1/devices/${device.id}/panel`;
    const { headers: read } = await as('admin', `GET ${path}`);
    const headers = { 'If-Match': read.get('etag') ?? '' };
    const json = { allowed_addresses: LOOPBACK, users: [{ number: 1, name: 'Olga' }] };
    await send(device, [sia('CL', '1')]);
    expect((await as('admin', `PUT ${path}`, { json, headers })).status).toBe(200);
    expect((await as('admin', `PUT ${path}`, { json, headers })).status).toBe(412);
    expect((await as('admin', `DELETE ${path}`, { headers })).status).toBe(412);
    expect((await as('admin', `DELETE ${path}`)).status).toBe(204);
    const anyPanel = { 'If-Match': '*' };
    expect((await as('admin', `PUT ${path}`, { json, headers: anyPanel })).status).toBe(412);
  });

  test('If twenty devices take one account at once, one of them gets it', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => newDevice()));
    const answers = await Promise.all(
      devices.map((device) => setPanel(device, { account: 'RACE1', allowed_addresses: LOOPBACK })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'account_taken')).toHaveLength(19);
  });

  test('Only those who may edit a device read and set its panel, and nobody else knows that it is one', async () => {
    const device = await newPanel();
    const path = `/api/v1/devices/${device.id}/panel`;
    expect((await as('operator', `GET ${path}`)).status).toBe(403);
    expect((await as('viewer', `GET ${path}`)).status).not.toBe(200);
    expect((await as('globex', `GET ${path}`)).status).toBe(404);
    expect((await as('platform', `GET ${path}`)).status).toBe(200);
    expect((await as('globex', `GET /api/v1/devices/${device.id}/frames`)).status).toBe(404);
  });

  test('A zone of the panel must be at its site, and a number must not be there twice', async () => {
    const device = await newDevice();
    const zones = [
      { number: 1, zone_id: zoneId },
      { number: 1, name: 'Again' },
      { number: 2, zone_id: MISSING_ID },
      { number: 3, device_id: MISSING_ID },
    ];
    const { status, body } = await setPanel(device, { allowed_addresses: LOOPBACK, zones });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'zones.1.number',
      'zones.2.zone_id',
      'zones.3.device_id',
    ]);
  });
});

describe('signals of a panel', () => {
  test('A burglary raises an alert with the name and the zone of its number, and the frame says so', async () => {
    const device = await newPanel({ zones: [{ number: 5, zone_id: zoneId, name: 'Shop window' }] });
    expect(await send(device, [sia('BA', '5', { partition: '1' })])).toBe('ACK');
    const [alert] = await alertsOf(device);
    expect(alert).toMatchObject({
      type: 'intrusion',
      severity: 'high',
      status: 'active',
      zone_id: zoneId,
      device_name: 'Main panel',
      message: 'Burglary alarm, Shop window (zone 5), partition 1',
      raised_by: { kind: 'key', name: 'Main panel' },
    });
    const [frame] = await framesOf(device);
    expect(frame).toMatchObject({
      answer: 'ack',
      result: 'raised',
      reason: null,
      alert_ids: [alert.id],
      transport: 'tcp',
      signals: [{ code: 'BA', kind: 'alarm', zone: '5', partition: '1' }],
    });
    expect(frame.text).toContain('BA5');
  });

  test('A repeated frame is acknowledged again and does nothing, and a frame that never counts is an occurrence', async () => {
    const device = await newPanel();
    const once = { sequence: '0077', now: guard.clock.now };
    expect(await send(device, [sia('FA', '2')], once)).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, [sia('FA', '2')], once)).toBe('ACK');
    const read = async () => {
      const [{ id }] = await alertsOf(device);
      return (await as('master', `GET /api/v1/alerts/${id}`)).body.occurrences;
    };
    expect(await read()).toBe(1);
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'repeated',
      'raised',
    ]);
    await send(device, [sia('FA', '2')], { sequence: '0000' });
    await send(device, [sia('FA', '2')], { sequence: '0000' });
    expect(await read()).toBe(3);
  });

  test('The restore of a burglary shows at the alert and leaves it to people, and a new burglary makes it active again', async () => {
    const device = await newPanel();
    await send(device, [sia('BA', '5')]);
    const [{ id, tenant_id }] = await alertsOf(device);
    await as('master', `POST /api/v1/alerts/${id}/acknowledge`);
    expect(await send(device, [sia('BR', '5')])).toBe('ACK');
    const restored = (await as('master', `GET /api/v1/alerts/${id}`)).body;
    expect(restored).toMatchObject({ status: 'acknowledged', restored_at: expect.any(String) });
    await send(device, [sia('BR', '5')]);
    guard.clock.advance(1_000);
    await send(device, [sia('BA', '5')]);
    const again = (await as('master', `GET /api/v1/alerts/${id}`)).body;
    expect(again).toMatchObject({ status: 'active', acknowledged_by: null, occurrences: 2 });
    expect(again).not.toHaveProperty('restored_at');
    const history = await historyOf(guard.table, { id, tenant_id });
    expect(history.map(({ action }) => action)).toEqual([
      'raised',
      'acknowledged',
      'restored',
      'reactivated',
    ]);
  });

  test('A mains failure is raised and resolved without anybody, and the restore of another trouble leaves it open', async () => {
    const device = await newPanel();
    await send(device, [sia('AT')]);
    await send(device, [sia('YR')]);
    expect(await alertsOf(device)).toMatchObject([{ type: 'mains-failure', status: 'active' }]);
    await send(device, [sia('AR')]);
    expect(await alertsOf(device)).toMatchObject([{ type: 'mains-failure', status: 'resolved' }]);
  });

  test('An unknown code raises, and an automatic test is recorded and raises nothing', async () => {
    const device = await newPanel();
    expect(await send(device, [sia('RP')])).toBe('ACK');
    expect(await alertsOf(device)).toEqual([]);
    expect(await send(device, [sia('QQ', '1')])).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ type: 'unknown-signal' }]);
  });

  test('Two unknown codes are two alerts, and the restore of an unknown code marks its own and raises nothing', async () => {
    const panel = await newPanel();
    const unknown = (code: string, qualifier: '1' | '3'): Signal => ({
      format: 'contact-id',
      code,
      qualifier,
      partition: '1',
      number: '5',
    });
    for (const signal of [
      unknown('360', '1'),
      unknown('361', '1'),
      unknown('360', '3'),
      unknown('362', '3'),
    ]) {
      expect(await send(panel, [signal])).toBe('ACK');
    }
    const alerts = (await alertsOf(panel)).map((alert: Record<string, unknown>) => [
      alert['message'],
      alert['occurrences'],
      alert['restored_at'] !== undefined,
    ]);
    expect(alerts.toSorted()).toEqual([
      ['Unknown signal 1360, zone 5, partition 1', 1, true],
      ['Unknown signal 1361, zone 5, partition 1', 1, false],
    ]);
  });

  test('An alert of an unknown code that a former release raised counts and ends by that code alone', async () => {
    const panel = await newPanel();
    const { key } = (
      await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', device_id: panel.id } })
    ).body;
    const former = { type: 'unknown-signal', severity: 'high', message: 'Unknown signal QQ' };
    const dedup_key = `panel:${panel.id}::unknown-signal:5`;
    const events = [{ action: 'raise', ...former, dedup_key, metadata: { code: 'QQ' } }];
    const raised = await guard.call('POST /api/v1/reports', { token: key, json: { events } });
    expect(raised.body.results).toMatchObject([{ status: 201 }]);
    for (const code of ['QQ', 'QX']) await send(panel, [sia(code, '5')]);
    const [same, other] = (await alertsOf(panel)).toSorted((a: { message: string }, b: { message: string }) =>
      a.message.localeCompare(b.message),
    );
    expect(other).toMatchObject({ message: 'Unknown signal QX, zone 5', occurrences: 1 });
    expect((await as('master', `GET /api/v1/alerts/${same.id}`)).body).toMatchObject({
      message: 'Unknown signal QQ',
      occurrences: 2,
    });
  });

  test('Contact ID raises and closes, and the panel shows who closed', async () => {
    const device = await newPanel({ users: [{ number: 7, name: 'Night guard' }] });
    const contactId = (qualifier: '1' | '3', code: string, number: string): Signal => ({
      format: 'contact-id',
      qualifier,
      code,
      number,
      partition: '1',
    });
    expect(await send(device, [contactId('1', '130', '15')])).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ type: 'intrusion' }]);
    expect(await send(device, [contactId('3', '401', '7')])).toBe('ACK');
    expect((await readPanel(device)).last_opening).toMatchObject({
      state: 'closed',
      user_number: '7',
      user_name: 'Night guard',
      partition: '1',
    });
  });

  test('Each area has its last opening or closing, also if one frame reports several, and knows whether people stayed', async () => {
    const panel = await newPanel();
    const byArea = async () =>
      (await readPanel(panel)).last_openings.map((it: Record<string, unknown>) =>
        [it['partition'], it['state'], it['partial'], it['user_number']].filter(Boolean).join(' '),
      );
    const contactId = { format: 'contact-id', code: '401', number: '5' } as const;
    await send(panel, [{ ...contactId, qualifier: '1', partition: '1' }]);
    await send(panel, [{ ...contactId, qualifier: '3', partition: '2' }]);
    expect(await byArea()).toEqual(['1 open 5', '2 closed 5']);
    guard.clock.advance(1_000);
    const [first, second] = [{ partition: '1' }, { partition: '10' }];
    await send(panel, [sia('OG', '2'), sia('NL', '6', first), sia('OP', '7', second)]);
    expect(await byArea()).toEqual(['1 closed true 6', '2 open', '10 open 7']);
    expect((await readPanel(panel)).last_opening).toMatchObject({ state: 'open', partition: '10' });
  });

  test('A frame with more openings than one transaction takes is acknowledged, and each of its areas and alerts is there once', async () => {
    const json = { name: 'Many areas', timezone: 'UTC' };
    const { id: site } = (await as('admin', 'POST /api/v1/sites', { json })).body;
    const hour = (later: number) =>
      new Date(guard.clock.now.getTime() + later * 3_600_000).toISOString().slice(11, 16);
    const windows = [{ weekdays: WEEKDAYS, from: hour(-5), to: hour(-4) }];
    for (let number = 0; number < 20; number++) {
      const supervision = { name: `Duty ${number}`, site_id: site, kind: 'out_of_hours', windows };
      await as('admin', 'POST /api/v1/supervisions', { json: supervision });
    }
    const panel = { name: 'Alarm panel', type: 'alarm-panel' };
    const { body: device } = await as('admin', `POST /api/v1/sites/${site}/devices`, { json: panel });
    const { account } = (await setPanel(device, { allowed_addresses: LOOPBACK })).body;
    const once = { sequence: '0007', now: guard.clock.now };
    const areas = Array.from({ length: 45 }, (_, number) => ({ partition: String(number + 1) }));
    const opened = [...areas, ...areas, ...areas].map((area) => sia('OP', '1', area));
    const closed = areas.slice(1).map((area) => sia('CL', '1', area));
    for (let time = 0; time < 2; time++) {
      expect(await send({ account }, [...opened, ...closed], once)).toBe('ACK');
      guard.clock.advance(1_000);
    }
    expect((await as('admin', `GET /api/v1/sites/${site}/alerts?limit=100`)).body.data).toHaveLength(20);
    const { openings } = (await as('admin', `GET /api/v1/sites/${site}`)).body;
    const open = openings.partitions.filter(({ state }: { state: string }) => state === 'open');
    expect(open).toMatchObject([{ partition: '1' }]);
    expect(openings.partitions).toHaveLength(45);
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'repeated',
      'recorded',
    ]);
  });

  test('An area that was closed later stays closed, whatever order the frames arrive in', async () => {
    const panel = await newPanel({ encryption: 'aes', key: KEY });
    const key = createSecretKey(KEY, 'hex');
    const before = new Date(guard.clock.now.getTime() - 30_000);
    await send(panel, [sia('CL', '1', { partition: '1' })], { key });
    await send(panel, [sia('OP', '1', { partition: '1' }), sia('OP', '1', { partition: '2' })], {
      key,
      now: before,
    });
    expect((await readPanel(panel)).last_openings).toMatchObject([
      { partition: '1', state: 'closed' },
      { partition: '2', state: 'open' },
    ]);
  });

  test('A panel that sends its local time in clear text raises and closes at the time of arrival, and the alert keeps what was sent', async () => {
    const panel = await newPanel();
    const local = { now: new Date(guard.clock.now.getTime() - 5 * 3_600_000) };
    await send(panel, [sia('BA', '5'), sia('CL', '1')], local);
    const [{ id, tenant_id, occurred_at }] = await alertsOf(panel);
    const arrival = guard.clock.now.toISOString();
    expect(new Date(occurred_at).toISOString()).toBe(arrival);
    expect(new Date((await readPanel(panel)).last_opening.at).toISOString()).toBe(arrival);
    const alert = (await as('master', `GET /api/v1/alerts/${id}`)).body;
    expect(alert.reported_at).toMatch(/^\d\d:\d\d:\d\d,\d\d-\d\d-\d{4}$/);
    const [raised] = await historyOf(guard.table, { id, tenant_id });
    expect(raised?.warnings).toMatchObject([{ code: 'clock_wrong' }]);
  });

  test('The maker of a panel decides what its codes mean, and a client that does not know it leaves it as it is', async () => {
    const panel = await newPanel({ maker: 'jfl' });
    await send(panel, [{ format: 'contact-id', code: '139', qualifier: '1', number: '5' }]);
    expect(await alertsOf(panel)).toMatchObject([{ type: 'no-activity', severity: 'medium' }]);
    await setPanel(panel, { allowed_addresses: LOOPBACK });
    expect((await readPanel(panel)).maker).toBe('jfl');
    expect((await setPanel(panel, { allowed_addresses: LOOPBACK, maker: 'acme' })).status).toBe(422);
  });

  test('A cancel marks the open alarms of its area with its user, changes nothing else, and a later alarm takes the mark away', async () => {
    const panel = await newPanel({ users: [{ number: 5, name: 'Olga' }] });
    const [one, two] = [{ partition: '1' }, { partition: '2' }];
    await send(panel, [
      sia('BA', '7', one),
      sia('PA', '8', one),
      sia('AT', undefined, one),
      sia('BA', '9', two),
    ]);
    const marks = async () =>
      (await alertsOf(panel))
        .map(({ message, status, cancelled }: Marked) =>
          [message.replace(/, partition.*/, ''), status, cancelled?.user_number, cancelled?.user_name]
            .filter(Boolean)
            .join(' '),
        )
        .toSorted();
    const others = ['Burglary alarm, zone 9 active', 'Mains failure active', 'Panic alarm, zone 8 active'];
    const once = { sequence: '0091', now: guard.clock.now };
    expect(await send(panel, [sia('BC', '5', one)], once)).toBe('ACK');
    expect(await marks()).toEqual(['Burglary alarm, zone 7 active 5 Olga', ...others]);
    expect((await framesOf(panel)).map(({ result }: { result: string }) => result)).toContain('cancelled');
    const alert = (await alertsOf(panel)).find((it: Record<string, unknown>) => it['cancelled']);
    const history = await historyOf(guard.table, alert);
    expect(history.map(({ action, note }) => `${action}: ${note}`)).toEqual([
      'raised: null',
      'cancelled: Burglary alarm cancelled, user 5 (Olga)',
    ]);
    await as('operator', `POST /api/v1/alerts/${alert.id}/acknowledge`, { json: {} });
    guard.clock.advance(1_000);
    await send(panel, [sia('BA', '7', one)]);
    expect(await marks()).toEqual(['Burglary alarm, zone 7 active', ...others]);
    expect(await send(panel, [sia('BC', '5', one)], once)).toBe('ACK');
    expect(await marks()).toEqual(['Burglary alarm, zone 7 active', ...others]);
  });

  test('A cancel in clear text over UDP is only recorded, and one of Contact ID marks each alarm of its area', async () => {
    const panel = await newPanel();
    await send(panel, [sia('BA', '7', { partition: '1' }), sia('PA', '8', { partition: '1' })]);
    const cancel: Signal = { format: 'contact-id', qualifier: '1', code: '406', partition: '1', number: '5' };
    const cancelled = async () =>
      (await alertsOf(panel)).flatMap(({ cancelled: by }: Marked) => by?.user_number ?? []);
    expect(await send(panel, [cancel], { transport: 'udp' })).toBe('ACK');
    expect(await cancelled()).toEqual([]);
    await send(panel, [cancel]);
    expect(await cancelled()).toEqual(['5', '5']);
  });

  test('Several signals of one frame are all carried out', async () => {
    const device = await newPanel();
    expect(await send(device, [sia('BA', '1'), sia('BA', '2'), sia('AT')])).toBe('ACK');
    expect(await alertsOf(device)).toHaveLength(3);
  });

  test('A zone number in a partition is another zone, and one that names a detector is in the zone of that detector', async () => {
    const detector = await newDevice({ name: 'Detector', type: 'motion-sensor', zone_id: zoneId });
    const zones = [
      { number: 5, name: 'Front' },
      { number: 5, partition: 2, device_id: detector.id, name: 'Back' },
    ];
    const device = await newPanel({ zones });
    await send(device, [sia('BA', '5', { partition: '2', user: '3' }), sia('BA', '5', { partition: '1' })]);
    const alerts = await alertsOf(device);
    const placed = alerts.map(({ message, zone_id }: Record<string, string>) => `${message} ${zone_id}`);
    // Both have the same time.
    expect(placed.sort()).toEqual([
      `Burglary alarm, Back (zone 5), partition 2, user 3 ${zoneId}`,
      'Burglary alarm, Front (zone 5), partition 1, user 3 null',
    ]);
  });

  test('A repeated restore does nothing, and the restore of what never was is recorded', async () => {
    const device = await newPanel();
    await send(device, [sia('BA', '5')]);
    guard.clock.advance(1_000);
    const once = { sequence: '0078', now: guard.clock.now };
    expect(await send(device, [sia('BR', '5')], once)).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, [sia('BR', '5')], once)).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, [sia('BR', '6')])).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, [sia('AR')])).toBe('ACK');
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'recorded',
      'recorded',
      'repeated',
      'restored',
      'raised',
    ]);
  });

  test('A repeated closing is recorded once, and does not close what was opened after it', async () => {
    const device = await newPanel();
    const once = { sequence: '0079', now: guard.clock.now };
    expect(await send(device, [sia('CL', '1')], once)).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, [sia('OP', '1')])).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, [sia('CL', '1')], once)).toBe('ACK');
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'repeated',
      'recorded',
      'recorded',
    ]);
    expect((await readPanel(device)).last_opening).toMatchObject({ state: 'open', user_number: '1' });
    for (let time = 0; time < 2; time++) {
      guard.clock.advance(1_000);
      expect(await send(device, [sia('RP')], { sequence: '0000' })).toBe('ACK');
    }
    expect((await framesOf(device))[0]).toMatchObject({ result: 'recorded' });
  });

  test('Of a frame with an alarm and a closing, a repetition records neither again', async () => {
    const device = await newPanel();
    const once = { sequence: '0080', now: guard.clock.now };
    const signals = [sia('BA', '4'), sia('CL', '2')];
    expect(await send(device, signals, once)).toBe('ACK');
    guard.clock.advance(1_000);
    expect(await send(device, signals, once)).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ occurrences: 1 }]);
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'repeated',
      'raised',
    ]);
  });

  test('What is reported while the site is on test is recorded as a test', async () => {
    const device = await newPanel();
    const json = {
      ends_at: new Date(guard.clock.now.getTime() + 600_000).toISOString(),
      reason: 'Yearly inspection',
      device_ids: [device.id],
    };
    expect((await as('master', `POST /api/v1/sites/${siteId}/tests`, { json })).status).toBe(201);
    expect(await send(device, [sia('BA', '5')])).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ status: 'resolved', resolution: 'test' }]);
    expect(await send(device, [sia('BR', '5')])).toBe('ACK');
  });
});

describe('who sends', () => {
  test('A frame of an unknown account gets no answer, and the installer finds it among the unknown frames', async () => {
    const device = await newPanel({ account: '204117' });
    await sendInVain({ account: '204171' }, [sia('BA', '5')]);
    const unknown = async (caller: 'admin' | 'platform' | 'globex' | 'operator') =>
      as(caller, 'GET /api/v1/panel-frames/unknown');
    expect((await unknown('admin')).body.data).toMatchObject([
      { account: '204171', address: '127.0.0.1', reason: 'No panel has this account.' },
    ]);
    expect((await unknown('platform')).body.data).toHaveLength(1);
    // An installer at the site often calls from the address of the panel. All callers of a test have the same one.
    expect((await unknown('globex')).body).toMatchObject({
      data: [{ account: '204171' }],
      addresses: ['127.0.0.1'],
      caller_address: '127.0.0.1',
    });
    expect((await unknown('platform')).body.addresses).toBe(null);
    expect((await unknown('operator')).status).toBe(403);
    await send(device, [sia('RP')]);
    guard.clock.advance(8 * 24 * 3_600_000);
    expect((await unknown('platform')).body.data).toEqual([]);
  });

  test('A frame with a wrong CRC and a wrong length gets no answer, and is recorded when its connection or datagram ends', async () => {
    await newPanel();
    const frame = capturedFrame('oh-dcs');
    const recorded = async () => (await as('platform', 'GET /api/v1/panel-frames/unknown')).body.data;
    const reason = 'The CRC is wrong.';
    const socket = connect(receiver.port, '127.0.0.1').on('data', () => expect.fail('There is an answer'));
    await once(socket.end(frame), 'close');
    expect(await recorded()).toMatchObject([{ account: null, reason, transport: 'tcp' }]);
    guard.clock.advance(1_000);
    const datagrams = createSocket('udp4');
    datagrams.send(frame, receiver.port, '127.0.0.1');
    await expect.poll(recorded).toMatchObject([{ account: null, reason, transport: 'udp' }]);
    datagrams.close();
  });

  test('An encrypted panel raises, its answer is encrypted, and its frames show what it sent but no key', async () => {
    const device = await newPanel({ encryption: 'aes', key: KEY });
    const key = createSecretKey(KEY, 'hex');
    expect(await send(device, [sia('BA', '3')], { key })).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ type: 'intrusion' }]);
    const [frame] = await framesOf(device);
    expect(frame.text).toContain('BA3');
    expect(frame.text).not.toContain(KEY);
  });

  test('An encrypted panel with allowed addresses is heard from these only', async () => {
    const device = await newPanel({ encryption: 'aes', key: KEY, allowed_addresses: ['203.0.113.0/24'] });
    await sendInVain(device, [sia('BA', '3')], { key: AES_KEY });
    expect(await alertsOf(device)).toEqual([]);
    expect(await framesOf(device)).toMatchObject([{ reason: 'The panel may not send from this address.' }]);
    await setPanel(device, { account: device.account, encryption: 'aes', allowed_addresses: LOOPBACK });
    guard.clock.advance(11_000);
    expect(await send(device, [sia('BA', '3')], { key: AES_KEY })).toBe('ACK');
  });

  test('An encrypted fire is raised, also if somebody on the way made its token that of supervision', async () => {
    const device = await newPanel(AES);
    const frame = frameWith(device, { token: 'NULL', data: `#${device.account}|NFA1` }, AES_KEY);
    expect(await sendBytes(frame)).toContain('"*ACK"');
    expect(await alertsOf(device)).toMatchObject([{ type: 'fire' }]);
  });

  test('A captured alarm counts once, whatever sequence it is sent with and however late', async () => {
    const device = await newPanel(AES);
    const captured = frameWith(device, { data: `#${device.account}|NFA1` }, AES_KEY);
    const body = captured.subarray(captured.indexOf('"'), -1).toString();
    const again = (sequence: string, account = device.account) =>
      frameOf(Buffer.from(body.replace(/"\d{4}L0#\w+/, `"${sequence}L0#${account}`)), STANDARD_DIALECT);
    expect(await sendBytes(captured)).toContain('"*ACK"');
    for (const [sequence, wait] of [
      ['0000', 1],
      ['9998', 1_000],
      ['9999', 6 * 86_400_000],
    ] as const) {
      guard.clock.advance(wait);
      expect(await sendBytes(again(sequence))).toContain('"*ACK"');
    }
    // The panel itself encrypts its repetition anew.
    for (let time = 0; time < 2; time++) {
      guard.clock.advance(1);
      expect(await send(device, [sia('FA', '1')], { key: AES_KEY, now: new Date(0) })).toBe('ACK');
    }
    expect(await wholeAlertsOf(device)).toMatchObject([{ type: 'fire', occurrences: 2 }]);
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'repeated',
      'occurred_again',
      'repeated',
      'repeated',
      'repeated',
      'raised',
    ]);
  });

  test('What the receiver of the release before has recorded does nothing again, and it knows what this one records', async () => {
    const device = await newPanel(AES);
    const now = guard.clock.now;
    const data = ['NFA1'];
    const former = (sequence: string) =>
      `${sha256(`${device.account} ${sequence} ${writeTime(now)} ${JSON.stringify([data, []])}`)}.0`;
    const keyOf = (sequence: string) =>
      identifyEvent({ tenantId: device.tenant_id, id: device.id }, former(sequence), {}).key;
    await putItem(guard.table, {
      ...keyOf('0300'),
      hash: 'of its content',
      status: 201,
      write_id: 'former',
      ttl: Math.floor(now.getTime() / 1_000) + 86_400,
    });
    const sent = { sequence: '0300', data: `#${device.account}|${data}` };
    expect(await sendBytes(frameWith(device, sent, AES_KEY))).toContain('"*ACK"');
    expect(await alertsOf(device)).toEqual([]);
    expect(await sendBytes(frameWith(device, { ...sent, sequence: '0301' }, AES_KEY))).toContain('"*ACK"');
    expect(await wholeAlertsOf(device)).toMatchObject([{ type: 'fire', occurrences: 1 }]);
    expect(await getItem(guard.table, keyOf('0301'))).toMatchObject({ status: 201 });
  });

  test('With a lenient time check, the supervision of yesterday is no sign of life, and the closing of yesterday counts once', async () => {
    const device = await newPanel({ ...AES, time_check: 'lenient' }, { heartbeat_seconds: 60 });
    const yesterday = { key: AES_KEY, now: new Date(guard.clock.now.getTime() - 86_400_000) };
    for (const signals of [[], [sia('CL', '1')], [sia('CL', '1')]]) {
      guard.clock.advance(1);
      expect(await send(device, signals, yesterday)).toBe('ACK');
    }
    expect(await readPanel(device)).toMatchObject({
      state: 'never_heard',
      last_opening: { state: 'closed' },
    });
    expect((await framesOf(device)).map(({ result }: { result: string }) => result)).toEqual([
      'repeated',
      'recorded',
      'refused',
    ]);
    expect(await send(device, [], { key: AES_KEY })).toBe('ACK');
    expect((await readPanel(device)).state).toBe('online');
  });

  test('A frame that came by UDP first is carried out when it is repeated by TCP', async () => {
    const device = await newPanel();
    await send(device, [sia('BA', '5')]);
    const once = { sequence: '0310', now: guard.clock.now };
    const signals = [sia('BR', '5'), sia('BA', '6'), sia('CL', '1'), sia('BA', '7')];
    expect(await send(device, signals, { ...once, transport: 'udp' })).toBe('ACK');
    expect((await readPanel(device)).last_opening).toBeNull();
    guard.clock.advance(1_000);
    expect(await send(device, signals, once)).toBe('ACK');
    expect((await readPanel(device)).last_opening).toMatchObject({ state: 'closed' });
    const alerts = await wholeAlertsOf(device);
    expect(alerts).toHaveLength(3);
    for (const alert of alerts) {
      expect(alert).toMatchObject({ type: 'intrusion', occurrences: 1 });
      expect(Object.hasOwn(alert, 'restored_at')).toBe(alert.metadata.zone === '5');
    }
  });

  test('A frame of events without any is a sign of life', async () => {
    const device = await newPanel({}, { heartbeat_seconds: 60 });
    expect(await sendBytes(frameWith(device, { data: '' }))).toContain('"ACK"');
    expect((await readPanel(device)).state).toBe('online');
    expect(await framesOf(device)).toEqual([]);
  });

  test('A wrong key, clear text from a panel with a key, and a foreign address get no answer and raise nothing', async () => {
    const encrypted = await newPanel({ encryption: 'aes', key: KEY });
    await sendInVain(encrypted, [sia('BA', '3')], { key: createSecretKey(randomBytes(16)) });
    await sendInVain(encrypted, [sia('BA', '3')]);
    const elsewhere = await newPanel({ allowed_addresses: ['203.0.113.0/24'] });
    await sendInVain(elsewhere, [sia('BA', '3')]);
    for (const device of [encrypted, elsewhere]) {
      expect(await alertsOf(device)).toEqual([]);
      const frames = await framesOf(device);
      expect(
        frames.every(
          ({ result, answer }: Record<string, string>) => result === 'refused' && answer === 'none',
        ),
      ).toBe(true);
      expect((await readPanel(device)).state).toBe('never_heard');
    }
  });

  test('An alarm with a wrong clock raises with a warning, and anything else gets the time of the receiver', async () => {
    const device = await newPanel({ encryption: 'aes', key: KEY });
    const late = { key: createSecretKey(KEY, 'hex'), now: new Date(guard.clock.now.getTime() - 90_000) };
    expect(await send(device, [sia('BA', '3')], late)).toBe('ACK');
    const [{ id, tenant_id }] = await alertsOf(device);
    const [raised] = await historyOf(guard.table, { id, tenant_id });
    expect(raised?.warnings).toMatchObject([{ code: 'clock_wrong' }]);
    expect(await send(device, [], late)).toBe('NAK');
    expect(await send(device, [sia('CL', '1')], late)).toBe('NAK');
    expect((await readPanel(device)).last_opening).toBeNull();
  });

  test('Clear text over UDP raises, but is no sign of life, restore or closing unless the panel trusts UDP', async () => {
    const device = await newPanel({}, { heartbeat_seconds: 60 });
    const udp = { transport: 'udp' } as const;
    expect(await send(device, [], udp)).toBe('ACK');
    expect((await readPanel(device)).state).toBe('never_heard');
    expect(await send(device, [sia('AT')], udp)).toBe('ACK');
    expect(await send(device, [sia('AR')], udp)).toBe('ACK');
    expect(await send(device, [sia('CL', '1')], udp)).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ type: 'mains-failure', status: 'active' }]);
    expect(await readPanel(device)).toMatchObject({ state: 'never_heard', last_opening: null });
    await setPanel(device, { account: device.account, allowed_addresses: LOOPBACK, trusts_udp: true });
    guard.clock.advance(11_000);
    expect(await send(device, [sia('AR')], udp)).toBe('ACK');
    expect(await alertsOf(device)).toMatchObject([{ type: 'mains-failure', status: 'resolved' }]);
    expect(await readPanel(device)).toMatchObject({
      state: 'online',
      paths: [{ transport: 'udp', line: '0' }],
    });
  });
});

describe('supervision', () => {
  test('A supervised panel is online from its first frame, offline when it is silent, and online again with the next', async () => {
    const device = await newPanel({}, { heartbeat_seconds: 60 });
    expect(await send(device, [])).toBe('ACK');
    expect(await readPanel(device)).toMatchObject({
      state: 'online',
      paths: [{ transport: 'tcp', line: '0' }],
    });
    for (let minute = 0; minute < 3; minute++) {
      guard.clock.advance(60_000);
      await timers.tick();
    }
    expect(await readPanel(device)).toMatchObject({ state: 'offline' });
    expect(await send(device, [])).toBe('ACK');
    expect(await readPanel(device)).toMatchObject({ state: 'online' });
    expect(await alertsOf(device)).toMatchObject([{ type: 'device-offline', status: 'resolved' }]);
    expect(await framesOf(device)).toEqual([]);
  });

  test('A panel that makes up paths stays online, and no more than sixteen of them are remembered', async () => {
    const device = await newPanel({}, { heartbeat_seconds: 60 });
    const superviseOn = async (line: number) => {
      guard.clock.advance(1);
      expect(await send(device, [], { line: String(line) })).toBe('ACK');
    };
    await timers.tick();
    for (let line = 1; line <= 16; line++) await superviseOn(line);
    guard.clock.advance(31_000);
    for (let line = 17; line <= 20; line++) await superviseOn(line);
    const { paths, state } = await readPanel(device);
    expect([paths.length, state]).toEqual([16, 'online']);
    // The last of them was a sign of life, too.
    for (const seconds of [29, 31]) {
      guard.clock.advance(seconds * 1_000);
      await timers.tick();
    }
    expect((await readPanel(device)).state).toBe('online');
  });

  test('Several paths of a panel are each shown with their last sign of life', async () => {
    const device = await newPanel({}, { heartbeat_seconds: 60 });
    await send(device, [], { line: '1' });
    guard.clock.advance(5_000);
    await send(device, [], { line: '2' });
    const { paths } = await readPanel(device);
    expect(paths.map(({ line }: { line: string }) => line).sort()).toEqual(['1', '2']);
  });
});

describe('a receiver under attack', () => {
  const open = async () => {
    const socket = connect(receiver.port, '127.0.0.1')
      .on('error', () => {})
      .resume();
    await once(socket, 'connect');
    return socket;
  };
  /** Waits until a connection is closed, in whatever way. */
  const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  /** Sends a frame of supervision on a connection, and waits for its ACK. */
  const supervise = async (socket: Socket, { account }: { account: string }) => {
    const message = { token: 'NULL', sequence: '0001', address: `L0#${account}`, time: guard.clock.now };
    socket.write(writeMessage(message, STANDARD_DIALECT));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('"ACK"');
  };

  test('A connection is closed on which no panel is recognized in time, however slowly it sends, and that of a panel stays', async () => {
    const device = await newPanel();
    await receiver.stop();
    receiver = await listen({ strangerMilliseconds: 300 });
    const panel = await open();
    await supervise(panel, device);
    const stranger = await open();
    const drip = setInterval(() => stranger.write(' '), 20);
    await closing(stranger);
    clearInterval(drip);
    await supervise(panel, device);
    panel.destroy();
  });

  test('If there are too many connections, the oldest without a panel makes room, and panels keep theirs', async () => {
    const device = await newPanel();
    await receiver.stop();
    receiver = await listen({ connections: 3 });
    const panel = await open();
    await supervise(panel, device);
    const strangers = [await open(), await open()];
    const closed = strangers.map((socket) => once(socket, 'close'));
    const others = [await open(), await open()];
    await Promise.all(closed);
    expect(receiver.connections()).toBe(3);
    await supervise(panel, device);
    const [, second] = others;
    if (second) await supervise(second, device);
    for (const socket of [panel, ...others]) socket.destroy();
  });

  test('Strangers of an address lose their oldest connection to a panel behind it, whose connections are not counted', async () => {
    const device = await newPanel();
    await receiver.stop();
    receiver = await listen({ strangersOfAddress: 2 });
    const panels: Socket[] = [];
    for (let number = 0; number < 3; number++) {
      panels.push(await open());
      await supervise(panels[number] as Socket, device);
    }
    const [oldest, second] = [await open(), await open()];
    const closed = closing(oldest);
    const panel = await open();
    await closed;
    await supervise(panel, device);
    const third = await open();
    expect(receiver.connections()).toBe(6);
    for (const socket of [...panels, panel, second, third]) socket.destroy();
  });

  test('Of a flood of datagrams from an address, no more than its share of a second is looked at', async () => {
    const device = await newPanel();
    await receiver.stop();
    counted.clear();
    receiver = await listen({ datagramsOfAddress: 20 });
    const flood = createSocket('udp4');
    flood.bind(0, '127.0.0.9');
    await once(flood, 'listening');
    const unknown = writeMessage(
      { token: 'NULL', sequence: '0001', address: 'L0#F00D', time: guard.clock.now },
      STANDARD_DIALECT,
    );
    for (let number = 0; number < 100; number++) {
      await new Promise((resolve) => flood.send(unknown, receiver.port, '127.0.0.1', resolve));
    }
    flood.close();
    // Another address is heard. What came before it has been taken, and a stop waits until it is carried out.
    expect(await send(device, [], { transport: 'udp' })).toBe('ACK');
    await receiver.stop();
    expect(counted.get('unknown')).toBe(20);
    receiver = await listen();
  });

  test('A panel has at most eight connections, and the oldest makes room', async () => {
    const device = await newPanel();
    const sockets: Socket[] = [];
    for (let number = 0; number < 8; number++) {
      const socket = await open();
      await supervise(socket, device);
      sockets.push(socket);
    }
    const [first] = sockets;
    const closed = closing(first as Socket);
    const ninth = await open();
    await supervise(ninth, device);
    await closed;
    expect(receiver.connections()).toBe(8);
    for (const socket of [...sockets, ninth]) socket.destroy();
  });

  test('A stranger is read once a second and closed after four frames, and none of it costs a panel behind its address anything', async () => {
    const device = await newPanel();
    await receiver.stop();
    receiver = await listen({ strangeFrames: 4, pauseMilliseconds: 50 });
    await expect.poll(() => receiver.isReady()).toBe(true);
    const unknown = (number: number) => {
      const message = { token: 'NULL', sequence: '0001', address: `L0#F${number}`, time: guard.clock.now };
      return writeMessage(message, STANDARD_DIALECT);
    };
    const datagrams = createSocket('udp4');
    for (let number = 0; number < 300; number++) datagrams.send(unknown(number), receiver.port, '127.0.0.1');
    for (let number = 0; number < 3; number++) {
      const stranger = await open();
      const closed = closing(stranger);
      stranger.write(
        Buffer.concat(Array.from({ length: 300 }, (_, frame) => unknown(1_000 * number + frame))),
      );
      await closed;
    }
    datagrams.close();
    expect(await send(device, [sia('BA', '5')])).toBe('ACK');
    expect(await send(device, [], { transport: 'udp' })).toBe('ACK');
  });

  test('How long a connection with a refused frame stays open says nothing about whether its account exists', async () => {
    const device = await newPanel(AES);
    await receiver.stop();
    const { decrypt } = connectKey(TEST_KEY, clock);
    // To find the panel takes as long as a connection with an unknown account is not read.
    const slow: ReceiverOptions['secrets'] = {
      decrypt: (...given) => {
        guard.clock.advance(120_000);
        return decrypt(...given);
      },
    };
    receiver = await listen({ pauseMilliseconds: 120_000 }, slow);
    const socket = await open();
    const closed = closing(socket);
    socket.end(frameWith(device, { token: 'NULL' }));
    await closed;
  });

  test('A frame with hundreds of events raises the first of each type and the worst, and counts the others in one alert', async () => {
    const device = await newPanel();
    const burglaries = Array.from({ length: 500 }, (_, zone) => `BA${zone}`);
    const data = `Nri1/${[...burglaries, 'FA9', ...burglaries.slice(0, 90), 'PA1'].join('/')}`;
    const message = {
      token: 'SIA-DCS',
      sequence: '0003',
      address: `L0#${device.account}`,
      data: `#${device.account}|${data}`,
    };
    const socket = await open();
    for (let time = 0; time < 2; time++) {
      socket.write(writeMessage(message, STANDARD_DIALECT));
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain('"ACK"0003');
      guard.clock.advance(1_000);
    }
    socket.destroy();
    const alerts = await listAll(as, 'master', `/api/v1/alerts?device_id=${device.id}`);
    const types = Map.groupBy(alerts, ({ type }) => type);
    expect([...types].map(([type, { length }]) => [type, length]).sort()).toEqual([
      ['fire', 1],
      ['intrusion', 14],
      ['panic', 1],
      ['runaway', 1],
    ]);
    expect(types.get('runaway')?.[0]).toMatchObject({
      severity: 'high',
      message: expect.stringMatching(/^576 events: Burglary alarm \(576\)$/),
      occurrences: 1,
    });
    const frames = await framesOf(device);
    expect(frames.map(({ result }: { result: string }) => result)).toEqual(['repeated', 'raised']);
    expect(frames[0].text).toContain('BA499/FA9/BA0');
    expect(frames[0].signals).toHaveLength(100);
  });

  test('Frames behind garbage, such as those in a request of a browser, are not carried out, and those before it are', async () => {
    const device = await newPanel();
    const alarm = (zone: number) => frameWith(device, { data: `NBA${zone}` });
    const request = Buffer.from('POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n');
    expect(await sendBytes(Buffer.concat([request, alarm(1)]))).toBe('');
    const socket = await open();
    socket.write(request);
    await once(socket, 'close');
    expect(await sendBytes(Buffer.concat([alarm(2), request, alarm(3)]))).toContain('"ACK"');
    const datagrams = createSocket('udp4');
    datagrams.send(Buffer.concat([request, alarm(4)]), receiver.port, '127.0.0.1');
    datagrams.send(alarm(5), receiver.port, '127.0.0.1');
    await expect.poll(async () => (await alertsOf(device)).length).toBe(2);
    datagrams.close();
    await receiver.stop();
    receiver = await listen();
    const zones = (await wholeAlertsOf(device)).map(({ metadata }) => metadata.zone);
    expect(zones.sort()).toEqual(['2', '5']);
  });

  test('A burst of frames with a wrong key raises one alert about tampering, gets no answer, and is no sign of life', async () => {
    const device = await newPanel(AES, { heartbeat_seconds: 60 });
    const wrong = createSecretKey(randomBytes(16));
    const burst = (count: number) =>
      Buffer.concat(Array.from({ length: count }, () => frameWith(device, { data: 'NCL1' }, wrong)));
    expect(await sendBytes(burst(29))).toBe('');
    expect(await alertsOf(device)).toEqual([]);
    expect(await sendBytes(burst(40))).toBe('');
    guard.clock.advance(60_000);
    expect(await sendBytes(burst(40))).toBe('');
    const tamper = { type: 'tamper', severity: 'high', occurrences: 1, metadata: { address: '127.0.0.1' } };
    expect(await wholeAlertsOf(device)).toMatchObject([tamper]);
    expect((await readPanel(device)).state).toBe('never_heard');
    expect(counted.get('wrong_key')).toBe(109);
    // Another receiver notices it, too.
    await receiver.stop();
    receiver = await listen();
    await sendBytes(burst(40));
    expect(await wholeAlertsOf(device)).toMatchObject([tamper]);
    expect(await send(device, [], { key: AES_KEY })).toBe('ACK');
  });

  test('Changes to one frame of a panel get one and the same silence, and its repetition an answer', async () => {
    const device = await newPanel(AES);
    const frame = frameWith(device, { data: `#${device.account}|NCL1` }, AES_KEY);
    const body = frame.subarray(frame.indexOf('"'), -1).toString();
    const first = body.indexOf('[') + 1;
    const changed = Array.from({ length: body.length - first }, (_, place) => {
      const digit = (Number.parseInt(body.charAt(first + place), 16) ^ 1).toString(16).toUpperCase();
      const text = body.slice(0, first + place) + digit + body.slice(first + place + 1);
      return frameOf(Buffer.from(text), STANDARD_DIALECT);
    });
    expect(await sendBytes(Buffer.concat(changed))).toBe('');
    expect((await readPanel(device)).last_opening).toBeNull();
    for (let time = 0; time < 2; time++) expect(await sendBytes(frame)).toContain('"*ACK"');
  });

  test('Of frames with a wrong clock ten a minute get the time, and the others nothing', async () => {
    const device = await newPanel(AES);
    const time = new Date(guard.clock.now.getTime() - 3_600_000);
    const old = () => frameWith(device, { token: 'NULL', time }, AES_KEY);
    const answers = await sendBytes(Buffer.concat(Array.from({ length: 15 }, old)));
    expect(answers.match(/"NAK"/g)).toHaveLength(10);
    expect(await send(device, [], { key: AES_KEY })).toBe('ACK');
    guard.clock.advance(60_000);
    expect(await sendBytes(old())).toContain('"NAK"');
  });

  test('Garbage without an end is closed, and a panel that ends its side after a frame still gets the answer', async () => {
    const device = await newPanel();
    const garbage = await open();
    const closed = once(garbage, 'close');
    garbage.write(Buffer.alloc(65_536, '~'));
    await closed;
    const socket = await open();
    const message = { token: 'SIA-DCS', sequence: '0002', address: `L0#${device.account}`, data: 'NBA1' };
    socket.end(writeMessage(message, STANDARD_DIALECT));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('"ACK"0002');
  });
});
