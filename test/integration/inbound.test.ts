import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CallAs, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { makePng } from '../support/pictures.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;

const SAMPLES = new URL('../unit/shared/inbound/samples/', import.meta.url);
const sample = (name: string) => readFileSync(new URL(name, SAMPLES));

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
beforeEach(() => guard.clock.advance(60_000));

const newDevice = async (fields: object = {}) =>
  (
    await as('admin', `POST /api/v1/sites/${siteId}/devices`, {
      json: { name: 'Gateway', type: 'gateway', ...fields },
    })
  ).body as { id: string };
const makeAddress = async (device: { id: string }, json: object) =>
  as('admin', `POST /api/v1/devices/${device.id}/inbound`, { json });

interface Sending {
  readonly body?: string | Buffer | undefined;
  readonly json?: unknown;
  readonly type?: string | undefined;
  readonly topic?: string;
  readonly headers?: Record<string, string>;
}

/** A device with an address, and a function that sends to it. */
async function newSender(format: string, mapping: object = {}, fields: object = {}) {
  const device = await newDevice(fields);
  const made = await makeAddress(device, { format, mapping });
  expect(made.status).toBe(201);
  const path = new URL(made.body.url).pathname;
  const send = ({ body, json, type, topic, headers }: Sending = {}, method = 'POST', query = '') =>
    guard.call(`${method} ${path}${query}`, {
      ...(json === undefined ? {} : { json }),
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(topic === undefined ? {} : { 'mqtt-topic': topic }),
        ...headers,
      },
    });
  return { device, path, send };
}

const did = ({ body }: { body: { results: { result: string }[] } }) =>
  body.results.map(({ result }) => result);
const alertOf = async (answer: { body: { results: { alert_id?: string }[] } }, place = 0) =>
  (await as('master', `GET /api/v1/alerts/${answer.body.results[place]?.alert_id}?include=history`)).body;
const messagesOf = async (device: { id: string }) =>
  (await as('admin', `GET /api/v1/devices/${device.id}/inbound/messages`)).body.data;
const readDevice = async (device: { id: string }) =>
  (await as('admin', `GET /api/v1/devices/${device.id}`)).body;

describe('an address', () => {
  test('It is shown once, and reading it shows its settings only', async () => {
    const device = await newDevice();
    const made = await makeAddress(device, { format: 'alertmanager' });
    expect(made.body.url).toMatch(/\/api\/v1\/inbound\/guard_i_[0-9A-Za-z]{76}$/);
    const read = await as('admin', `GET /api/v1/devices/${device.id}/inbound`);
    expect(read.body).toMatchObject({
      device_id: device.id,
      format: 'alertmanager',
      mapping: {},
      former_until: null,
    });
    expect(read.text).not.toContain('guard_i_');
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
  });

  test('After another was made, both work for a day; then only the new one', async () => {
    const { device, send } = await newSender('generic');
    const next = await makeAddress(device, { format: 'generic' });
    const path = new URL(next.body.url).pathname;
    const heartbeat = { json: { action: 'heartbeat' } };
    expect((await send(heartbeat)).status).toBe(200);
    expect((await guard.call(`POST ${path}`, heartbeat)).status).toBe(200);
    guard.clock.advance(24 * 3_600_000);
    expect((await send(heartbeat)).status).toBe(404);
    expect((await guard.call(`POST ${path}`, heartbeat)).status).toBe(200);
  });

  test('Revoking ends the present and the former address at once', async () => {
    const { device, send } = await newSender('generic');
    const next = await makeAddress(device, { format: 'generic' });
    expect((await as('admin', `DELETE /api/v1/devices/${device.id}/inbound`)).status).toBe(204);
    expect((await send({ json: {} })).status).toBe(404);
    expect((await guard.call(`POST ${new URL(next.body.url).pathname}`, { json: {} })).status).toBe(404);
    expect((await as('admin', `GET /api/v1/devices/${device.id}/inbound`)).status).toBe(404);
    expect((await as('admin', `DELETE /api/v1/devices/${device.id}/inbound`)).status).toBe(404);
  });

  test('A changed format and mapping count from the next message on, and the address remains', async () => {
    const { device, send } = await newSender('generic');
    const change = { format: 'tasmota', mapping: { type: 'door-forced', severity: 'low' } };
    const changed = await as('admin', `PATCH /api/v1/devices/${device.id}/inbound`, { json: change });
    expect(changed.body).toMatchObject(change);
    const answer = await send({ json: { Switch1: 'ON' } });
    expect(await alertOf(answer)).toMatchObject({ type: 'door-forced', severity: 'low' });
  });

  test('With If-Match an address is changed and revoked only with its current ETag', async () => {
    const { device } = await newSender('generic');
    const path = `/api/v1/devices/${device.id}/inbound`;
    const etag = (await as('admin', `GET ${path}`)).headers.get('etag') ?? '';
    const change = (match: string, format: string) =>
      as('admin', `PATCH ${path}`, { json: { format }, headers: { 'If-Match': match } });
    const revoke = (match: string) => as('admin', `DELETE ${path}`, { headers: { 'If-Match': match } });
    expect((await change('"another"', 'shelly')).status).toBe(412);
    const changed = await change(etag, 'tasmota');
    expect([changed.status, changed.body.format]).toEqual([200, 'tasmota']);
    expect([(await change(etag, 'shelly')).status, (await revoke(etag)).status]).toEqual([412, 412]);
    expect((await revoke(changed.headers.get('etag') ?? '')).status).toBe(204);
  });

  test('The address of a deleted device is unknown', async () => {
    const { device, send } = await newSender('generic');
    await as('admin', `DELETE /api/v1/devices/${device.id}`);
    expect((await send({ json: { action: 'heartbeat' } })).status).toBe(404);
  });

  test('A secret that Guard cannot have issued is 404 without a read', async () => {
    const { path } = await newSender('generic');
    for (const wrong of [
      `${path.slice(0, -1)}${path.endsWith('x') ? 'y' : 'x'}`,
      '/api/v1/inbound/x',
      `/api/v1/inbound/${MISSING_ID}`,
    ]) {
      expect((await guard.call(`POST ${wrong}`, { json: {} })).status).toBe(404);
    }
  });

  test('Every change of it is in the audit log, without the secret', async () => {
    const { device } = await newSender('generic');
    await as('admin', `DELETE /api/v1/devices/${device.id}/inbound`);
    const { body } = await as('master', 'GET /api/v1/audit-events?limit=5');
    const events = body.data.filter(({ entity }: { entity: { id: string } }) => entity.id === device.id);
    expect(JSON.stringify(events)).not.toMatch(/guard_i_|secret/);
    // They have the same time, so that nothing orders them.
    expect(new Set(events.map(({ action }: { action: string }) => action))).toEqual(
      new Set(['device.created', 'inbound.created', 'inbound.deleted']),
    );
  });
});

/** What each sample does at a fresh address: the results, and what the first alert has. */
const SAMPLE_CASES: readonly (readonly [
  file: string,
  format: string,
  sending: Sending,
  results: string[],
  alert: object,
])[] = [
  [
    '01-alertmanager-two-alerts-firing.json',
    'alertmanager',
    { type: 'application/json' },
    ['raised', 'raised'],
    { dedup_key: '765d67b27fb1f6de', severity: 'critical', type: 'fire', message: 'Smoke in plant room' },
  ],
  [
    '02-alertmanager-mixed-group.json',
    'alertmanager',
    { type: 'application/json' },
    ['recorded', 'raised'],
    { dedup_key: '6ad56707c8acedf9', severity: 'medium', message: 'Smoke in bay 2' },
  ],
  [
    '03-grafana-firing.json',
    'grafana',
    { type: 'application/json' },
    ['raised'],
    { dedup_key: 'c6eadffa33fcdf37', severity: 'critical', message: 'Cold room 2 is warm' },
  ],
  [
    '04-uptime-kuma-down.json',
    'uptime-kuma',
    { type: 'application/json' },
    ['raised'],
    {
      dedup_key: '10',
      occurred_at: '2026-11-28T21:10:05.000+00:00',
      message: expect.stringContaining('Gate controller'),
    },
  ],
  [
    '05-frigate-review-rises.json',
    'frigate',
    { topic: 'frigate/reviews' },
    ['raised'],
    {
      dedup_key: '1795903805.308396-fqk5ka',
      occurred_at: '2026-11-28T22:10:05.308+00:00',
      message: 'yard (drive): person',
    },
  ],
  [
    '06-zigbee2mqtt-smoke.json',
    'zigbee2mqtt',
    { topic: 'zigbee2mqtt/Plant room smoke' },
    ['recorded', 'raised'],
    { dedup_key: 'zigbee2mqtt/Plant room smoke smoke', type: 'fire', severity: 'critical' },
  ],
  [
    '07-zigbee2mqtt-contact-open.json',
    'zigbee2mqtt',
    { topic: 'zigbee2mqtt/Back door' },
    ['recorded', 'raised', 'recorded'],
    { dedup_key: 'zigbee2mqtt/Back door contact', type: 'intrusion' },
  ],
  [
    '08-hikvision-multipart-picture.multipart',
    'hikvision',
    { type: 'multipart/form-data; boundary=boundary' },
    ['raised'],
    {
      dedup_key: '02:00:5e:10:00:07 1 fielddetection',
      type: 'intrusion',
      occurred_at: '2026-11-28T21:10:05.000+00:00',
    },
  ],
  [
    '09-axis-object-analytics.json',
    'axis',
    { topic: 'axis/02005E100007/event/CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1' },
    ['raised'],
    {
      dedup_key: '02005E100007 CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1',
      occurred_at: '2026-11-28T22:10:05.562+00:00',
    },
  ],
  [
    '10-onvif-motion-changed.xml',
    'onvif',
    { type: 'application/soap+xml; charset=utf-8' },
    ['raised'],
    {
      dedup_key: 'vs0 RuleEngine/CellMotionDetector/Motion',
      type: 'motion',
      occurred_at: '2026-11-28T21:10:05.000+00:00',
    },
  ],
  [
    '11-paradox-zone-alarm.txt',
    'paradox',
    { topic: 'paradox/states/zones/Back_door/generated_alarm', headers: { 'mqtt-retain': '1' } },
    ['raised'],
    { dedup_key: 'paradox/states/zones/Back_door/generated_alarm', type: 'intrusion' },
  ],
  [
    '12-shelly-smoke-status.json',
    'shelly',
    { topic: 'shellyplussmoke-02005e100007/events/rpc' },
    ['raised'],
    { dedup_key: 'shellyplussmoke-02005e100007 smoke:0', type: 'fire' },
  ],
  [
    '13-ttn-water-leak.json',
    'the-things-stack',
    { type: 'application/json' },
    ['raised'],
    { dedup_key: '70B3D57ED0000007 water_leak', type: 'water-leak' },
  ],
  [
    '14-home-assistant-rest-command.txt',
    'home-assistant',
    { type: 'application/octet-stream' },
    ['raised'],
    { type: 'fire', message: 'Plant room smoke is on' },
  ],
  [
    '15-tasmota-sensor-telemetry.json',
    'tasmota',
    { topic: 'tele/tasmota_100007/SENSOR' },
    ['raised'],
    { dedup_key: 'tasmota_100007 Switch1' },
  ],
  [
    '16-viewtron-perimeter-picture.xml',
    'viewtron',
    { type: 'application/xml; charset=utf-8' },
    ['raised'],
    { dedup_key: 'SN0000000007 2357', type: 'intrusion', occurred_at: '2026-11-28T22:10:05.902+00:00' },
  ],
];

describe('the samples', () => {
  test.each(SAMPLE_CASES)(
    '%s does what its index says, and the same again says nothing new',
    async (file, format, sending, results, alert) => {
      const { device, send } = await newSender(format, {}, { heartbeat_seconds: 3_600 });
      const sent = { ...sending, body: sample(file) };
      const first = await send(sent);
      expect([first.status, did(first)]).toEqual([200, results]);
      const place = results.indexOf('raised');
      const raised = await alertOf(first, place);
      expect(raised).toMatchObject({ status: 'active', device_id: device.id, site_id: siteId, ...alert });
      expect(raised.history[0].warnings).toBeUndefined();
      const again = await send(sent);
      expect(did(again)).toEqual(results.map(() => 'nothing_new'));
      expect(await alertOf(first, place)).toMatchObject({ occurrences: 1 });
      expect(await readDevice(device)).toMatchObject({ status: 'online' });
      const [, newest] = (await messagesOf(device)).toReversed();
      expect(newest?.results ?? []).toHaveLength(results.length);
    },
  );
});

describe('pictures', () => {
  const picturesOf = async (answer: { body: { results: { alert_id?: string }[] } }) =>
    (await as('master', `GET /api/v1/alerts/${answer.body.results[0]?.alert_id}/pictures`)).body.data;

  test.each([
    ['08-hikvision-multipart-picture.multipart', 'hikvision', 'multipart/form-data; boundary=boundary'],
    ['16-viewtron-perimeter-picture.xml', 'viewtron', 'application/xml; charset=utf-8'],
  ] as const)('The picture in %s becomes one of the alert', async (file, format, type) => {
    const { send } = await newSender(format);
    const answer = await send({ body: sample(file), type });
    expect(await picturesOf(answer)).toMatchObject([{ content_type: 'image/jpeg' }]);
  });

  test('Of the files of a form, the first eight pictures are kept, and whatever only says that it is one is not', async () => {
    const { send } = await newSender('generic', {
      state: 'state',
      alarm_values: ['alarm'],
      type: 'motion',
    });
    const files = [
      Buffer.from('<svg onload="alert(1)"/>'),
      ...Array.from({ length: 9 }, (_, shade) => Buffer.from(makePng({ shade: 20 * shade }))),
    ];
    const parts = files.flatMap((file, place) => [
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="f${place}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n'),
    ]);
    const event = '--x\r\nContent-Disposition: form-data; name="state"\r\n\r\nalarm\r\n';
    const body = Buffer.concat([Buffer.from(event), ...parts, Buffer.from('--x--')]);
    const answer = await send({ body, type: 'multipart/form-data; boundary=x' });
    expect(did(answer)).toEqual(['raised']);
    expect(await picturesOf(answer)).toHaveLength(8);
  });
});

describe('endings', () => {
  test('The end of an alarm is noted in its alert, which people close; that of a trouble resolves it', async () => {
    const { send } = await newSender('zigbee2mqtt');
    const topic = 'zigbee2mqtt/Hall';
    const raised = await send({ topic, json: { smoke: true, battery_low: true } });
    expect(did(raised)).toEqual(['raised', 'raised']);
    expect(did(await send({ topic, json: { smoke: false, battery_low: false } }))).toEqual([
      'restored',
      'resolved',
    ]);
    expect(await alertOf(raised, 0)).toMatchObject({ status: 'active', restored_at: expect.any(String) });
    expect(await alertOf(raised, 1)).toMatchObject({ status: 'resolved' });
    const later = await send({ topic, json: { smoke: true } });
    expect(did(later)).toEqual(['occurred_again']);
  });

  test("Guard's own word resolve cannot end an alarm through an address", async () => {
    const { send } = await newSender('generic');
    const raised = await send({ json: { type: 'intrusion', message: 'Door', dedup_key: 'door' } });
    expect(did(await send({ json: { action: 'resolve', type: 'intrusion', dedup_key: 'door' } }))).toEqual([
      'restored',
    ]);
    expect(await alertOf(raised)).toMatchObject({ status: 'active' });
    // Also in words that are not understood.
    expect(did(await send({ json: { action: 'resolve', dedup_key: 'door' } }))).toEqual(['not_understood']);
    expect(await alertOf(raised)).toMatchObject({ status: 'active' });
  });
});

describe('what hides an alarm', () => {
  const resolve = (answer: { body: { results: { alert_id?: string }[] } }) =>
    as('master', `POST /api/v1/alerts/${answer.body.results[0]?.alert_id}/resolve`, {
      json: { note: 'Seen' },
    });

  test('Two states of one part in a message: the alarm raises, its end is noted, and the next alarm is heard', async () => {
    const { send } = await newSender('shelly');
    const events = (...names: string[]) =>
      send({
        json: {
          src: 's1',
          method: 'NotifyEvent',
          params: { events: names.map((event) => ({ component: 'smoke:0', event })) },
        },
      });
    expect(did(await events('alarm_off'))).toEqual(['recorded']);
    expect(did(await events('alarm', 'alarm_off'))).toEqual(['raised', 'restored']);
    expect(did(await events('alarm'))).toEqual(['occurred_again']);
    expect(did(await events('alarm_off', 'alarm'))).toEqual(['restored', 'occurred_again']);
    expect(did(await events('alarm'))).toEqual(['nothing_new']);
  });

  test('An end that was lost hides the next alarm of a sender that tries once for ten minutes at most', async () => {
    const { send } = await newSender('home-assistant');
    const on = () => send({ json: { entity_id: 'binary_sensor.hall', device_class: 'smoke', state: 'on' } });
    const first = await on();
    expect(did(first)).toEqual(['raised']);
    expect((await resolve(first)).status).toBe(200);
    guard.clock.advance(601_000);
    expect(did(await on())).toEqual(['raised']);
  });

  test('A sensor that Home Assistant has lost is back with its next state, and may be lost again', async () => {
    const { send } = await newSender('home-assistant');
    const is = (state: string) =>
      send({ json: { entity_id: 'binary_sensor.hall', device_class: 'smoke', state } });
    expect(did(await is('off'))).toEqual(['recorded']);
    const lost = await is('unavailable');
    expect(did(lost)).toEqual(['raised']);
    expect(did(await is('off'))).toEqual(['nothing_new', 'resolved']);
    expect(await alertOf(lost)).toMatchObject({ type: 'sensor-lost', status: 'resolved' });
    expect(did(await is('unavailable'))).toEqual(['raised']);
  });

  test('The end of a review of Frigate that nobody has heard of raises', async () => {
    const { send } = await newSender('frigate');
    const review = (type: string, id: string) =>
      send({
        topic: 'frigate/reviews',
        json: { type, after: { id, camera: 'yard', severity: 'alert', data: {} } },
      });
    expect(did(await review('end', 'r1'))).toEqual(['raised', 'restored']);
    expect(did(await review('end', 'r1'))).toEqual(['nothing_new']);
    expect(did(await review('new', 'r2'))).toEqual(['raised']);
    expect(did(await review('end', 'r2'))).toEqual(['restored']);
    expect(did(await review('update', 'r2'))).toEqual(['nothing_new']);
  });

  test('The sign of life of a Hikvision camera ends a lost picture', async () => {
    const { send } = await newSender('hikvision');
    const videoloss = (state: string, count: number) =>
      send({
        body: `<EventNotificationAlert><macAddress>m</macAddress><channelID>1</channelID><activePostCount>${count}</activePostCount><eventType>videoloss</eventType><eventState>${state}</eventState></EventNotificationAlert>`,
        type: 'application/xml',
      });
    expect(did(await videoloss('inactive', 0))).toEqual(['heartbeat']);
    const lost = await videoloss('active', 1);
    expect(did(lost)).toEqual(['raised']);
    expect(did(await videoloss('inactive', 0))).toEqual(['resolved']);
    expect(did(await videoloss('inactive', 0))).toEqual(['heartbeat']);
    expect(await alertOf(lost)).toMatchObject({ type: 'camera-trouble', status: 'resolved' });
  });

  test('One alert that is not understood is told beside the others of its group', async () => {
    const { send } = await newSender('alertmanager');
    const alert = (fingerprint: string, status: string) => ({
      status,
      labels: { alertname: 'SmokeDetected' },
      fingerprint,
      startsAt: '2026-11-28T23:01:58Z',
    });
    const json = {
      alerts: [alert('a', 'firing'), alert('b', 'pending'), alert('c', 'firing')],
      truncatedAlerts: 7,
    };
    const answer = await send({ json });
    expect(did(answer)).toEqual(['raised', 'raised', 'not_understood']);
    expect(answer.body.warnings).toMatchObject([{ field: 'truncatedAlerts' }]);
  });
});

describe('occurrences', () => {
  test('A reminder of an outage says nothing new, and one whose message was lost raises', async () => {
    const { send } = await newSender('uptime-kuma');
    const beat = (status: number, important: boolean, time: string) => ({
      json: { heartbeat: { monitorID: 1, status, important, time }, monitor: { id: 1, name: 'Gate' } },
    });
    expect(did(await send(beat(0, true, '2026-11-28 21:00:00')))).toEqual(['raised']);
    expect(did(await send(beat(0, false, '2026-11-28 22:00:00')))).toEqual(['nothing_new']);
    expect(did(await send(beat(1, true, '2026-11-28 22:01:00')))).toEqual(['resolved']);
    expect(did(await send(beat(0, false, '2026-11-28 22:10:00')))).toEqual(['raised']);
  });

  test('An alert of Alertmanager that fires for days rings once, and again when it has fired anew', async () => {
    const { send } = await newSender('alertmanager');
    const group = (startsAt: string, status = 'firing') => ({
      json: {
        status: 'firing',
        alerts: [{ status, labels: { alertname: 'SmokeDetected' }, startsAt, fingerprint: 'f' }],
      },
    });
    const raised = await send(group('2026-11-28T22:00:00Z'));
    for (let day = 0; day < 3; day++) {
      guard.clock.advance(24 * 3_600_000);
      expect(did(await send(group('2026-11-28T22:00:00Z')))).toEqual(['nothing_new']);
    }
    expect(await alertOf(raised)).toMatchObject({ occurrences: 1 });
    expect(did(await send(group('2026-12-01T22:00:00Z')))).toEqual(['occurred_again']);
  });

  test('A camera that sends no ends: posts that go on are one event, and one after a pause is another', async () => {
    const { send } = await newSender('hikvision');
    const post = () =>
      send({
        body: '<EventNotificationAlert><macAddress>m</macAddress><channelID>1</channelID><eventType>VMD</eventType><eventState>active</eventState></EventNotificationAlert>',
        type: 'application/xml',
      });
    expect(did(await post())).toEqual(['raised']);
    for (let count = 0; count < 5; count++) {
      guard.clock.advance(25_000);
      expect(did(await post())).toEqual(['nothing_new']);
    }
    guard.clock.advance(61_000);
    expect(did(await post())).toEqual(['occurred_again']);
  });

  test('A message that comes twice at the same time raises once', async () => {
    const { send } = await newSender('zigbee2mqtt');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send({ topic: 'z/Hall', json: { smoke: true } })),
    );
    expect(answers.flatMap(did).filter((it) => it === 'raised')).toHaveLength(1);
    expect(await alertOf(answers[0] ?? (await send()))).toMatchObject({ occurrences: 1 });
  });

  test('A local time is that of the site', async () => {
    const zoned = (
      await as('admin', 'POST /api/v1/sites', { json: { name: 'Office', timezone: 'Asia/Tokyo' } })
    ).body;
    const device = (
      await as('admin', `POST /api/v1/sites/${zoned.id}/devices`, { json: { name: 'Bus', type: 'gateway' } })
    ).body;
    const made = await makeAddress(device, { format: 'tasmota' });
    const answer = await guard.call(`POST ${new URL(made.body.url).pathname}`, {
      json: { Time: '2026-11-29T07:20:38', Switch1: 'ON' },
    });
    expect(await alertOf(answer)).toMatchObject({ occurred_at: '2026-11-28T22:20:38.000+00:00' });
  });
});

describe('what is not understood', () => {
  test('It raises unknown-signal, is no sign of life, and is shown with its secrets masked', async () => {
    const { device, send } = await newSender('alertmanager', {}, { heartbeat_seconds: 3_600 });
    const answer = await send({ json: { text: 'Smoke in hall', password: 'correct horse' } });
    expect(did(answer)).toEqual(['not_understood']);
    expect(await alertOf(answer)).toMatchObject({
      type: 'unknown-signal',
      message: expect.stringContaining('Smoke in hall'),
    });
    expect(await readDevice(device)).toMatchObject({ status: 'offline' });
    const [message] = await messagesOf(device);
    expect(message.body).toContain('Smoke in hall');
    expect(JSON.stringify(message)).not.toContain('correct horse');
  });

  test('A GET without the parameters of its format, and HEAD, do nothing', async () => {
    const { device, send } = await newSender('shelly', {}, { heartbeat_seconds: 3_600 });
    for (const [method, query] of [
      ['GET', ''],
      ['GET', '?utm_source=chat'],
      ['HEAD', ''],
    ] as const) {
      expect((await send({}, method, query)).status).toBe(200);
    }
    expect(await messagesOf(device)).toEqual([]);
    expect(await readDevice(device)).toMatchObject({ status: 'offline' });
    expect(did(await send({}, 'GET', '?event=smoke.alarm&device=shelly-1'))).toEqual(['raised']);
    expect(await readDevice(device)).toMatchObject({ status: 'online' });
  });
});

describe('bodies', () => {
  const KUMA = {
    heartbeat: { monitorID: 3, status: 0, time: '2026-11-28 21:10:05' },
    monitor: { id: 3, name: 'Gate' },
    msg: 'down',
  };
  const text = JSON.stringify(KUMA);
  const form = (type: string) =>
    `--x\r\nContent-Disposition: form-data; name="data"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--x--\r\n`;

  test.each<[string, Sending]>([
    ['JSON', { body: text, type: 'application/json' }],
    ['JSON with another type', { body: text, type: 'text/html' }],
    ['JSON as octet-stream', { body: text, type: 'application/octet-stream' }],
    ['JSON with a byte order mark and a NUL', { body: `\ufeff${text}\0`, type: 'application/json' }],
    ['packed JSON', { body: gzipSync(text), type: 'application/octet-stream' }],
    [
      'packed JSON that says so',
      { body: gzipSync(text), type: 'application/octet-stream', headers: { 'content-encoding': 'gzip' } },
    ],
    [
      'packed JSON with its own type',
      { body: gzipSync(text), type: 'application/json', headers: { 'content-encoding': 'gzip' } },
    ],
    ['a form', { body: `data=${encodeURIComponent(text)}`, type: 'application/x-www-form-urlencoded' }],
    ['a form without a type', { body: `data=${encodeURIComponent(text)}`, type: '' }],
    ['form-data', { body: form('text/plain'), type: 'multipart/form-data; boundary=x' }],
    ['form-data with JSON', { body: form('application/json'), type: 'multipart/form-data; boundary="x"' }],
    ['form-data without a boundary in its type', { body: form('text/plain'), type: 'multipart/form-data' }],
  ])('A message may come as %s', async (_, sending) => {
    const { send } = await newSender('uptime-kuma');
    expect(did(await send(sending))).toEqual(['raised']);
    expect(did(await send(sending, 'PUT'))).toEqual(['nothing_new']);
  });

  test('A secret in a message is in neither its alert nor its results', async () => {
    const { device, send } = await newSender('uptime-kuma');
    const msg = 'connect failed: postgres://olga:hunter2@db.test/shop';
    const answer = await send({ body: JSON.stringify({ ...KUMA, msg }), type: 'application/json' });
    expect(did(answer)).toEqual(['raised']);
    const alerts = await as('admin', `GET /api/v1/alerts?device_id=${device}`);
    const shown = JSON.stringify([answer.body, alerts.body, await messagesOf(device)]);
    expect(shown).toContain('db.test');
    expect(shown).not.toContain('hunter2');
  });

  test('A message may come in the query of a GET', async () => {
    const { send } = await newSender('uptime-kuma');
    const query = new URLSearchParams({
      heartbeat: JSON.stringify(KUMA.heartbeat),
      monitor: JSON.stringify(KUMA.monitor),
      msg: KUMA.msg,
    });
    expect(did(await send({}, 'GET', `?${query}`))).toEqual(['raised']);
  });

  test('A message over 4 MB is 413, packed or not', async () => {
    const { send } = await newSender('generic');
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 'a');
    for (const body of [large, gzipSync(large)]) {
      const answer = await send({ body, type: 'application/octet-stream' });
      expect([answer.status, answer.body.code]).toEqual([413, 'message_too_large']);
    }
  });
});

describe('limits and failures', () => {
  test('Over the limit of its address a message is 503, and one that concerns lives still has room', async () => {
    const limited = await startGuard({
      settings: { keyEventsPerMinute: 10, tokenExpirationMinutes: 525_600 },
    });
    try {
      const call = await signInCallers(limited);
      const [{ id }] = (await call('operator', 'GET /api/v1/sites')).body.data;
      const device = (
        await call('admin', `POST /api/v1/sites/${id}/devices`, { json: { name: 'Bus', type: 'gateway' } })
      ).body;
      const made = await call('admin', `POST /api/v1/devices/${device.id}/inbound`, {
        json: { format: 'generic' },
      });
      const send = (json: object) => limited.call(`POST ${new URL(made.body.url).pathname}`, { json });
      for (let count = 0; count < 9; count++) expect((await send({ action: 'heartbeat' })).status).toBe(200);
      const refused = await send({ action: 'heartbeat' });
      expect([refused.status, refused.body.code]).toEqual([503, 'inbound_limit_reached']);
      expect((await send({ type: 'panic', message: 'Help' })).status).toBe(200);
      expect((await send({ type: 'panic', message: 'Help' })).status).toBe(503);
      // It is no failure of Guard, which would ring its operators.
      expect(limited.metrics.some(({ name }) => name === 'ServerErrors')).toBe(false);
    } finally {
      await limited.stop();
    }
  });
});

test('Nothing that is stored holds the secret of an address', async () => {
  const { path, send } = await newSender('generic');
  const secret = path.slice(path.lastIndexOf('/') + 1);
  // A sender may put its own address into its message, its topic, its type and its headers.
  await send({
    json: { type: 'intrusion', message: `Sent to ${path}`, url: path },
    topic: path,
    type: `text/${secret}`,
    headers: { 'user-agent': secret, 'x-correlation-id': secret },
  });
  await send({ json: { callback: path, nested: [{ url: path }] } });
  const items: unknown[] = [];
  items.push(...(await readAll(guard.table)));
  expect(items.length).toBeGreaterThan(10);
  expect(JSON.stringify(items).includes(secret)).toBe(false);
  expect(guard.log().includes(secret)).toBe(false);
  expect(JSON.stringify(guard.metrics).includes(secret)).toBe(false);
});
