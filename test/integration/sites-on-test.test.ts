import { randomBytes } from 'node:crypto';
import { DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import { troublePrefix } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { putItem } from '../../shared/table/writes.ts';
import { TESTS } from '../../shared/test-mode/site-test.ts';
import { type CallAs, type Caller, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let tenantId: string;
let siteId: string;
let key: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});
beforeEach(async () => {
  const { body } = await as('master', 'POST /api/v1/sites', { json: { name: 'Depot' } });
  siteId = body.id;
  tenantId = body.tenant_id;
  const made = await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', site_id: siteId } });
  key = made.body.key;
  const { body: users } = await as('master', 'GET /api/v1/users?limit=100');
  const { id } = users.data.find(({ email }: { email: string }) => email === 'operator@acme.test');
  await as('master', `PUT /api/v1/users/${id}/sites`, { json: { site_ids: [siteId] } });
});

const later = (milliseconds: number) => new Date(guard.clock.now.getTime() + milliseconds).toISOString();
const start = (caller: Caller, milliseconds: number, fields: object = {}) =>
  as(caller, `POST /api/v1/sites/${siteId}/tests`, {
    json: { ends_at: later(milliseconds), reason: 'Yearly service', ...fields },
  });
const started = async (milliseconds: number, fields: object = {}) => {
  const { status, body } = await start('admin', milliseconds, fields);
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
};
const move = (caller: Caller, id: string, milliseconds: number) =>
  as(caller, `PATCH /api/v1/tests/${id}`, { json: { ends_at: later(milliseconds) } });
const end = (id: string, caller: Caller = 'admin') => as(caller, `DELETE /api/v1/tests/${id}`);
const listed = async (): Promise<string[]> => {
  const { body } = await as('operator', `GET /api/v1/sites/${siteId}/tests`);
  return body.data.map(({ id }: { id: string }) => id);
};

async function report(event: object, token = key) {
  const { body } = await guard.call('POST /api/v1/reports', { token, json: { events: [event] } });
  return body.results[0];
}
const raise = (fields: object = {}, token = key) =>
  report({ action: 'raise', type: 'intrusion', severity: 'high', message: 'Motion', ...fields }, token);
const resolve = (dedup_key: string) => report({ action: 'resolve', dedup_key });
const read = async (id: string) => (await as('master', `GET /api/v1/alerts/${id}`)).body;
const alerts = (query = '') => listAll(as, 'master', `/api/v1/sites/${siteId}/alerts?limit=100${query}`);
const openAlerts = () => alerts('&status=active,acknowledged');

/** Advances the clock, with two runs of the timers at the end. */
async function skip(milliseconds: number): Promise<void> {
  guard.clock.advance(milliseconds);
  await timers.tick();
  await timers.tick();
}

/** Advances the clock, with a run of the timers every minute. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= MINUTE) {
    guard.clock.advance(Math.min(left, MINUTE));
    await timers.tick();
  }
}

const newDevice = async (fields: object = {}) =>
  (
    await as('master', `POST /api/v1/sites/${siteId}/devices`, {
      json: { name: 'Door', type: 'door-contact', ...fields },
    })
  ).body;
const newZone = async () =>
  (await as('master', `POST /api/v1/sites/${siteId}/zones`, { json: { name: 'Hall' } })).body.id;

describe('starting, extending and ending', () => {
  test('A test of a site has the fields with which it was started, and is listed until it ends', async () => {
    const zone_id = await newZone();
    const { id: deviceId } = await newDevice({ zone_id });
    const fields = { zone_id, device_ids: [deviceId, deviceId], types: ['intrusion'] };
    const answer = await start('operator', HOUR, fields);
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        tenant_id: tenantId,
        site_id: siteId,
        ...fields,
        device_ids: [deviceId],
        reason: 'Yearly service',
        started_by: expect.objectContaining({ kind: 'user', name: 'Acme Operator' }),
        created_at: later(0).replace('Z', '+00:00'),
        ends_at: later(HOUR).replace('Z', '+00:00'),
        ended_at: null,
        updated_at: later(0).replace('Z', '+00:00'),
        version: 1,
        excluded_types: ['panic', 'fire'],
        devices: [{ id: deviceId, name: 'Door' }],
      },
    ]);
    const { id } = answer.body;
    const { devices: _, ...inLists } = answer.body;
    const path = `/api/v1/tests/${id}`;
    expect(answer.headers.get('location')).toBe(`${guard.url}${path}`);
    expect((await as('operator', `GET ${path}`)).body).toEqual(answer.body);
    expect(await listed()).toEqual([id]);
    expect(await listAll(as, 'operator', '/api/v1/tests')).toEqual([inLists]);
    expect(await listAll(as, 'platform', '/api/v1/tests')).toContainEqual(inLists);
    expect((await as('operator', `GET /api/v1/sites/${siteId}/tests`)).body.data).toEqual([inLists]);
    expect((await end(id, 'operator')).status).toBe(204);
    expect((await end(id, 'operator')).status).toBe(204);
    expect([await listed(), await listAll(as, 'operator', '/api/v1/tests')]).toEqual([[], []]);
    expect((await as('operator', `GET ${path}`)).body).toMatchObject({
      ended_at: later(0).replace('Z', '+00:00'),
      version: 2,
    });
    const late = await move('operator', id, 2 * HOUR);
    expect([late.status, late.body.code]).toEqual([409, 'test_ended']);
  });

  test.each<[string, object, string[]]>([
    ['an end that is now', { ends_at: '2020-01-01T00:00:00Z' }, ['ends_at']],
    ['no reason', { reason: '' }, ['reason']],
    ['no devices', { device_ids: [] }, ['device_ids']],
    ['a type that is no slug', { types: ['Panic!'] }, ['types.0']],
    ['unknown fields', { starts_at: '2030-01-01T00:00:00Z' }, ['starts_at']],
    [
      'a zone and a device elsewhere',
      {
        zone_id: '019a0000-0000-7000-8000-000000000000',
        device_ids: ['019a0000-0000-7000-8000-000000000000'],
      },
      ['zone_id', 'device_ids.0'],
    ],
  ])('Starting a test of a site answers 422 to %s', async (_, fields, wrong) => {
    const answer = await start('admin', HOUR, fields);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, wrong]);
  });

  test('Starting a test of a site rejects a zone and devices of another site', async () => {
    const zone_id = await newZone();
    const { id: deviceId } = await newDevice();
    const other = (await as('master', 'POST /api/v1/sites', { json: { name: 'Other' } })).body.id;
    const answer = await as('admin', `POST /api/v1/sites/${other}/tests`, {
      json: { ends_at: later(HOUR), reason: 'x', zone_id, device_ids: [deviceId] },
    });
    expect(Object.keys(answer.body.errors)).toEqual(['zone_id', 'device_ids.0']);
  });

  test.each<[string, (there: { zoneId: string; hallId: string }) => Promise<object>]>([
    ['a device of another zone', async ({ hallId }) => newDevice({ zone_id: hallId })],
    ['a device without a zone', async () => newDevice()],
    [
      'a device that has left the zone',
      async ({ zoneId, hallId }) => {
        const device = await newDevice({ zone_id: zoneId });
        await as('master', `PATCH /api/v1/devices/${device.id}`, { json: { zone_id: hallId } });
        return device;
      },
    ],
  ])('Starting a test of a zone and %s is rejected, because it would silence nothing', async (_, make) => {
    const there = { zoneId: await newZone(), hallId: await newZone() };
    const device = (await make(there)) as { id: string };
    const fields = { zone_id: there.zoneId, device_ids: [device.id] };
    const answer = await start('admin', HOUR, fields);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { device_ids: [expect.stringContaining('must have a device of the zone')] },
    ]);
    expect(await listed()).toEqual([]);
    expect((await raise({ device_id: device.id })).alert.status).toBe('active');
    const inside = await newDevice({ zone_id: there.zoneId, name: 'Window' });
    const both = await started(HOUR, { ...fields, device_ids: [device.id, inside.id] });
    expect(both.devices).toEqual([{ id: inside.id, name: 'Window' }]);
    expect((await raise({ device_id: device.id })).alert.status).toBe('active');
    expect((await raise({ device_id: inside.id })).alert.status).toBe('resolved');
  });

  test('A test of a site shows which devices it silences now, and which alert types are still raised', async () => {
    const zone_id = await newZone();
    const shownOf = async ({ id }: { id: string }) => (await as('operator', `GET /api/v1/tests/${id}`)).body;
    const whole = await started(HOUR);
    expect(whole).toMatchObject({ devices: null, excluded_types: ['panic', 'fire'] });
    const smoke = await started(HOUR, { types: ['fire', 'tamper'] });
    expect(smoke).toMatchObject({ devices: null, excluded_types: ['panic'] });
    expect(await started(HOUR, { types: ['panic', 'fire'] })).toMatchObject({ excluded_types: [] });
    const ofZone = await started(HOUR, { zone_id });
    expect(ofZone.devices).toEqual([]);
    const device = await newDevice({ name: 'Old name' });
    const path = `/api/v1/devices/${device.id}`;
    await as('master', `PATCH ${path}`, { json: { zone_id, name: 'Window' } });
    expect((await shownOf(ofZone)).devices).toEqual([{ id: device.id, name: 'Window' }]);
    await as('master', `PATCH ${path}`, { json: { zone_id: null } });
    expect((await shownOf(ofZone)).devices).toEqual([]);
    expect((await shownOf(whole)).devices).toBe(null);
  });

  test('A test of a zone with exactly 100 devices shows all of them', async () => {
    const zone_id = await newZone();
    for (let batch = 0; batch < 5; batch += 1) {
      const devices = Array.from({ length: 25 }, (_, place) => ({
        site_id: siteId,
        zone_id: batch === 0 ? null : zone_id,
        name: `Sensor ${batch}-${place}`,
        type: 'sensor',
        serial: `${siteId} ${batch}-${place}`,
      }));
      await as('master', 'POST /api/v1/devices/import', { json: { devices } });
    }
    expect((await started(HOUR, { zone_id })).devices).toHaveLength(100);
  });

  test('A test of a site cannot be extended once its devices have left its zone, or its devices or zone are deleted', async () => {
    const [zone_id, empty] = [await newZone(), await newZone()];
    const device = await newDevice({ zone_id });
    const [moved, deleted, gone] = [
      await started(HOUR, { zone_id, device_ids: [device.id] }),
      await started(HOUR, { device_ids: [(await newDevice({ name: 'Gone' })).id] }),
      await started(HOUR, { zone_id: empty }),
    ];
    expect((await move('admin', gone.id, 2 * HOUR)).status).toBe(200);
    await as('master', `PATCH /api/v1/devices/${device.id}`, { json: { zone_id: empty } });
    await as('master', `DELETE /api/v1/devices/${deleted.device_ids[0]}`);
    expect((await move('admin', gone.id, 3 * HOUR)).body.devices).toEqual([{ id: device.id, name: 'Door' }]);
    await as('master', `PATCH /api/v1/devices/${device.id}`, { json: { zone_id: null } });
    expect((await as('master', `DELETE /api/v1/zones/${empty}`)).status).toBe(204);
    for (const [{ id }, hours] of [
      [moved, 2],
      [deleted, 2],
      [gone, 4],
    ] as const) {
      const answer = await move('admin', id, hours * HOUR);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['ends_at']]);
      expect((await move('admin', id, MINUTE)).status).toBe(200);
    }
  });

  test('If-Match of a test of a site fails after a change of the test, but not after one of its devices is renamed', async () => {
    const device = await newDevice();
    const { id } = await started(HOUR, { device_ids: [device.id] });
    const path = `/api/v1/tests/${id}`;
    const etag = (await as('admin', `GET ${path}`)).headers.get('etag') ?? '';
    await as('master', `PATCH /api/v1/devices/${device.id}`, { json: { name: 'Renamed' } });
    const headers = { 'If-None-Match': etag };
    expect((await as('admin', `GET ${path}`, { headers })).status).toBe(200);
    const moving = { json: { ends_at: later(2 * HOUR) }, headers: { 'If-Match': etag } };
    expect((await as('admin', `PATCH ${path}`, moving)).status).toBe(200);
    expect((await as('admin', `PATCH ${path}`, moving)).status).toBe(412);
  });

  test('A test of a site lasts at most 24 hours from its start, even if its end is moved later', async () => {
    expect((await start('admin', 24 * HOUR + 1)).status).toBe(422);
    const { id } = await started(24 * HOUR);
    guard.clock.advance(HOUR);
    expect((await move('admin', id, 23 * HOUR + 1)).status).toBe(422);
    expect((await move('admin', id, 0)).status).toBe(422);
    expect((await move('admin', id, HOUR)).body.version).toBe(2);
    expect((await move('admin', id, HOUR)).body.version).toBe(2);
    await end(id);
  });

  test('With If-Match, a test of a site that has changed since it was read is neither moved nor ended', async () => {
    const { id } = await started(HOUR);
    const path = `/api/v1/tests/${id}`;
    const headers = { 'If-Match': (await as('admin', `GET ${path}`)).headers.get('etag') ?? '' };
    await move('admin', id, 2 * HOUR);
    const json = { ends_at: later(HOUR) };
    expect((await as('admin', `PATCH ${path}`, { headers, json })).status).toBe(412);
    expect((await as('admin', `DELETE ${path}`, { headers })).status).toBe(412);
    expect(await listed()).toEqual([id]);
  });

  test('Starting a test of a site twice with one Idempotency-Key starts one test', async () => {
    const options = {
      headers: { 'Idempotency-Key': 'once' },
      json: { ends_at: later(HOUR), reason: 'x' },
    };
    const path = `POST /api/v1/sites/${siteId}/tests`;
    const [first, second] = [await as('operator', path, options), await as('operator', path, options)];
    expect(second.body).toEqual(first.body);
    expect(await listed()).toEqual([first.body.id]);
  });

  test('The audit log has an event for each start, extension and end of a test of a site by a person', async () => {
    const { id } = (await start('operator', HOUR)).body;
    guard.clock.advance(1);
    await move('operator', id, 2 * HOUR);
    guard.clock.advance(1);
    await end(id, 'operator');
    const { body } = await as('master', `GET /api/v1/audit-events?entity_id=${id}`);
    expect(
      body.data.map((it: { action: string; actor: { name: string } }) => [it.action, it.actor.name]),
    ).toEqual(['test.deleted', 'test.updated', 'test.created'].map((action) => [action, 'Acme Operator']));
  });

  test('Deleting a site ends its tests', async () => {
    const { id } = await started(HOUR);
    expect((await as('admin', `DELETE /api/v1/sites/${siteId}`)).status).toBe(204);
    expect((await as('master', `GET /api/v1/tests/${id}`)).body.ended_at).not.toBeNull();
    await pass(MINUTE);
  });
});

describe('limits', () => {
  test('If twenty-four tests of a site start at once, exactly twenty succeed', async () => {
    const results = await Promise.all(Array.from({ length: 24 }, () => start('admin', HOUR)));
    const refused = results.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(await listed()).toHaveLength(20);
  });

  test('The tests of a site that an operator starts may last 8 hours in total, even if several start at once', async () => {
    const results = await Promise.all(Array.from({ length: 6 }, () => start('operator', 2 * HOUR)));
    const codes = results.map(({ status, body }) => body.code ?? status);
    expect(codes.sort()).toEqual([201, 201, 201, 201, 'test_limit_reached', 'test_limit_reached']);
    expect((await start('admin', 8 * HOUR)).status).toBe(201);
  });

  test('Only the hours that an operator’s tests actually lasted count towards the limit, and only for 24 hours', async () => {
    const { body } = await start('operator', 8 * HOUR);
    expect((await start('operator', SECOND)).body.code).toBe('test_limit_reached');
    guard.clock.advance(3 * HOUR);
    await end(body.id, 'operator');
    expect((await start('operator', 5 * HOUR + 1)).body.code).toBe('test_limit_reached');
    const second = await start('operator', 5 * HOUR);
    expect(second.status).toBe(201);
    guard.clock.advance(21 * HOUR);
    // The first began 24 hours ago, so that each minute frees a minute of it.
    expect((await start('operator', 3 * HOUR)).status).toBe(201);
    expect((await start('operator', SECOND)).body.code).toBe('test_limit_reached');
  });

  test('The hours by which an operator extends another person’s test count towards the operator’s limit of 8 hours', async () => {
    const { id } = await started(2 * HOUR);
    expect((await move('operator', id, 10 * HOUR + 1)).body.code).toBe('test_limit_reached');
    expect((await move('operator', id, 10 * HOUR)).status).toBe(200);
    expect((await move('operator', id, 10 * HOUR + 1)).body.code).toBe('test_limit_reached');
    expect((await move('operator', id, 5 * HOUR)).status).toBe(200);
    expect((await move('operator', id, 10 * HOUR)).status).toBe(200);
  });

  test('Operators cannot start or extend a test that includes panic or fire', async () => {
    for (const types of [['panic'], ['intrusion', 'fire']]) {
      expect((await start('operator', HOUR, { types })).status).toBe(403);
    }
    const { id } = await started(HOUR, { types: ['panic'] });
    expect((await move('operator', id, 2 * HOUR)).status).toBe(403);
    expect((await end(id, 'operator')).status).toBe(204);
  });
});

describe('what is reported on test', () => {
  test('An alert that is reported at a site on test is created as resolved by Guard, with the id of the test', async () => {
    const { id: test_id } = await started(HOUR);
    const { status, alert } = await raise({ metadata: { code: '7' } });
    expect([status, alert]).toEqual([
      201,
      expect.objectContaining({
        status: 'resolved',
        resolution: 'test',
        resolved_by: null,
        resolved_by_name: 'Guard',
        raised_by: expect.objectContaining({ kind: 'key', name: 'Panel' }),
        acknowledged_at: null,
        test_id,
        metadata: { code: '7' },
      }),
    ]);
    expect(await read(alert.id)).toEqual(alert);
    expect(await openAlerts()).toEqual([]);
    expect(await alerts('&status=resolved')).toMatchObject([{ id: alert.id, test_id }]);
    const { body } = await as('master', `GET /api/v1/alerts/${alert.id}/events`);
    expect(body.data).toMatchObject([
      { action: 'resolved', actor: { kind: 'system' }, note: 'The site is on test.' },
      { action: 'raised', actor: { kind: 'key', name: 'Panel' } },
    ]);
    const json = { note: 'x' };
    expect((await as('master', `POST /api/v1/alerts/${alert.id}/reopen`, { json })).body.code).toBe(
      'not_reopenable',
    );
  });

  test('Panic and fire alerts are on test only if a test names these types', async () => {
    await started(HOUR);
    for (const type of ['panic', 'fire']) expect((await raise({ type })).alert.status).toBe('active');
    const { id: test_id } = await started(HOUR, { types: ['panic'] });
    expect((await raise({ type: 'panic' })).alert).toMatchObject({ status: 'resolved', test_id });
    expect((await raise({ type: 'fire' })).alert.status).toBe('active');
  });

  test('Alerts that people raise are never on test', async () => {
    await started(HOUR);
    const json = { site_id: siteId, type: 'intrusion', severity: 'high', message: 'x' };
    expect((await as('master', 'POST /api/v1/alerts', { json })).body.status).toBe('active');
    const token = await guard.signIn('master@acme.test');
    expect((await raise({ site_id: siteId }, token)).alert.status).toBe('active');
  });

  test('A test of a zone covers the zone and its devices, a test of devices these only', async () => {
    const [zone_id, other] = [await newZone(), await newZone()];
    const device = await newDevice({ zone_id });
    const { id } = await started(HOUR, { zone_id });
    expect((await raise()).alert.status).toBe('active');
    expect((await raise({ zone_id: other })).alert.status).toBe('active');
    expect((await raise({ zone_id })).alert.status).toBe('resolved');
    expect((await raise({ device_id: device.id })).alert.status).toBe('resolved');
    expect((await raise({ device_id: device.id, zone_id: other })).alert.status).toBe('active');
    await end(id);
    await started(HOUR, { device_ids: [device.id] });
    expect((await raise({ device_id: device.id })).alert.status).toBe('resolved');
    expect((await raise({ device_id: (await newDevice()).id })).alert.status).toBe('active');
    expect((await raise()).alert.status).toBe('active');
  });

  test('A test of a site is over exactly at its end, even if its timer has not run yet', async () => {
    const { id } = await started(HOUR);
    guard.clock.advance(HOUR - 1);
    expect((await raise()).alert.status).toBe('resolved');
    guard.clock.advance(1);
    expect((await raise()).alert.status).toBe('active');
    expect(await listed()).toEqual([]);
    expect((await move('admin', id, HOUR)).body.code).toBe('test_ended');
    expect((await end(id)).status).toBe(204);
    expect((await as('admin', `GET /api/v1/tests/${id}`)).body.ended_at).toBeNull();
    await timers.tick();
    const { body } = await as('admin', `GET /api/v1/tests/${id}`);
    expect(body.ended_at).toBe(body.ends_at);
  });

  test('Repeated reports with one dedup key on test become occurrences of one test alert with the highest severity', async () => {
    await started(HOUR);
    const first = await raise({ dedup_key: 'window', severity: 'low' });
    const again = await raise({ dedup_key: 'window', severity: 'low' });
    const worse = await raise({ dedup_key: 'window', severity: 'critical', id: 'event-1' });
    const replayed = await raise({ dedup_key: 'window', severity: 'critical', id: 'event-1' });
    expect([first, again, worse, replayed].map(({ status }) => status)).toEqual([201, 200, 200, 200]);
    expect(replayed.replayed).toBe(true);
    const { id } = first.alert;
    expect(await read(id)).toMatchObject({ occurrences: 3, severity: 'critical', status: 'resolved' });
    await raise({ dedup_key: 'window' });
    await pass(2 * MINUTE);
    const [inList] = await alerts();
    expect(inList).toMatchObject({ id, occurrences: 4, status: 'resolved' });
    await resolve('window');
  });

  test('A report on test becomes an occurrence of the alert with its dedup key that was open before the test', async () => {
    const { alert } = await raise({ dedup_key: 'window' });
    await started(HOUR);
    expect(await raise({ dedup_key: 'window' })).toMatchObject({
      status: 200,
      alert: { id: alert.id, status: 'active' },
    });
    await resolve('window');
    expect((await raise({ dedup_key: 'window' })).alert.status).toBe('resolved');
    await resolve('window');
  });

  test('A report of a type that is not on test raises an alert at once, although a test alert has its dedup key', async () => {
    await started(HOUR, { types: ['intrusion'] });
    const tested = await raise({ dedup_key: 'window' });
    await raise({ dedup_key: 'window' });
    const tamper = await raise({ dedup_key: 'window', type: 'tamper' });
    expect(tamper).toMatchObject({ status: 201, alert: { status: 'active', occurrences: 1 } });
    expect(await read(tested.alert.id)).toMatchObject({ occurrences: 2, status: 'resolved' });
    expect(await raise({ dedup_key: 'window' })).toMatchObject({
      status: 200,
      alert: { id: tamper.alert.id },
    });
    await skip(HOUR);
    expect((await openAlerts()).map(({ id }) => id)).toEqual([tamper.alert.id]);
  });
});

describe('trouble that lasts longer than the test', () => {
  test('Trouble that was not resolved during a test surfaces as one alert at its end, and later reports become its occurrences', async () => {
    await started(HOUR);
    const { alert } = await raise({ dedup_key: 'window', severity: 'low', metadata: { code: '7' } });
    await raise({ dedup_key: 'window', severity: 'medium' });
    await skip(HOUR);
    const [surfaced, ...others] = await openAlerts();
    expect(others).toEqual([]);
    expect(surfaced).toMatchObject({
      severity: 'medium',
      message: 'Motion',
      occurrences: 1,
      dedup_key: 'window',
      occurred_at: alert.occurred_at,
      raised_by: { kind: 'system' },
    });
    expect(surfaced.test_id).toBeUndefined();
    expect((await read(surfaced.id)).metadata).toEqual({ code: '7' });
    expect((await raise({ dedup_key: 'window' })).alert).toMatchObject({ id: surfaced.id, occurrences: 2 });
    await pass(2 * MINUTE);
    expect(await openAlerts()).toHaveLength(1);
    expect((await resolve('window')).alert).toMatchObject({ id: surfaced.id, status: 'resolved' });
  });

  test('Trouble that was resolved during a test does not surface at its end', async () => {
    await started(HOUR);
    const { alert } = await raise({ dedup_key: 'window' });
    await raise({ dedup_key: 'window' });
    const resolved = await resolve('window');
    expect(resolved).toMatchObject({ status: 200, alert: { id: alert.id, occurrences: 2 } });
    expect(await resolve('window')).toEqual({ status: 200 });
    const { body } = await as('master', `GET /api/v1/alerts/${alert.id}/events`);
    expect(body.data[0]).toMatchObject({ action: 'noted', note: 'The end was reported.' });
    await skip(HOUR);
    expect(await openAlerts()).toEqual([]);
  });

  test('A report between the end of a test and its timer makes the trouble surface, and the timer raises no second alert', async () => {
    await started(HOUR);
    await raise({ dedup_key: 'window' });
    guard.clock.advance(HOUR);
    const surfaced = await raise({ dedup_key: 'window' });
    expect(surfaced).toMatchObject({ status: 201, alert: { status: 'active' } });
    await timers.tick();
    await timers.tick();
    expect((await openAlerts()).map(({ id }) => id)).toEqual([surfaced.alert.id]);
  });

  test.each([
    ['once', 1],
    ['twice', 2],
  ])(
    'Trouble that was reported %s on test surfaces with a report after the test, even if its test alert is deleted meanwhile',
    async (_, times) => {
      await started(HOUR);
      const { alert } = await raise({ dedup_key: 'window' });
      if (times > 1) await raise({ dedup_key: 'window' });
      guard.clock.advance(HOUR);
      let isDeleted = false;
      const send = async (command: object, ...options: unknown[]) => {
        if (command instanceof TransactWriteCommand && !isDeleted) {
          isDeleted = true;
          const Key = ALERTS.key(tenantId, alert.id);
          await guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key }));
          for await (const { pk, sk } of queryAll(guard.table, Key.pk, ALERT_EVENTS.prefix(alert.id))) {
            await guard.table.client.send(
              new DeleteCommand({ TableName: guard.table.name, Key: { pk, sk } }),
            );
          }
        }
        return Reflect.apply(guard.table.client.send, guard.table.client, [command, ...options]);
      };
      const view = { ...guard.table, client: Object.create(guard.table.client, { send: { value: send } }) };
      const now = guard.clock.now;
      const input = { site_id: siteId, type: 'intrusion', severity: 'high', message: 'Motion' } as const;
      const raising = { tenantId, now, actor: GUARD_ITSELF, ...actionTime(now, randomBytes) };
      const surfaced = await raiseAlert(view, { ...input, dedup_key: 'window' }, raising);
      expect([isDeleted, surfaced.status]).toEqual([true, 201]);
      expect((await openAlerts()).map(({ id }) => id)).toEqual([surfaced.alert.id]);
    },
  );

  test('Trouble does not surface if an open alert already has its dedup key, as may be in a restored backup', async () => {
    const { id } = await started(HOUR, { types: ['intrusion'] });
    await raise({ dedup_key: 'window' });
    const prefix = troublePrefix(id);
    const [trouble] = (await readAll(guard.table)).filter(({ sk }) => sk.startsWith(prefix));
    const { alert } = await raise({ dedup_key: 'window', type: 'tamper' });
    await putItem(guard.table, trouble);
    await skip(HOUR);
    expect((await openAlerts()).map((it) => it.id)).toEqual([alert.id]);
    expect((await readAll(guard.table)).filter(({ sk }) => sk.startsWith(prefix))).toEqual([]);
  });

  test('Trouble does not surface if its test alert no longer exists', async () => {
    await started(HOUR);
    const { alert } = await raise({ dedup_key: 'window' });
    const expired = [ALERTS.key(tenantId, alert.id).sk, ALERT_EVENTS.prefix(alert.id)];
    for (const { pk, sk } of await readAll(guard.table)) {
      if (!expired.some((it) => sk.startsWith(it))) continue;
      await guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key: { pk, sk } }));
    }
    await skip(HOUR);
    expect(await openAlerts()).toEqual([]);
    expect((await raise({ dedup_key: 'window' })).status).toBe(201);
  });

  test('An ended test of a site is stored for 30 days, and has no timer', async () => {
    const { id } = await started(HOUR);
    await skip(HOUR);
    const item = await getItem(guard.table, TESTS.key(tenantId, id));
    const days = (Number(item?.['ttl']) * SECOND - guard.clock.now.getTime()) / (24 * HOUR);
    expect([Math.round(days), item?.['timer']]).toEqual([30, undefined]);
  });

  test('Ending a test of a site early surfaces its trouble', async () => {
    const { id } = await started(HOUR);
    await raise({ dedup_key: 'window' });
    await end(id);
    await pass(MINUTE);
    expect(await openAlerts()).toHaveLength(1);
  });

  test('An alert that surfaced at the end of a test escalates like any other', async () => {
    const json = { escalation: { high: [2] } };
    await as('master', `PATCH /api/v1/sites/${siteId}`, { json });
    await started(HOUR);
    const { alert } = await raise({ dedup_key: 'window' });
    await skip(HOUR);
    await skip(3 * MINUTE);
    expect(await openAlerts()).toMatchObject([{ escalation_level: 1 }]);
    expect((await read(alert.id)).escalation_level).toBe(0);
  });

  test('Trouble that two overlapping tests cover surfaces when the later one ends', async () => {
    await started(HOUR);
    const { alert } = await raise({ dedup_key: 'window' });
    await started(2 * HOUR);
    await skip(HOUR);
    expect(await openAlerts()).toEqual([]);
    expect((await raise({ dedup_key: 'window' })).alert).toMatchObject({ id: alert.id, occurrences: 2 });
    await skip(HOUR);
    expect(await openAlerts()).toHaveLength(1);
  });

  test('If a test of a site is extended, its trouble surfaces at the new end', async () => {
    const { id } = await started(HOUR);
    await raise({ dedup_key: 'window' });
    await move('admin', id, 2 * HOUR);
    await skip(HOUR + MINUTE);
    expect(await openAlerts()).toEqual([]);
    await skip(HOUR);
    expect(await openAlerts()).toHaveLength(1);
  });

  test('Trouble on a test does not surface if its site is deleted', async () => {
    await started(HOUR);
    await raise({ dedup_key: 'window' });
    await as('admin', `DELETE /api/v1/sites/${siteId}`);
    await pass(MINUTE);
    const { body } = await as('master', 'GET /api/v1/alerts?status=active&limit=100');
    expect(body.data.filter((it: { site_id: string }) => it.site_id === siteId)).toEqual([]);
  });

  test('If trouble was reported with a device-bound API key, further reports with that key become occurrences of the surfaced alert', async () => {
    const device = await newDevice();
    const { body } = await as('master', 'POST /api/v1/keys', {
      json: { name: 'Door', device_id: device.id },
    });
    await started(HOUR);
    await raise({ dedup_key: 'own' }, body.key);
    await skip(HOUR);
    const [surfaced] = await openAlerts();
    expect(surfaced).toMatchObject({ device_id: device.id, device_name: 'Door' });
    expect((await raise({ dedup_key: 'own' })).status).toBe(201);
    expect((await raise({ dedup_key: 'own' }, body.key)).alert.id).toBe(surfaced.id);
  });

  test('Trouble that was reported with a device-bound API key surfaces even if the device and its zone are deleted', async () => {
    const zone_id = await newZone();
    const device = await newDevice({ zone_id });
    const { body } = await as('master', 'POST /api/v1/keys', {
      json: { name: 'Door', device_id: device.id },
    });
    await started(HOUR);
    await raise({ dedup_key: 'own', zone_id }, body.key);
    await as('master', `DELETE /api/v1/devices/${device.id}`);
    await as('master', `DELETE /api/v1/zones/${zone_id}`);
    await skip(HOUR);
    expect(await openAlerts()).toMatchObject([
      { device_id: device.id, device_name: 'Door', zone_id, zone_name: 'Hall' },
    ]);
  });

  test('Trouble does not surface if its device resolves it after moving to another site', async () => {
    const device = await newDevice();
    const { body } = await as('master', 'POST /api/v1/keys', {
      json: { name: 'Door', device_id: device.id },
    });
    const other = (await as('master', 'POST /api/v1/sites', { json: { name: 'Other' } })).body.id;
    await started(HOUR);
    const { alert } = await raise({ dedup_key: 'own' }, body.key);
    await as('master', `PATCH /api/v1/devices/${device.id}`, { json: { site_id: other } });
    const here = await raise({ dedup_key: 'own' }, body.key);
    expect(here.alert).toMatchObject({ site_id: other, status: 'active' });
    const resolved = await report({ action: 'resolve', dedup_key: 'own' }, body.key);
    expect(resolved.alert).toMatchObject({ id: here.alert.id, status: 'resolved' });
    const { body: history } = await as('master', `GET /api/v1/alerts/${alert.id}/events`);
    expect(history.data[0]).toMatchObject({ action: 'noted', note: 'The end was reported.' });
    await skip(HOUR);
    expect(await openAlerts()).toEqual([]);
  });
});

describe('watched devices on test', () => {
  const heartbeat = (deviceId: string) =>
    recordHeartbeat(
      guard.table,
      { tenantId, deviceId },
      { now: guard.clock.now, randomBytes, retentionDays: 400 },
    );
  const silent = async () => {
    const { id } = await newDevice({ heartbeat_seconds: 60 });
    await timers.tick(); // Guard has received its own heartbeat
    await heartbeat(id);
    return id;
  };
  const statusOf = async (id: string) => (await as('master', `GET /api/v1/devices/${id}`)).body.status;

  test('A watched device that goes offline on test gets no open alert until the test ends, and then one if still offline', async () => {
    const id = await silent();
    const { id: test_id } = await started(HOUR);
    await pass(5 * MINUTE);
    expect([await statusOf(id), await openAlerts()]).toEqual(['offline', []]);
    expect(await alerts()).toMatchObject([{ type: 'device-offline', resolution: 'test', test_id }]);
    await skip(HOUR);
    const open = await openAlerts();
    expect(open).toMatchObject([{ type: 'device-offline', device_id: id, raised_by: { kind: 'system' } }]);
    await heartbeat(id);
    expect([await statusOf(id), (await read(open[0].id)).status]).toEqual(['online', 'resolved']);
  });

  test('A watched device that goes offline on test and comes back before the test ends gets no open alert', async () => {
    const id = await silent();
    const { id: testId } = await started(HOUR);
    await pass(5 * MINUTE);
    await heartbeat(id);
    expect(await statusOf(id)).toBe('online');
    await end(testId);
    await timers.tick();
    expect(await openAlerts()).toEqual([]);
  });

  test('A watched device that is offline during two overlapping tests gets one open alert, when the later test ends', async () => {
    await silent();
    await started(HOUR);
    await pass(5 * MINUTE);
    await started(2 * HOUR);
    await skip(HOUR);
    expect(await openAlerts()).toEqual([]);
    await skip(70 * MINUTE);
    expect(await openAlerts()).toHaveLength(1);
  });

  test('A watched device that falls silent on test and is deleted gets no alert when the test ends', async () => {
    const id = await silent();
    await started(HOUR);
    await pass(5 * MINUTE);
    await as('master', `DELETE /api/v1/devices/${id}`);
    await skip(HOUR);
    expect(await openAlerts()).toEqual([]);
  });
});
