import { randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId, OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../../shared/base/time.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { DEVICE_EVENTS } from '../../shared/devices/device-event.ts';
import { watchKey } from '../../shared/devices/heartbeat.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import { SITES } from '../../shared/sites/site.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import type { KindKeys } from '../../shared/table/kind.ts';
import { queryAll } from '../../shared/table/reads.ts';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const OWN_DEVICE_ID = OWN_TENANT_ID.replace(/1$/, '3');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let siteId: string;
let tenantId: string;
beforeAll(async () => {
  guard = await startGuard();
  timers = await startTimers(guard);
  as = await signInCallers(guard);
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});
beforeEach(async () => {
  timers.cutOff(false);
  const { body } = await as('master', 'POST /api/v1/sites', { json: { name: 'Watched' } });
  siteId = body.id;
  tenantId = body.tenant_id;
  await timers.tick(); // Guard has received its own heartbeat
});

const create = (fields: object = {}) =>
  as('master', `POST /api/v1/sites/${siteId}/devices`, {
    json: { name: 'Door', type: 'door-contact', ...fields },
  });
const newDevice = async (fields: object = { heartbeat_seconds: 60 }) => (await create(fields)).body;
const read = async (id: string) => (await as('master', `GET /api/v1/devices/${id}`)).body;
const listed = async (id: string) => {
  const { body } = await as('master', `GET /api/v1/sites/${siteId}/devices`);
  return body.data.find((device: { id: string }) => device.id === id);
};
const change = (id: string, json: unknown) => as('master', `PATCH /api/v1/devices/${id}`, { json });
const remove = (id: string) => as('master', `DELETE /api/v1/devices/${id}`);
const alerts = async (query = '') =>
  (await as('master', `GET /api/v1/sites/${siteId}/alerts${query}`)).body.data;
const openAlerts = async () =>
  (await alerts()).filter(({ status }: { status: string }) => status !== 'resolved');

const heartbeat = (deviceId: string, now = guard.clock.now) =>
  recordHeartbeat(guard.table, { tenantId, deviceId }, { now, randomBytes, retentionDays: 400 });
const now = () => formatTimestamp(guard.clock.now);

/** Advances the clock, with a run of the watch every minute. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds * SECOND; left > 0; left -= MINUTE) {
    guard.clock.advance(Math.min(left, MINUTE));
    await timers.tick();
  }
}
const watchOf = async (id: string) => {
  const Key = { ...watchKey(tenantId, id) };
  return (await guard.table.client.send(new GetCommand({ TableName: guard.table.name, Key }))).Item;
};

const entriesOf = async (id: string) => {
  const items: Record<string, unknown>[] = [];
  for await (const item of queryAll(guard.table, tenantPartition(tenantId), DEVICE_EVENTS.prefix(id))) {
    items.push(item);
  }
  return items;
};
/** The status changes of a device, in order. */
const statusChanges = async (id: string) => (await entriesOf(id)).map((item) => DEVICE_EVENTS.entityOf(item));
const entryOf = (fields: object) => ({ id: expect.any(String), ...fields });

describe('a watched device', () => {
  test('A watched device is offline without an alert until its first heartbeat', async () => {
    const device = await newDevice();
    expect(device).toMatchObject({
      heartbeat_seconds: 60,
      offline_severity: 'high',
      status: 'offline',
      last_seen_at: null,
    });
    await pass(180);
    expect(await read(device.id)).toEqual(device);
    expect(await alerts()).toEqual([]);
    await heartbeat(device.id);
    const heard = { ...device, status: 'online', last_seen_at: now(), updated_at: now() };
    expect(await read(device.id)).toEqual(heard);
    expect(await listed(device.id)).toEqual(heard);
  });

  test('A watched device stays online while it reports in time, with the exact time of its last report', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const begin = now();
    for (let beat = 0; beat < 4; beat += 1) {
      await pass(50);
      await heartbeat(id);
    }
    expect(await read(id)).toMatchObject({ status: 'online', last_seen_at: now() });
    // The time of the last status change.
    expect(await listed(id)).toMatchObject({ status: 'online', last_seen_at: begin });
    expect(await alerts()).toEqual([]);
  });

  test('A silent watched device is offline with one alert at most 90 seconds after its time', async () => {
    const { id, name } = await newDevice({ heartbeat_seconds: 60, offline_severity: 'medium' });
    await heartbeat(id);
    const heardAt = now();
    await pass(60);
    expect(await alerts()).toEqual([]);
    await pass(90);
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      type: 'device-offline',
      status: 'active',
      severity: 'medium',
      site_id: siteId,
      site_name: 'Watched',
      device_id: id,
      device_name: name,
      raised_by: { kind: 'system', id: null, name: 'Guard' },
      message: `No sign of life from ${name}`,
      occurred_at: heardAt,
    });
    expect(await read(id)).toMatchObject({ status: 'offline', last_seen_at: heardAt });
    await pass(180);
    expect(await alerts()).toEqual([alert]);
  });

  test('A silent device that reports again is online, and Guard resolves its offline alert', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    await heartbeat(id);
    expect(await read(id)).toMatchObject({ status: 'online', last_seen_at: now() });
    expect(await alerts()).toMatchObject([
      { status: 'resolved', resolved_at: now(), resolved_by: null, resolved_by_name: 'Guard' },
    ]);
    await pass(180);
    expect(await alerts()).toMatchObject([{ status: 'active' }, { status: 'resolved' }]);
  });

  test('A silent device gets no second alert after a person resolves the first, until it reports and falls silent again', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    const [alert] = await alerts();
    const resolved = await as('master', `POST /api/v1/alerts/${alert.id}/resolve`);
    await pass(180);
    expect(await alerts()).toEqual([expect.objectContaining({ id: alert.id })]);
    await heartbeat(id);
    expect((await alerts())[0]).toMatchObject({ resolved_by: resolved.body.resolved_by });
    await pass(180);
    expect(await openAlerts()).toHaveLength(1);
  });

  const reopen = (id: string) =>
    as('master', `POST /api/v1/alerts/${id}/reopen`, { json: { note: 'Nobody has mended it' } });

  test('A report of a silent device resolves its offline alert, even if a person has resolved and reopened the alert', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    const [alert] = await alerts();
    await as('master', `POST /api/v1/alerts/${alert.id}/resolve`);
    expect((await reopen(alert.id)).status).toBe(200);
    await pass(60);
    await heartbeat(id);
    expect(await alerts()).toMatchObject([{ id: alert.id, status: 'resolved', resolved_by_name: 'Guard' }]);
    expect((await reopen(alert.id)).body.code).toBe('not_reopenable');
  });

  test('Guard does not resolve an offline alert that was reopened after the device reported again', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    const [alert] = await alerts();
    await as('master', `POST /api/v1/alerts/${alert.id}/resolve`);
    await heartbeat(id);
    expect((await reopen(alert.id)).status).toBe(200);
    await pass(60);
    await heartbeat(id);
    expect(await alerts()).toMatchObject([{ id: alert.id, status: 'acknowledged' }]);
  });

  test('Deleting a silent device leaves no open alert and no timer', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    expect((await remove(id)).status).toBe(204);
    expect(await alerts()).toMatchObject([{ status: 'resolved', resolved_by_name: 'Guard' }]);
    expect(await watchOf(id)).toBeUndefined();
    await expect(heartbeat(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('A watched device that is deleted while online never falls silent', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await remove(id);
    await pass(300);
    expect(await alerts()).toEqual([]);
  });

  test('A watch whose device does not exist, as in a restored backup, is deleted without an alert', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const TableName = guard.table.name;
    const Key = (kind: KindKeys, of: string) => ({ ...kind.key(tenantId, of) });
    await guard.table.client.send(new DeleteCommand({ TableName, Key: Key(DEVICES, id) }));
    await guard.table.client.send(
      new UpdateCommand({
        TableName,
        Key: Key(SITES, siteId),
        UpdateExpression: 'ADD children :one_less',
        ExpressionAttributeValues: { ':one_less': -1 },
      }),
    );
    await pass(180);
    expect(await watchOf(id)).toBeUndefined();
    expect(await alerts()).toEqual([]);
  });

  test('A silent device of an inactive tenant is offline without an alert', async () => {
    const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Paused' } })).body;
    const site = (
      await as('platform', `POST /api/v1/sites?tenant_id=${tenant.id}`, { json: { name: 'Paused' } })
    ).body;
    const device = (
      await as('platform', `POST /api/v1/sites/${site.id}/devices`, {
        json: { name: 'Door', type: 'door-contact', heartbeat_seconds: 60 },
      })
    ).body;
    const key = { tenantId: tenant.id, deviceId: device.id };
    await recordHeartbeat(guard.table, key, { now: guard.clock.now, randomBytes, retentionDays: 400 });
    await as('platform', `PATCH /api/v1/tenants/${tenant.id}`, { json: { status: 'inactive' } });
    await pass(180);
    const answer = await as('platform', `GET /api/v1/devices/${device.id}`);
    expect(answer.body).toMatchObject({ status: 'offline' });
    expect((await as('platform', `GET /api/v1/sites/${site.id}/alerts`)).body.data).toEqual([]);
  });
});

describe('status changes of a watched device', () => {
  test('Each status change of a watched device is published once, with the device’s fields at that time', async () => {
    const device = await newDevice();
    const { id } = device;
    expect(await statusChanges(id)).toEqual([]);
    await heartbeat(id);
    const heardAt = now();
    const first = await read(id);
    await pass(180);
    const silent = await read(id);
    await change(id, { name: 'Back door' });
    await heartbeat(id);
    const back = await read(id);
    await heartbeat(id, new Date(guard.clock.now.getTime() + SECOND));
    const entry = { kind: 'device', device_id: id, tenant_id: tenantId, site_id: siteId, zone_id: null };
    const byGuard = {
      ...entry,
      device_type: 'door-contact',
      actor: { kind: 'system', id: null, name: 'Guard' },
    };
    expect(await statusChanges(id)).toEqual([
      entryOf({
        ...byGuard,
        action: 'online',
        device_name: 'Door',
        last_seen_at: heardAt,
        at: first.updated_at,
      }),
      entryOf({
        ...byGuard,
        action: 'offline',
        device_name: 'Door',
        last_seen_at: heardAt,
        at: silent.updated_at,
      }),
      entryOf({
        ...byGuard,
        action: 'online',
        device_name: 'Back door',
        last_seen_at: back.last_seen_at,
        at: back.updated_at,
      }),
    ]);
  });

  test('Turning the watch of a device on or off publishes no status change', async () => {
    const { id } = await newDevice({});
    await heartbeat(id);
    await change(id, { heartbeat_seconds: 60 });
    await change(id, { heartbeat_seconds: 120 });
    await change(id, { heartbeat_seconds: null });
    expect(await statusChanges(id)).toEqual([]);
    await change(id, { heartbeat_seconds: 60 });
    await pass(MINUTE / SECOND);
    await heartbeat(id);
    await change(id, { heartbeat_seconds: null });
    await change(id, { heartbeat_seconds: 60 });
    expect((await statusChanges(id)).map(({ action }) => action)).toEqual(['online']);
  });

  test('The history entry of a device’s status change expires after the retention of 400 days', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const [item] = await entriesOf(id);
    expect(item?.['ttl']).toBe(toEpochSeconds(guard.clock.now) + 400 * 86_400);
  });

  test('If 20 heartbeats of a silent device with slightly different times arrive at once, one status change is published', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    const late = Array.from({ length: 20 }, (_, place) => new Date(guard.clock.now.getTime() - place));
    await Promise.all(late.map((at) => heartbeat(id, at)));
    expect((await statusChanges(id)).map(({ action }) => action)).toEqual(['online', 'offline', 'online']);
  });
});

describe('who sets the status of a device', () => {
  const SEEN = { last_seen_at: '2026-11-20T12:00:00.000+00:00' };

  test('A request cannot set the status of a device, whether the device is watched or not', async () => {
    for (const fields of [{}, { heartbeat_seconds: 60 }]) {
      const { id, status: before } = await newDevice(fields);
      for (const status of ['online', 'offline', 'unknown', null]) {
        for (const answer of [await create({ ...fields, status }), await change(id, { status })]) {
          expect(answer.status).toBe(422);
          expect(answer.body.errors).toEqual({ status: ['The status field is not allowed.'] });
        }
      }
      expect(await read(id)).toMatchObject({ status: before });
    }
  });

  test('Guard sets last_seen_at of a watched device, and rejects it in requests', async () => {
    const { id } = await newDevice();
    const message = 'The last_seen_at field must not be sent of a device that is watched.';
    for (const answer of [await change(id, SEEN), await create({ heartbeat_seconds: 60, ...SEEN })]) {
      expect([answer.status, answer.body.errors]).toEqual([422, { last_seen_at: [message] }]);
    }
  });

  test('A device is unknown until it is watched, and again when it no longer is', async () => {
    const { id, status } = await newDevice({});
    expect(status).toBe('unknown');
    const turnOn = await change(id, { heartbeat_seconds: 60, ...SEEN });
    expect(turnOn.status).toBe(422);
    expect((await change(id, { heartbeat_seconds: 60 })).body).toMatchObject({ status: 'offline' });
    await heartbeat(id);
    expect(await read(id)).toMatchObject({ status: 'online' });
    const turnOff = await change(id, { heartbeat_seconds: null, ...SEEN });
    expect(turnOff.body).toMatchObject({ heartbeat_seconds: null, status: 'unknown' });
    expect(await read(id)).toEqual(turnOff.body);
    expect((await change(id, { heartbeat_seconds: 60 })).body).toMatchObject({ status: 'offline' });
  });

  test('Heartbeats of an unwatched device set its last report but not its status', async () => {
    const { id } = await newDevice({});
    await heartbeat(id);
    guard.clock.advance(MINUTE);
    await heartbeat(id);
    expect(await read(id)).toMatchObject({ status: 'unknown', last_seen_at: now() });
    expect(await listed(id)).toMatchObject({ status: 'unknown', last_seen_at: null });
    await pass(120);
    expect(await read(id)).toMatchObject({ status: 'unknown' });
    expect(await alerts()).toEqual([]);
  });

  test('A device is listed under its current status only, even after its watch is turned on or off', async () => {
    const { id } = await newDevice({});
    const lists = async () => {
      const found: string[] = [];
      for (const query of ['', '&type=door-contact']) {
        for (const status of ['online', 'offline', 'unknown']) {
          const path = `/api/v1/devices?site_id=${siteId}&status=${status}${query}`;
          if ((await listAll(as, 'master', path)).some((it) => it.id === id)) found.push(status);
        }
      }
      return found;
    };
    expect(await lists()).toEqual(['unknown', 'unknown']);
    await change(id, { heartbeat_seconds: 60 });
    expect(await lists()).toEqual(['offline', 'offline']);
    await heartbeat(id);
    expect(await lists()).toEqual(['online', 'online']);
    await change(id, { heartbeat_seconds: null });
    expect(await lists()).toEqual(['unknown', 'unknown']);
    await change(id, { heartbeat_seconds: 60 });
    await heartbeat(id);
    await pass(180);
    expect(await lists()).toEqual(['offline', 'offline']);
    await change(id, { heartbeat_seconds: null, name: 'Hatch' });
    expect(await lists()).toEqual(['unknown', 'unknown']);
  });
});

describe('turning the watch on and off', () => {
  test('Turning the watch of a device on sets it offline until it reports and keeps its last report', async () => {
    const { id } = await newDevice({});
    await heartbeat(id);
    const heardAt = now();
    const { body } = await change(id, { heartbeat_seconds: 30 });
    expect(body).toMatchObject({ status: 'offline', last_seen_at: heardAt, heartbeat_seconds: 30 });
    await pass(180);
    expect(await alerts()).toEqual([]);
    await heartbeat(id);
    expect(await read(id)).toMatchObject({ status: 'online' });
    await pass(130);
    expect(await alerts()).toHaveLength(1);
  });

  test('Turning the watch of a device off resolves its offline alert and raises no more', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const heardAt = now();
    await pass(180);
    const { body } = await change(id, { heartbeat_seconds: null });
    expect(body).toMatchObject({ status: 'unknown', heartbeat_seconds: null, last_seen_at: heardAt });
    expect(await alerts()).toMatchObject([{ status: 'resolved', resolved_by_name: 'Guard' }]);
    await heartbeat(id);
    await pass(180);
    expect(await openAlerts()).toEqual([]);
    expect(await watchOf(id)).not.toHaveProperty('due');
  });

  test('If heartbeat_seconds of a watched device becomes shorter, the new interval begins at the change', async () => {
    const { id } = await newDevice({ heartbeat_seconds: 3_600 });
    await heartbeat(id);
    await pass(120);
    await change(id, { heartbeat_seconds: 60 });
    await pass(60);
    expect(await alerts()).toEqual([]);
    await pass(90);
    expect(await alerts()).toHaveLength(1);
  });

  test('If heartbeat_seconds of a watched device becomes longer, the device is silent only after the longer interval', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await change(id, { heartbeat_seconds: 600 });
    await pass(540);
    expect(await alerts()).toEqual([]);
    await pass(180);
    expect(await alerts()).toHaveLength(1);
  });

  test('Changing heartbeat_seconds does not change the open offline alert of a silent device', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    await pass(180);
    const before = await alerts();
    await change(id, { heartbeat_seconds: 600, offline_severity: 'low' });
    await pass(300);
    expect(await alerts()).toEqual(before);
    await heartbeat(id);
    expect(await openAlerts()).toEqual([]);
  });

  test('A watched device that is moved or renamed is still watched', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const home = siteId;
    siteId = (await as('master', 'POST /api/v1/sites', { json: { name: 'Other' } })).body.id;
    await change(id, { site_id: siteId, name: 'Back door' });
    await pass(180);
    expect(await alerts()).toMatchObject([{ device_name: 'Back door', site_name: 'Other' }]);
    siteId = home;
    expect(await alerts()).toEqual([]);
  });
});

describe('the fields of the watch', () => {
  test.each([29, 90_001, 60.5, '60', true])(
    'The field heartbeat_seconds rejects %s',
    async (heartbeat_seconds) => {
      expect(await create({ heartbeat_seconds })).toMatchObject({ status: 422 });
    },
  );

  test.each([30, 90_000])('The field heartbeat_seconds accepts %s', async (heartbeat_seconds) => {
    expect((await create({ heartbeat_seconds })).body).toMatchObject({ heartbeat_seconds });
  });

  test('The fields heartbeat_seconds and offline_severity are stored only if set, but returned for every device', async () => {
    const plain = await newDevice({});
    const watched = await newDevice({ heartbeat_seconds: 60, offline_severity: 'low' });
    const dataOf = async (id: string) => {
      const Key = { ...DEVICES.key(tenantId, id) };
      return (await guard.table.client.send(new GetCommand({ TableName: guard.table.name, Key }))).Item?.[
        'data'
      ];
    };
    expect(await dataOf(plain.id)).not.toHaveProperty('heartbeat_seconds');
    expect(await dataOf(plain.id)).not.toHaveProperty('offline_severity');
    expect(await listed(plain.id)).toMatchObject({ heartbeat_seconds: null, offline_severity: 'high' });
    expect(await listed(watched.id)).toMatchObject({ heartbeat_seconds: 60, offline_severity: 'low' });
    await change(watched.id, { heartbeat_seconds: null, offline_severity: 'high' });
    expect(await dataOf(watched.id)).not.toHaveProperty('heartbeat_seconds');
    expect(await dataOf(watched.id)).not.toHaveProperty('offline_severity');
  });
});

describe('validators of a device', () => {
  test('After a heartbeat, the earlier ETag of a device is still accepted in If-Match, but no longer in If-None-Match', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const seen = await as('master', `GET /api/v1/devices/${id}`);
    const etag = String(seen.headers.get('etag'));
    guard.clock.advance(SECOND);
    await heartbeat(id);
    const again = await as('master', `GET /api/v1/devices/${id}`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(200);
    const changed = await as('master', `PATCH /api/v1/devices/${id}`, {
      json: { name: 'Gate' },
      headers: { 'If-Match': etag },
    });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Gate', last_seen_at: now() } });
    const late = await as('master', `DELETE /api/v1/devices/${id}`, { headers: { 'If-Match': etag } });
    expect(late.status).toBe(412);
  });
});

describe('an outage of Guard', () => {
  test('After an outage of the timers, a watched device is silent only after another whole heartbeat interval', async () => {
    const { id } = await newDevice({ heartbeat_seconds: 300 });
    await heartbeat(id);
    guard.clock.advance(20 * MINUTE);
    await timers.tick();
    await pass(240);
    expect(await alerts()).toEqual([]);
    await pass(150);
    expect(await alerts()).toHaveLength(1);
  });

  test('After an outage in which Guard missed its own heartbeat, a watched device is silent only after another whole heartbeat interval', async () => {
    const { id } = await newDevice({ heartbeat_seconds: 300 });
    await heartbeat(id);
    await pass(240);
    timers.cutOff(true);
    await pass(120);
    expect(await alerts()).toEqual([]);
    timers.cutOff(false);
    await pass(300);
    expect(await alerts()).toEqual([]);
    await pass(150);
    expect(await alerts()).toHaveLength(1);
  });

  test('An outage of the queue of timers delays offline alerts, but causes none for a device that reported', async () => {
    const { id } = await newDevice();
    const other = await newDevice();
    await heartbeat(id);
    await heartbeat(other.id);
    guard.clock.advance(MINUTE);
    await timers.tick();
    guard.clock.advance(MINUTE);
    await timers.tickOnly();
    guard.clock.advance(MINUTE);
    await heartbeat(other.id);
    await timers.run();
    expect(await alerts()).toMatchObject([{ device_id: id }]);
  });
});

describe('the device by which Guard monitors itself', () => {
  test('The device by which Guard monitors itself is in no list and cannot be found', async () => {
    for (const path of ['tenants', 'sites', 'devices', 'keys']) {
      const all = await listAll(as, 'platform', `/api/v1/${path}?limit=100`);
      expect(all.length).toBeGreaterThan(path === 'keys' ? -1 : 0);
      expect(JSON.stringify(all)).not.toContain(OWN_TENANT_ID);
    }
    expect((await as('platform', `GET /api/v1/tenants/${OWN_TENANT_ID}`)).status).toBe(404);
    expect((await as('platform', `DELETE /api/v1/tenants/${OWN_TENANT_ID}`)).status).toBe(404);
    expect((await as('platform', `GET /api/v1/devices/${OWN_DEVICE_ID}`)).status).toBe(404);
  });

  test('If the API key of the device by which Guard monitors itself is gone, offline alerts are still raised', async () => {
    const { id } = await newDevice();
    await heartbeat(id);
    const own = tenantPartition(OWN_TENANT_ID);
    const TableName = guard.table.name;
    for await (const { pk, sk } of queryAll(guard.table, own, 'KEY#')) {
      await guard.table.client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    }
    await pass(180);
    expect(await alerts()).toHaveLength(1);
  });

  test('The device by which Guard monitors itself gets a new API key before the old one expires', async () => {
    guard.clock.advance(5 * 60 * MINUTE + 51 * MINUTE);
    const seen = guard.log().length;
    await timers.tick();
    await timers.tick();
    expect(guard.log().slice(seen)).not.toContain('Own report failed');
  });
});

test('A heartbeat of a device that does not exist fails with not_found', async () => {
  await expect(heartbeat(newId(guard.clock.now, randomBytes))).rejects.toMatchObject({ code: 'not_found' });
});

test('A heartbeat of a device that is older than its last one changes nothing', async () => {
  const { id } = await newDevice();
  await heartbeat(id);
  const before = await read(id);
  await heartbeat(id, new Date(guard.clock.now.getTime() - SECOND));
  expect(await read(id)).toEqual(before);
  await pass(180);
  await heartbeat(id, new Date(Date.parse(before.last_seen_at) - SECOND));
  expect(await read(id)).toMatchObject({ status: 'offline' });
});
