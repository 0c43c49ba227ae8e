import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { recordCheckIn } from '../../shared/supervisions/check-in.ts';
import { siteStateKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const MINUTE = 60_000;

let guard: TestGuard;
let timers: TestTimers;
let master: string;
let tenantId: string;

beforeAll(async () => {
  guard = await startGuard();
  timers = await startTimers(guard);
  await signIn();
  tenantId = (await guard.call('GET /api/v1/auth/me', { token: master })).body.tenant_id;
});
/** Hours pass in a test, and tokens expire. */
const signIn = async () => {
  master = await guard.signIn('master@acme.test');
};
beforeEach(() => signIn());
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

const as = async (request: string, json?: unknown, token = master) =>
  guard.call(request, { token, ...(json === undefined ? {} : { json }) });

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

async function newSite(): Promise<string> {
  const json = { name: `Shop ${guard.clock.now.getTime()}`, timezone: 'UTC' };
  return (await as('POST /api/v1/sites', json)).body.id;
}

async function supervise(siteId: string, fields: object) {
  const answer = await as('POST /api/v1/supervisions', { name: 'Duty', site_id: siteId, ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

test('A platform admin reads and deletes a supervision of a tenant', async () => {
  const { id } = await supervise(await newSite(), {
    kind: 'check_in',
    windows: [{ weekdays: EVERY_DAY, from: '22:00', to: '23:00' }],
    every_minutes: 60,
  });
  const platform = await guard.signIn('platform@guard.test');
  const path = `/api/v1/supervisions/${id}`;
  expect((await as(`GET ${path}`, undefined, platform)).body).toMatchObject({ id, tenant_id: tenantId });
  expect((await as(`DELETE ${path}`, undefined, platform)).status).toBe(204);
  expect((await as(`DELETE ${path}`, undefined, platform)).status).toBe(404);
  expect((await as(`GET ${path}`, undefined, platform)).status).toBe(404);
});

const alertsOf = async (siteId: string) =>
  (await as(`GET /api/v1/sites/${siteId}/alerts?limit=100`)).body.data;

/** Lets minutes pass, with a run of the timers in each. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await timers.tick();
  }
}

const clockTime = (minutes: number) =>
  new Date(guard.clock.now.getTime() + minutes * MINUTE).toISOString().slice(11, 16);

const checkIn = (siteId: string) =>
  recordCheckIn(
    guard.table,
    { tenantId, siteId },
    { ...actionTime(guard.clock.now, randomBytes), actor: { kind: 'user', id: null, name: 'Nina Night' } },
  );

test('A missed check-in raises one alert for each interval, a check-in writes restored, and people close it', async () => {
  const siteId = await newSite();
  await timers.tick();
  await supervise(siteId, {
    kind: 'check_in',
    windows: [{ weekdays: EVERY_DAY, from: clockTime(-10), to: clockTime(100) }],
    every_minutes: 10,
    grace_minutes: 1,
  });
  await checkIn(siteId);
  await pass(10);
  expect(await alertsOf(siteId)).toEqual([]);
  await pass(2);
  const [alert, ...others] = await alertsOf(siteId);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ type: 'missed-check-in', severity: 'critical', status: 'active' });
  await timers.tick();
  expect(await alertsOf(siteId)).toHaveLength(1);
  await as(`POST /api/v1/alerts/${alert.id}/acknowledge`);
  await pass(10);
  // Nobody checked in for another interval: whoever acknowledged it must act again.
  expect(await alertsOf(siteId)).toMatchObject([{ id: alert.id, status: 'active' }]);
  await as(`POST /api/v1/alerts/${alert.id}/acknowledge`);
  await checkIn(siteId);
  const { body } = await as(`GET /api/v1/alerts/${alert.id}?include=history`);
  expect(body).toMatchObject({ status: 'acknowledged', restored_at: expect.any(String) });
  expect(body.history.map((it: { action: string }) => it.action)).toEqual(
    expect.arrayContaining(['raised', 'reactivated', 'restored']),
  );
});

test('A site that never reported an opening raises once, not each night, and the answer warns of it', async () => {
  const siteId = await newSite();
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(-60), to: clockTime(2) }];
  const created = await supervise(siteId, { kind: 'closing', windows });
  expect(created.warnings).toMatchObject([{ code: 'never_reported' }]);
  await pass(4);
  expect(await alertsOf(siteId)).toMatchObject([{ type: 'late-to-close', severity: 'high' }]);
  const [{ id }] = await alertsOf(siteId);
  await as(`POST /api/v1/alerts/${id}/resolve`);
  guard.clock.advance(24 * 60 * MINUTE - 10 * MINUTE);
  await signIn();
  await timers.tick();
  await pass(15);
  expect(await alertsOf(siteId)).toHaveLength(1);
});

test('A site that never reported is told of after a test and a suspension, because then nobody was told', async () => {
  const siteId = await newSite();
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(-60), to: clockTime(2) }];
  const ends_at = new Date(guard.clock.now.getTime() + 10 * MINUTE).toISOString();
  await as(`POST /api/v1/sites/${siteId}/tests`, { ends_at, reason: 'Commissioning' });
  await supervise(siteId, { kind: 'closing', windows });
  const nextDay = async () => {
    guard.clock.advance(24 * 60 * MINUTE - 15 * MINUTE);
    await signIn();
    await timers.tick();
    await pass(15);
  };
  await pass(5);
  expect(await alertsOf(siteId)).toMatchObject([{ resolution: 'test' }]);
  const platform = await guard.signIn('platform@guard.test');
  const setStatus = (status: string) => as(`PATCH /api/v1/tenants/${tenantId}`, { status }, platform);
  await setStatus('inactive');
  guard.clock.advance(24 * 60 * MINUTE - 15 * MINUTE);
  await timers.tick();
  await pass(15);
  const again = await guard.signIn('platform@guard.test');
  expect((await as(`PATCH /api/v1/tenants/${tenantId}`, { status: 'active' }, again)).status).toBe(200);
  await nextDay();
  expect(await alertsOf(siteId)).toMatchObject([{ status: 'active' }, { resolution: 'test' }]);
});

test('A supervision whose device is gone can be renamed and paused, and takes no other device that is not there', async () => {
  const siteId = await newSite();
  const device = await as(`POST /api/v1/sites/${siteId}/devices`, { name: 'Panel', type: 'panel' });
  const { id } = await supervise(siteId, { kind: 'test', every_minutes: 60, device_id: device.body.id });
  await as(`DELETE /api/v1/devices/${device.body.id}`);
  const change = (json: object) => as(`PATCH /api/v1/supervisions/${id}`, json);
  expect((await change({ status: 'paused', name: 'Former panel' })).status).toBe(200);
  expect((await change({ device_id: siteId })).status).toBe(422);
});

test('A preview of what can never be due names no date, and warns of it', async () => {
  const windows = [{ weekdays: EVERY_DAY, from: '22:00', to: '23:00' }];
  const draft = { name: 'Rounds', site_id: await newSite(), kind: 'check_in', every_minutes: 120, windows };
  const { body } = await as('POST /api/v1/supervisions/preview', draft);
  expect([body.next_due_at, body.warnings]).toMatchObject([null, [{ code: 'never_due' }]]);
});

test('A preview shows the next seven windows, and what would have happened last week', async () => {
  const siteId = await newSite();
  const report = (event: object) => as('POST /api/v1/reports', { events: [{ ...event, site_id: siteId }] });
  const windows = [{ weekdays: EVERY_DAY, from: clockTime(-600), to: clockTime(10) }];
  const draft = { name: 'Shop', site_id: siteId, kind: 'closing', windows, grace_minutes: 15 };
  const preview = async () => (await as('POST /api/v1/supervisions/preview', draft)).body;
  const empty = await preview();
  expect(empty.windows).toHaveLength(7);
  expect(empty).toMatchObject({ warnings: [{ code: 'never_reported' }], out_of_hours: [] });
  expect(empty.last_week.every(({ outcome }: { outcome: string }) => outcome === 'unknown')).toBe(true);
  await report({ action: 'open' });
  guard.clock.advance(15 * MINUTE);
  await report({ action: 'close' });
  guard.clock.advance(24 * 60 * MINUTE - 20 * MINUTE);
  await signIn();
  await report({ action: 'open' });
  guard.clock.advance(60 * MINUTE);
  const { last_week, warnings } = await preview();
  expect(last_week.map(({ outcome }: { outcome: string }) => outcome).slice(-2)).toEqual(['held', 'missed']);
  expect(warnings).toEqual([]);
  const hours = [{ weekdays: EVERY_DAY, from: '00:00', to: '00:01' }];
  const outside = { ...draft, kind: 'out_of_hours', windows: hours, grace_minutes: 0 };
  expect((await as('POST /api/v1/supervisions/preview', outside)).body.out_of_hours).toHaveLength(2);
});

test('A site has at most 20 supervisions, and is deleted with them, its contacts and its state', async () => {
  const siteId = await newSite();
  const windows = [{ weekdays: ['monday'], from: '09:00', to: '18:00' }];
  for (let count = 0; count < 20; count += 1) {
    const { id } = (await as('POST /api/v1/calendars', { name: `Calendar ${count}`, dates: [] })).body;
    await supervise(siteId, { kind: 'closing', windows, calendar_id: id });
  }
  for (let count = 0; count < 30; count += 1) {
    const contact = { name: `Contact ${count}`, role: 'keyholder', phone: '+4930123456' };
    expect((await as(`POST /api/v1/sites/${siteId}/contacts`, contact)).status).toBe(201);
  }
  const { status, body } = await as('POST /api/v1/supervisions', {
    name: 'One more',
    site_id: siteId,
    kind: 'closing',
    windows,
  });
  expect([status, body.code]).toEqual([409, 'too_many_supervisions']);
  const { data } = (await as(`GET /api/v1/supervisions?site_id=${siteId}&limit=100`)).body;
  expect(data).toHaveLength(20);
  await checkIn(siteId);
  expect((await as(`DELETE /api/v1/sites/${siteId}`)).status).toBe(204);
  expect((await as(`GET /api/v1/supervisions/${data[0].id}`)).status).toBe(404);
  expect(await getItem(guard.table, siteStateKey(tenantId, siteId))).toBeUndefined();
});

test.each([
  ['windows', { kind: 'closing' }],
  [
    'windows',
    { kind: 'test', every_minutes: 60, windows: [{ weekdays: ['monday'], from: '09:00', to: '10:00' }] },
  ],
  [
    'every_minutes',
    { kind: 'closing', every_minutes: 5, windows: [{ weekdays: ['monday'], from: '09:00', to: '10:00' }] },
  ],
  ['every_minutes', { kind: 'check_in', windows: [{ weekdays: ['monday'], from: '09:00', to: '10:00' }] }],
  ['device_id', { kind: 'test', every_minutes: 60 }],
  ['every_minutes', { kind: 'test', every_minutes: 4 }],
  [
    'partition',
    {
      kind: 'check_in',
      every_minutes: 5,
      partition: '1',
      windows: [{ weekdays: ['monday'], from: '09:00', to: '10:00' }],
    },
  ],
  [
    'calendar_id',
    {
      kind: 'closing',
      calendar_id: '01990e2a-6400-7c41-9b7e-5d20f8a3c617',
      windows: [{ weekdays: ['monday'], from: '09:00', to: '10:00' }],
    },
  ],
])('A supervision is refused with an error at %s for %j', async (field, fields) => {
  const siteId = await newSite();
  const { status, body } = await as('POST /api/v1/supervisions', { name: 'x', site_id: siteId, ...fields });
  expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining([field])]);
});
