import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { sha256 } from '../../shared/base/digest.ts';
import { reportedEventKey, tenantPartition } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

let guard: TestGuard;
let timers: TestTimers;
let master: string;
let siteId: string;
let otherSiteId: string;
let count = 0;
const unique = () => `trouble-${++count}`;

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  master = await guard.signIn('master@acme.test');
  const { body } = await guard.call('GET /api/v1/sites', { token: master });
  [siteId, otherSiteId] = body.data.map(({ id }: { id: string }) => id);
});
afterAll(async () => {
  await timers.stop();
  await guard.stop();
});

async function as(request: string, json?: object) {
  const answer = await guard.call(request, { token: master, ...(json ? { json } : {}) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
}

const newKey = async (binding: object): Promise<string> =>
  (await as('POST /api/v1/keys', { name: 'Gateway', ...binding })).key;

async function newDevice() {
  const { id } = await as(`POST /api/v1/sites/${siteId}/devices`, { name: 'Door', type: 'contact' });
  const { key, id: keyId } = await as('POST /api/v1/keys', { name: 'Door', device_id: id });
  return { id: id as string, key: key as string, keyId: keyId as string };
}

const moveAway = ({ id }: { id: string }) => as(`PATCH /api/v1/devices/${id}`, { site_id: otherSiteId });

/** The result of the only event of a report. */
async function report(token: string, event: object) {
  const { status, body } = await guard.call('POST /api/v1/reports', { token, json: { events: [event] } });
  expect(status).toBe(200);
  return body.results[0];
}

const raise = (token: string, dedup_key: string, fields: object = {}) =>
  report(token, {
    action: 'raise',
    type: 'intrusion',
    severity: 'critical',
    message: 'Broken glass',
    dedup_key,
    ...fields,
  });

const resolve = (token: string, dedup_key: string, fields: object = {}) =>
  report(token, { action: 'resolve', dedup_key, ...fields });

const read = (id: string): Promise<Alert> => as(`GET /api/v1/alerts/${id}`);

async function claimsOf(alertId: string, tenantId: string) {
  const claims: unknown[] = [];
  for await (const item of queryAll(guard.table, tenantPartition(tenantId), 'OPEN#')) {
    if (item['alert_id'] === alertId) claims.push(item);
  }
  return claims;
}

describe('the dedup keys of a device-bound key', () => {
  test('A device-bound key cannot resolve or read another device’s alert by reporting its dedup key', async () => {
    const dedup_key = unique();
    const [own, other] = [await newDevice(), await newDevice()];
    const { alert } = await raise(other.key, dedup_key, { metadata: { code: '4711' } });
    expect(await resolve(own.key, dedup_key)).toEqual({ status: 200 });
    expect((await read(alert.id)).status).toBe('active');
  });

  test('A device-bound key’s event is never counted as an occurrence of another device’s alert', async () => {
    const dedup_key = unique();
    const [own, other] = [await newDevice(), await newDevice()];
    const harmless = await raise(own.key, dedup_key, { type: 'low-battery', severity: 'low' });
    await as(`POST /api/v1/alerts/${harmless.alert.id}/acknowledge`);
    const intrusion = await raise(other.key, dedup_key);
    expect(intrusion).toMatchObject({
      status: 201,
      alert: { status: 'active', severity: 'critical', type: 'intrusion', occurrences: 1, dedup_key },
    });
    expect(intrusion.alert.id).not.toBe(harmless.alert.id);
    expect(await raise(own.key, dedup_key)).toMatchObject({ status: 200, alert: { id: harmless.alert.id } });
  });

  test('The dedup keys of a device are separate from those of its site', async () => {
    const dedup_key = unique();
    const device = await newDevice();
    const siteKey = await newKey({ site_id: siteId });
    const own = await raise(device.key, dedup_key);
    const ofSite = await raise(siteKey, dedup_key, { device_id: device.id });
    const byPerson = await raise(master, dedup_key, { site_id: siteId });
    expect([own.status, ofSite.status, byPerson.status]).toEqual([201, 201, 200]);
    expect(byPerson.alert.id).toBe(ofSite.alert.id);
    await resolve(siteKey, dedup_key);
    expect((await read(own.alert.id)).status).toBe('active');
    await resolve(device.key, dedup_key);
    expect((await read(own.alert.id)).status).toBe('resolved');
  });

  test('All API keys of a device share its dedup keys, so that API keys can be rotated', async () => {
    const dedup_key = unique();
    const device = await newDevice();
    const { alert } = await raise(device.key, dedup_key);
    const next = await newKey({ device_id: device.id });
    expect(await raise(next, dedup_key)).toMatchObject({ status: 200, alert: { id: alert.id } });
    expect(await resolve(next, dedup_key)).toMatchObject({ alert: { id: alert.id, status: 'resolved' } });
  });

  test('Concurrent reports of a device with one dedup key open one alert, which counts each of them once', async () => {
    const dedup_key = unique();
    const { key } = await newDevice();
    const results = await Promise.all(Array.from({ length: 12 }, () => raise(key, dedup_key)));
    expect(results.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(results.map(({ alert }) => alert.id)).size).toBe(1);
    expect((await read(results[0].alert.id)).occurrences).toBe(12);
  });

  test('When a person resolves a device’s alert, the dedup key is released and the alert keeps its occurrence count', async () => {
    const dedup_key = unique();
    const { key } = await newDevice();
    const { alert } = await raise(key, dedup_key, { severity: 'low' });
    await raise(key, dedup_key, { severity: 'high' });
    await raise(key, dedup_key);
    guard.clock.advance(60_000);
    await timers.tick();
    await raise(key, dedup_key);
    await as(`POST /api/v1/alerts/${alert.id}/acknowledge`);
    await as(`POST /api/v1/alerts/${alert.id}/notes`, { text: 'Looking' });
    expect((await read(alert.id)).occurrences).toBe(4);
    const resolved = await as(`POST /api/v1/alerts/${alert.id}/resolve`);
    expect(resolved).toMatchObject({ status: 'resolved', occurrences: 4 });
    expect(await claimsOf(alert.id, alert.tenant_id)).toEqual([]);
    expect(await raise(key, dedup_key)).toMatchObject({ status: 201 });
  });

  test('Reopening a device’s alert claims its dedup key again, and further occurrences continue the count', async () => {
    const dedup_key = unique();
    const { key } = await newDevice();
    const { alert } = await raise(key, dedup_key);
    await raise(key, dedup_key);
    await resolve(key, dedup_key);
    await as(`POST /api/v1/alerts/${alert.id}/reopen`, { note: 'It still burns' });
    expect(await raise(key, dedup_key)).toMatchObject({
      status: 200,
      alert: { id: alert.id, occurrences: 3 },
    });
    expect(await resolve(key, dedup_key)).toMatchObject({ alert: { id: alert.id, status: 'resolved' } });
  });

  test('Alerts raised with a site-bound key do not store a dedup scope, so they need no additional capacity units', async () => {
    const { alert } = await raise(await newKey({ site_id: siteId }), unique());
    const item = await getItem(guard.table, ALERTS.key(alert.tenant_id, alert.id));
    expect(item).not.toHaveProperty('dedup_scope');
  });
});

describe('a device-bound key after its device was moved', () => {
  test('After a move, a device’s API key still resolves the alert of the old site, but sees only its id and status', async () => {
    const dedup_key = unique();
    const device = await newDevice();
    const { alert } = await raise(device.key, dedup_key);
    await raise(device.key, dedup_key);
    await moveAway(device);
    const resolved = await resolve(device.key, dedup_key, { id: unique() });
    expect(resolved).toEqual({ status: 200, alert: { id: alert.id, status: 'resolved' } });
    expect(await read(alert.id)).toMatchObject({ site_id: siteId, status: 'resolved', occurrences: 2 });
    expect(await claimsOf(alert.id, alert.tenant_id)).toEqual([]);
  });

  test('After a move, a device’s API key opens an alert at the new site, and resolves it together with the old one', async () => {
    const dedup_key = unique();
    const device = await newDevice();
    const left = await raise(device.key, dedup_key);
    await moveAway(device);
    const next = await raise(device.key, dedup_key);
    expect(next).toMatchObject({ status: 201, alert: { site_id: otherSiteId, message: 'Broken glass' } });
    expect(await resolve(device.key, dedup_key)).toMatchObject({
      status: 200,
      alert: { id: next.alert.id, status: 'resolved', site_id: otherSiteId },
    });
    expect((await read(left.alert.id)).status).toBe('resolved');
  });

  test('After a move, a device’s API key that repeats an event of the old site sees only the alert’s id and status', async () => {
    const event = { id: unique() };
    const dedup_key = unique();
    const device = await newDevice();
    const { alert } = await raise(device.key, dedup_key, event);
    await moveAway(device);
    expect(await raise(device.key, dedup_key, event)).toEqual({
      status: 201,
      replayed: true,
      alert: { id: alert.id, status: 'active' },
    });
  });
});

describe('a device-bound key with items that do not agree, as in a restored backup', () => {
  test('A device-bound key opens a new alert if the claim of its dedup key names a resolved alert', async () => {
    const dedup_key = unique();
    const device = await newDevice();
    const { alert } = await raise(device.key, dedup_key);
    const { table } = guard;
    const item = await getItem(table, ALERTS.key(alert.tenant_id, alert.id));
    const resolved = { ...item, data: { ...Object(item?.['data']), status: 'resolved' } };
    await table.client.send(new PutCommand({ TableName: table.name, Item: resolved }));
    const next = await raise(device.key, dedup_key);
    expect([next.status, next.alert.id === alert.id]).toEqual([201, false]);
    expect(await raise(device.key, dedup_key)).toMatchObject({
      status: 200,
      alert: { id: next.alert.id, occurrences: 2 },
    });
    expect(await resolve(device.key, dedup_key)).toMatchObject({
      alert: { id: next.alert.id, status: 'resolved', occurrences: 2 },
    });
  });

  test('A device-bound key that repeats an event sees only id and status if the recorded alert belongs to another device', async () => {
    const [own, other] = [await newDevice(), await newDevice()];
    const event = { id: unique() };
    const dedup_key = unique();
    await resolve(own.key, dedup_key, event);
    const { alert } = await raise(other.key, dedup_key);
    const { table } = guard;
    const kept = await getItem(table, reportedEventKey(alert.tenant_id, own.keyId, sha256(event.id)));
    expect(kept).toMatchObject({ status: 200 });
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...kept, alert_id: alert.id } }));
    expect(await resolve(own.key, dedup_key, event)).toEqual({
      status: 200,
      replayed: true,
      alert: { id: alert.id, status: 'active' },
    });
  });
});
