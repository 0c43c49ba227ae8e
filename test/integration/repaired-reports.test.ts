import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import type { Answer } from '../support/send-request.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

let guard: TestGuard;
let timers: TestTimers;
let master: string;
let siteId: string;
let otherSiteId: string;
let zoneId: string;
let deviceId: string;
let otherDeviceId: string;
let keys: { tenant: string; site: string; device: string };
const MISSING = '019a0000-0000-7000-8000-000000000000';
let count = 0;
const unique = () => `u${++count}`;

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  master = await guard.signIn('master@acme.test');
  [siteId, otherSiteId] = (await asMaster('GET /api/v1/sites')).data.map(({ id }: { id: string }) => id);
  zoneId = (await asMaster(`POST /api/v1/sites/${siteId}/zones`, { name: 'Gate' })).id;
  deviceId = await newDevice(siteId);
  otherDeviceId = await newDevice(otherSiteId);
  keys = {
    tenant: await newKey({}),
    site: await newKey({ site_id: siteId }),
    device: await newKey({ device_id: deviceId }),
  };
});
afterAll(async () => {
  await timers.stop();
  await guard.stop();
});

async function asMaster(request: string, json?: object) {
  const answer = await guard.call(request, { token: master, ...(json ? { json } : {}) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
const newDevice = async (site: string): Promise<string> =>
  (await asMaster(`POST /api/v1/sites/${site}/devices`, { name: 'Smoke detector', type: 'smoke' })).id;
const newKey = async (binding: object): Promise<string> =>
  (await asMaster('POST /api/v1/keys', { name: 'Panel', ...binding })).key;

const fire = (fields: object = {}) => ({
  action: 'raise',
  type: 'fire',
  severity: 'critical',
  message: 'Smoke',
  ...fields,
});

async function report(token: string, ...events: unknown[]) {
  const { status, body, text } = await guard.call('POST /api/v1/reports', { token, json: { events } });
  expect(status, text).toBe(200);
  return body.results;
}
const codes = ({ warnings = [] }: { warnings?: { field: string; code: string }[] }) =>
  warnings.map(({ field, code }) => `${field} ${code}`);
const historyOf = async (alertId: string) => (await asMaster(`GET /api/v1/alerts/${alertId}/events`)).data;
const heardAt = async (id: string) =>
  Date.parse((await asMaster(`GET /api/v1/devices/${id}`)).last_seen_at ?? '');

describe('alarms with a wrong detail', () => {
  test.each<[string, object, string[]]>([
    ['a time of 1970', { occurred_at: '1970-01-01T00:00:12Z' }, ['occurred_at clock_wrong']],
    ['a time of the 31st century', { occurred_at: '3026-01-01T00:00:00Z' }, ['occurred_at clock_wrong']],
    ['no time', { occurred_at: null }, ['occurred_at time_not_readable']],
    ['a message of 1,001 characters', { message: 'x'.repeat(1_001) }, ['message shortened']],
    ['a NUL and an ESC in its message', { message: 'a\u0000b\u001bc' }, ['message characters_replaced']],
    ['half an emoji', { message: 'Fire \ud83d' }, ['message characters_replaced']],
    ['a number in its metadata', { metadata: { battery: 12 } }, ['metadata converted']],
    ['an underscore in its metadata', { metadata: { battery_level: '12' } }, ['metadata converted']],
    ['an unknown field', { colour: 'red' }, ['colour unknown_field']],
    ['a severity in capitals', { severity: 'CRITICAL' }, ['severity converted']],
    ['a zone that is gone', { zone_id: MISSING }, ['zone_id left_out']],
    ['a dedup key of 200 characters', { dedup_key: 'k'.repeat(200) }, ['dedup_key hashed']],
    ['a number as its id', { id: 41 }, ['id converted']],
    [
      'no action, severity and message',
      { action: undefined, severity: undefined, message: undefined },
      ['action assumed', 'severity assumed', 'message assumed'],
    ],
  ])(
    'An alarm with %s is raised with a warning in its result and its history',
    async (_, fields, expected) => {
      for (const [token, place] of [
        [keys.device, {}],
        [keys.site, {}],
        [keys.tenant, { site_id: siteId }],
      ] as const) {
        const [result] = await report(token, fire({ ...place, ...fields }));
        expect([result.status, codes(result).toSorted()]).toEqual([201, expected.toSorted()]);
        expect(result.alert).toMatchObject({ type: 'fire', severity: 'critical', site_id: siteId });
        const [raised] = await historyOf(result.alert.id);
        expect([raised.action, raised.warnings]).toEqual(['raised', result.warnings]);
        await asMaster(`POST /api/v1/alerts/${result.alert.id}/resolve`, {});
      }
      const json = { ...fire({ site_id: siteId, ...fields }), action: undefined, id: undefined };
      const { status, body } = await guard.call('POST /api/v1/alerts', { token: master, json });
      expect([status, body.type, body.severity]).toEqual([201, 'fire', 'critical']);
      await asMaster(`POST /api/v1/alerts/${body.id}/resolve`, {});
    },
  );

  test('An alarm with an implausible time occurred when it arrived, and reported_at keeps the time that was sent', async () => {
    const [{ alert }] = await report(keys.device, fire({ occurred_at: '1970-01-01T00:00:12+0000' }));
    const at = guard.clock.now.getTime();
    for (const seen of [alert, await asMaster(`GET /api/v1/alerts/${alert.id}`)]) {
      expect([Date.parse(seen.occurred_at), seen.reported_at]).toEqual([at, '1970-01-01T00:00:12+0000']);
    }
    const { data } = await asMaster('GET /api/v1/alerts?limit=1');
    expect(data[0]).not.toHaveProperty('reported_at');
  });

  test('A valid alarm has no warnings', async () => {
    const [result] = await report(keys.device, fire());
    expect(result).not.toHaveProperty('warnings');
    expect((await historyOf(result.alert.id))[0]).not.toHaveProperty('warnings');
  });

  test('The warnings of a repaired occurrence are in the next history entry of its alert', async () => {
    const dedup_key = unique();
    const [raised, again] = await report(
      keys.device,
      fire({ dedup_key }),
      fire({ dedup_key, id: unique(), colour: 'red' }),
    );
    expect([again.status, codes(again)]).toEqual([200, ['colour unknown_field']]);
    await report(keys.device, fire({ dedup_key }));
    guard.clock.advance(90_000);
    await timers.tick();
    const entries = await historyOf(raised.alert.id);
    expect(entries.map(({ action }: { action: string }) => action)).toContain('reoccurred');
    expect(entries.flatMap(codes)).toEqual(['colour unknown_field']);
  });

  test('A strict event with a wrong field is 422 at that field, and does not change the device’s last_seen_at', async () => {
    guard.clock.advance(60_000);
    const before = await heardAt(deviceId);
    for (const fields of [
      { severity: 'CRITICAL' },
      { occurred_at: '1970-01-01T00:00:12Z' },
      { colour: 'red' },
      { zone_id: MISSING },
    ]) {
      const json = { events: [fire(fields)] };
      const headers = { 'Guard-Strict': '1' };
      const { body } = await guard.call('POST /api/v1/reports', { token: keys.device, json, headers });
      expect([body.results[0].status, Object.keys(body.results[0].error.errors)]).toEqual([
        422,
        Object.keys(fields),
      ]);
    }
    expect(await heardAt(deviceId)).toBe(before);
  });
});

describe('places of alarms', () => {
  test('With a device-bound key, an alarm is raised at the device’s current site, even if it names the site before a move', async () => {
    const moving = await newDevice(siteId);
    const key = await newKey({ device_id: moving });
    await asMaster(`PATCH /api/v1/devices/${moving}`, { site_id: otherSiteId });
    const [result] = await report(
      key,
      fire({ site_id: siteId, zone_id: zoneId, device_id: moving.toUpperCase() }),
    );
    expect(result).toMatchObject({
      status: 201,
      alert: { site_id: otherSiteId, zone_id: null, device_id: moving },
    });
    expect(codes(result)).toEqual(['site_id left_out', 'zone_id left_out']);
  });

  test('An alarm that names a missing device, or a device of another site, is raised without a device and with the same warning', async () => {
    const results = await report(
      keys.site,
      fire({ device_id: otherDeviceId }),
      fire({ device_id: MISSING }),
      fire({ device_id: 'panel-1' }),
    );
    expect(
      results.map(({ status, alert }: { status: number; alert: { device_id: null } }) => [
        status,
        alert.device_id,
      ]),
    ).toEqual(Array.from({ length: 3 }, () => [201, null]));
    expect(results[0].warnings).toEqual(results[1].warnings);
    const [tenant] = await report(keys.tenant, fire({ site_id: siteId, device_id: otherDeviceId }));
    expect([tenant.status, tenant.alert.site_id, tenant.alert.device_id]).toEqual([201, siteId, null]);
  });

  test('An alarm that names a known device and an unknown site is raised at the device’s site', async () => {
    const [result] = await report(keys.tenant, fire({ site_id: MISSING, device_id: deviceId }));
    expect(result).toMatchObject({ status: 201, alert: { site_id: siteId, device_id: deviceId } });
    expect(codes(result)).toEqual(['site_id left_out']);
    const json = { type: 'fire', device_id: deviceId };
    const { body } = await guard.call('POST /api/v1/alerts', { token: master, json });
    expect([body.site_id, body.device_id]).toEqual([siteId, deviceId]);
  });

  test('An event for a site or device that is missing or outside the binding of its API key is rejected and is no heartbeat', async () => {
    guard.clock.advance(60_000);
    const before = await heardAt(otherDeviceId);
    const place = { device_id: otherDeviceId };
    expect(
      await statusesOf(
        keys.device,
        fire(place),
        { action: 'heartbeat', ...place },
        fire({ device_id: MISSING }),
      ),
    ).toEqual([404, 404, 404]);
    expect(
      await statusesOf(
        keys.site,
        fire({ site_id: otherSiteId, ...place }),
        { action: 'heartbeat', ...place },
        fire({ site_id: MISSING }),
      ),
    ).toEqual([404, 404, 404]);
    expect(
      await statusesOf(
        keys.tenant,
        fire(),
        fire({ site_id: MISSING }),
        fire({ device_id: MISSING }),
        'fire',
        null,
      ),
    ).toEqual([422, 422, 422, 422, 422]);
    await report(keys.site, fire(place), { action: 'resolve', dedup_key: 'x', ...place });
    expect(await heardAt(otherDeviceId)).toBe(before);
    const { status } = await guard.call('POST /api/v1/alerts', {
      token: master,
      json: { type: 'fire', site_id: MISSING },
    });
    expect(status).toBe(422);
  });

  const statusesOf = async (token: string, ...events: unknown[]) =>
    (await report(token, ...events)).map(({ status }: { status: number }) => status);
});

describe('events that count as heartbeats', () => {
  test.each<[string, object]>([
    ['a heartbeat with an id', { action: 'heartbeat', id: 'h1' }],
    ['a heartbeat with null for its device', { action: 'heartbeat', device_id: null }],
    ['a heartbeat with unknown fields', { action: 'heartbeat', uptime: 12, site_id: MISSING }],
    ['a heartbeat in capitals', { action: 'HEARTBEAT' }],
    ['a resolve without a dedup key', { action: 'resolve' }],
    ['a repaired alarm', fire({ occurred_at: 'now' })],
    ['a repaired resolve', { action: 'resolve', dedup_key: 7, message: '\u0000', colour: 'red' }],
  ])('A report with %s counts as a heartbeat of its device', async (_, event) => {
    guard.clock.advance(60_000);
    const [result] = await report(keys.device, event);
    expect(result.status).toBeLessThan(300);
    expect(codes(result).length).toBeGreaterThan(0);
    expect(await heardAt(deviceId)).toBe(guard.clock.now.getTime());
  });
});

describe('events with an id that are repaired', () => {
  test('If an event with an id that Guard repaired is sent again 30 minutes later, it gets the first result', async () => {
    const early = new Date(guard.clock.now.getTime() + 20 * 60_000).toISOString();
    for (const fields of [
      { occurred_at: '1970-01-01T00:00:12Z' },
      { occurred_at: early },
      { message: 'x'.repeat(1_001) },
    ]) {
      const event = fire({ id: unique(), ...fields });
      const [first] = await report(keys.device, event);
      guard.clock.advance(30 * 60_000);
      const [again] = await report(keys.device, event);
      expect([again.status, again.replayed, again.alert.id]).toEqual([201, true, first.alert.id]);
    }
  });

  test('Different events with the same id are each carried out once, and all but the first get a warning', async () => {
    const id = unique();
    const events = ['one', 'two', 'three'].map((message) => fire({ id, message }));
    const first = await report(keys.site, ...events);
    expect(first.map(({ status }: { status: number }) => status)).toEqual([201, 201, 201]);
    expect(first.map(codes)).toEqual([[], ['id event_id_reused'], ['id event_id_reused']]);
    const [, second] = first;
    expect((await historyOf(second.alert.id))[0].warnings).toEqual(second.warnings);
    const answers = await Promise.all([1, 2, 3].map(() => report(keys.site, ...events.toReversed())));
    for (const again of answers) {
      expect(
        again.map(({ replayed, alert }: { replayed: true; alert: { id: string } }) => [replayed, alert.id]),
      ).toEqual(first.toReversed().map(({ alert }: { alert: { id: string } }) => [true, alert.id]));
    }
  });

  test('A repeated event that shares its id with an earlier event is recognized even after the earlier event has expired', async () => {
    const id = unique();
    await report(keys.site, fire({ id, message: 'one' }));
    guard.clock.advance(12 * 3_600_000);
    const [second] = await report(keys.site, fire({ id, message: 'two' }));
    guard.clock.advance(13 * 3_600_000);
    const [again] = await report(keys.site, fire({ id, message: 'two' }));
    expect([again.replayed, again.alert.id]).toEqual([true, second.alert.id]);
  });

  test('Two events with the same id are different events even if they are equal once Guard has shortened their messages', async () => {
    const id = unique();
    const long = 'x'.repeat(1_000);
    const results = await report(
      keys.site,
      fire({ id, message: `${long}a` }),
      fire({ id, message: `${long}b` }),
    );
    expect(results[1]).toMatchObject({ status: 201, alert: { message: results[0].alert.message } });
    expect(results[1]).not.toHaveProperty('replayed');
  });

  test('A resolve event with the id of another event is carried out once, with a warning', async () => {
    const [id, dedup_key] = [unique(), unique()];
    const resolve = { action: 'resolve', id, dedup_key };
    const results = await report(keys.site, fire({ id, dedup_key }), resolve);
    expect(results[1]).toMatchObject({ status: 200, alert: { status: 'resolved' } });
    expect(codes(results[1])).toEqual(['id event_id_reused']);
    const [next, again] = await report(keys.site, fire({ dedup_key }), resolve);
    expect([next.status, again.replayed]).toEqual([201, true]);
  });
});

describe('bodies of reports', () => {
  const send = (body: string, headers: Record<string, string> = {}, token = keys.device): Promise<Answer> =>
    guard.call('POST /api/v1/reports?debug=1', { token, body, headers });

  test.each<[string, string]>([
    ['a byte order mark', `\ufeff${JSON.stringify({ events: [fire()] })}`],
    ['a NUL at its end', `${JSON.stringify({ events: [fire()] })}\u0000`],
    [
      'raw control characters in its texts',
      JSON.stringify({ events: [fire({ message: 'ab' })] }).replace('ab', 'a\u001b\nb'),
    ],
    ['a single event in place of the list', JSON.stringify({ events: fire() })],
    ['an event alone', JSON.stringify(fire())],
    ['a list alone', JSON.stringify([fire()])],
    ['further fields', JSON.stringify({ version: 2, events: [fire()] })],
    [
      'a field twice',
      JSON.stringify({ events: [fire()] }).replace('"type":"fire"', '"type":"door","type":"fire"'),
    ],
  ])('A report with %s is accepted with any content type', async (_, body) => {
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ]) {
      const answer = await send(body, { 'Content-Type': contentType });
      expect([answer.status, answer.body.results[0].status], answer.text).toEqual([200, 201]);
      expect(answer.body.results[0].alert.type).toBe('fire');
    }
  });

  test('A report with broken UTF-8 is accepted', async () => {
    const [start = '', end = ''] = JSON.stringify({ events: [fire({ message: 'Caf|' })] }).split('|');
    const body = Buffer.concat([Buffer.from(start), Buffer.from([0xe9]), Buffer.from(end)]);
    const answer = await sendBytes(body);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"message":"Caf\ufffd"');
  });

  test.each([
    ['application/json; charset=iso-8859-1', 0xe9, 'Caf\u00e9'],
    ['application/json;charset=ISO-8859-15', 0xa4, 'Caf\u20ac'],
    ['text/plain; charset="Windows-1252"', 0x80, 'Caf\u20ac'],
  ])('A report as %s is read in its charset', async (contentType, byte, message) => {
    const [start = '', end = ''] = JSON.stringify({ events: [fire({ message: 'Caf|' })] }).split('|');
    const body = Buffer.concat([Buffer.from(start), Buffer.from([byte]), Buffer.from(end)]);
    expect(await sendBytes(body, contentType)).toContain(`"message":"${message}"`);
  });

  function sendBytes(body: Buffer, contentType?: string): Promise<string> {
    const { hostname, port } = new URL(guard.url);
    const head = `POST /api/v1/reports HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${keys.device}\r\n${contentType ? `Content-Type: ${contentType}\r\n` : ''}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(Buffer.concat([Buffer.from(head), body])),
      );
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
      socket.on('error', reject);
    });
  }

  test('A report that is not JSON, too large, empty or not authenticated is rejected', async () => {
    expect((await send('raise fire')).status).toBe(400);
    expect((await send(JSON.stringify({ events: [fire({ message: 'x'.repeat(70_000) })] }))).status).toBe(
      413,
    );
    for (const body of ['{}', '[]', '{"events":[]}', 'null', '""'])
      expect((await send(body)).status).toBe(422);
    expect((await send(JSON.stringify(fire()), {}, 'nobody')).status).toBe(401);
    const strict = await send(JSON.stringify({ events: [fire()] }), {
      'Guard-Strict': '1',
      'Content-Type': 'text/plain',
    });
    expect(strict.status).toBe(415);
  });

  test('Events that are sent as a bare list count towards the rate limit of their API key', async () => {
    const limited = await startGuard({ settings: { keyEventsPerMinute: 3 } });
    try {
      const token = await limited.signIn('master@acme.test');
      const [site] = (await limited.call('GET /api/v1/sites', { token })).body.data;
      const json = { name: 'Panel', site_id: site.id };
      const { key } = (await limited.call('POST /api/v1/keys', { token, json })).body;
      const body = JSON.stringify([fire(), fire()]);
      expect((await limited.call('POST /api/v1/reports', { token: key, body })).status).toBe(200);
      expect((await limited.call('POST /api/v1/reports', { token: key, body })).status).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});

describe('events that Guard does not understand', () => {
  /** A device with its key, heard never before. */
  async function newReporter() {
    const id = await newDevice(siteId);
    return { id, key: await newKey({ device_id: id }) };
  }
  const post = async (token: string, json: unknown) =>
    (await guard.call('POST /api/v1/reports', { token, json: json as object })).body.results[0];
  const deviceOf = (id: string) => asMaster(`GET /api/v1/devices/${id}`);
  const alertsOf = async (id: string) =>
    (await asMaster(`GET /api/v1/alerts?device_id=${id}`)).data.toSorted(
      (a: { message: string }, b: { message: string }) => a.message.localeCompare(b.message),
    );

  test.each<[string, unknown]>([
    ['an unknown action', { action: 'alarm' }],
    ['a boolean', { alarm: true }],
    ['a text', { text: 'Smoke in hall' }],
    ['a text without an object', 'Smoke in hall'],
    ['an event without a field', { events: [{}] }],
    ['a list of something else as its events', { events: ['smoke'] }],
    ['a smoke sensor', { battery: 98, battery_low: false, linkquality: 87, smoke: true, test: false }],
    [
      'Alertmanager',
      {
        receiver: 'guard',
        status: 'firing',
        alerts: [{ status: 'firing', labels: { severity: 'critical' } }],
      },
    ],
    [
      'Grafana',
      { status: 'firing', orgId: 1, alerts: [], title: '[FIRING:1]', message: 'Cold room 2 is warm' },
    ],
    [
      'Uptime Kuma',
      { heartbeat: { status: 0, msg: 'PING failed' }, monitor: { name: 'Gate' }, msg: '[Gate] Down' },
    ],
    ['Frigate', { type: 'update', before: { severity: 'detection' }, after: { severity: 'alert' } }],
    ['a system with events of its own', { source: 'x', events: [] }],
  ])(
    'The body of %s raises an alert of the device and is no sign of life, and the same body is an occurrence',
    async (_, body) => {
      const { id, key } = await newReporter();
      const first = await post(key, body);
      expect([first.status, codes(first)]).toEqual([201, ['action not_understood']]);
      guard.clock.advance(61_000);
      expect((await post(key, body)).status).toBe(200);
      const [alert, ...others] = await alertsOf(id);
      expect(others).toEqual([]);
      expect(alert).toMatchObject({
        type: 'unknown-signal',
        severity: 'high',
        status: 'active',
        device_id: id,
      });
      expect((await deviceOf(id)).last_seen_at).toBeNull();
      await post(key, { events: [{ action: 'heartbeat', battery: 9 }] });
      expect((await deviceOf(id)).last_seen_at).not.toBeNull();
    },
  );

  test('Smoke in another room makes an acknowledged alert active again at once, its end is no second alert, and other numbers are no news', async () => {
    const { id, key } = await newReporter();
    const { alert } = await post(key, { text: 'Smoke in hall', password: 'hunter2', battery: 98 });
    const status = async () => (await asMaster(`GET /api/v1/alerts/${alert.id}`)).status;
    const acknowledge = () => asMaster(`POST /api/v1/alerts/${alert.id}/acknowledge`, {});
    await acknowledge();
    guard.clock.advance(10_000);
    await post(key, { text: 'Smoke in kitchen', password: 'hunter2', battery: 98 });
    expect(await status()).toBe('active');
    await acknowledge();
    await post(key, { text: 'Smoke in kitchen', password: 'hunter2', battery: 97 });
    expect(await status()).toBe('acknowledged');
    await post(key, { text: 'Smoke in kitchen', password: 'hunter2', battery: 97, resolved: true });
    expect(await alertsOf(id)).toHaveLength(1);
    guard.clock.advance(90_000);
    await timers.tick();
    const said = JSON.stringify([await alertsOf(id), await historyOf(alert.id)]);
    for (const words of ['Smoke in hall', 'Smoke in kitchen', 'resolved']) expect(said).toContain(words);
    expect(said).not.toContain('hunter2');
  });

  test('From the sixth shape in an hour on, one runaway alert holds further ones', async () => {
    const { id, key } = await newReporter();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'a']) await post(key, { [name]: true });
    const alerts = await alertsOf(id);
    expect(alerts.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'runaway',
      ...Array(5).fill('unknown-signal'),
    ]);
    expect(alerts.find(({ type }: { type: string }) => type === 'runaway')).toMatchObject({
      severity: 'high',
      reported_type: 'unknown-signal',
      message: 'Not understood: {"f":true}',
    });
  });

  test('Two devices with one body have two alerts, also with a key of their site, and a key without a device has its own', async () => {
    const [one, other] = [await newReporter(), await newReporter()];
    for (const { key } of [one, other]) expect((await post(key, { alarm: 1 })).status).toBe(201);
    for (const device_id of [one.id, other.id]) {
      expect((await post(keys.site, { alarm: 1, device_id })).status).toBe(201);
    }
    const { alert } = await post(keys.site, { alarm: 1, device_id: 'kitchen-1', site_id: otherSiteId });
    expect(alert).toMatchObject({ type: 'unknown-signal', site_id: siteId, device_id: null });
    const [unplaced] = await report(keys.tenant, { alarm: 1 });
    expect([unplaced.status, unplaced.error.errors]).toMatchObject([422, { site_id: [expect.anything()] }]);
  });

  test('What another system calls a device is none of the key’s device, and does not make Guard refuse the event', async () => {
    const { id, key } = await newReporter();
    const { status, alert } = await post(key, { alarm: true, device_id: MISSING, site_id: MISSING });
    expect([status, alert.device_id]).toEqual([201, id]);
  });

  test('An alarm of a type that Guard does not know is raised with its type, and is no sign of life without an action', async () => {
    const { id, key } = await newReporter();
    expect(await post(key, { type: 'glass', severity: 'low', message: 'Broken' })).toMatchObject({
      status: 201,
      alert: { type: 'glass' },
    });
    expect((await deviceOf(id)).last_seen_at).toBeNull();
    await post(key, { action: 'raise', type: 'glass', severity: 'low', message: 'Broken' });
    expect((await deviceOf(id)).last_seen_at).not.toBeNull();
  });

  test('People and strict clients get an error that says what to change', async () => {
    const { key } = await newReporter();
    for (const [token, headers] of [
      [master, {}],
      [key, { 'Guard-Strict': '1' }],
    ] as const) {
      const json = { events: [{ alarm: true }] };
      const { body } = await guard.call('POST /api/v1/reports', { token, json, headers });
      expect([body.results[0].status, Object.keys(body.results[0].error.errors)]).toEqual([422, ['action']]);
    }
  });
});
