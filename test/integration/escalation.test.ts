import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import type { Escalation } from '../../shared/base/severities.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const MINUTE = 60_000;

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
  const { body } = await as('master', 'POST /api/v1/sites', { json: { name: 'Escalating' } });
  siteId = body.id;
  tenantId = body.tenant_id;
  await setEscalation({ critical: [2, 5, 15], high: [15] });
});

const setEscalation = (json: unknown, caller: Caller = 'master', query = '') =>
  as(caller, `PUT /api/v1/escalation${query}`, { json });
const getEscalation = (caller: Caller = 'master', query = '') => as(caller, `GET /api/v1/escalation${query}`);
const changeSite = (json: unknown, caller: Caller = 'master') =>
  as(caller, `PATCH /api/v1/sites/${siteId}`, { json });
const raise = async (fields: object = {}): Promise<Alert> => {
  const json = { site_id: siteId, type: 'panic', severity: 'critical', message: 'Help', ...fields };
  return (await as('master', 'POST /api/v1/alerts', { json })).body;
};
const read = async ({ id }: { id: string }): Promise<Alert> =>
  (await as('master', `GET /api/v1/alerts/${id}`)).body;
const levelOf = async (alert: { id: string }) => (await read(alert)).escalation_level;
const act = (alert: { id: string }, action: string) =>
  as('master', `POST /api/v1/alerts/${alert.id}/${action}`);
const keyOf = (alert: Alert) => ({ ...ALERTS.key(tenantId, alert.id) });
const itemOf = async (alert: Alert) => {
  const { table } = guard;
  return (await table.client.send(new GetCommand({ TableName: table.name, Key: keyOf(alert) }))).Item;
};
const actionsOf = async (alert: Alert) => (await historyOf(guard.table, alert)).map(({ action }) => action);

/** Advances the clock, with a run of the timers every minute. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await timers.tick();
  }
}

describe('an alert that nobody acknowledges', () => {
  test('An unacknowledged alert escalates at the time of each step, with an entry in its history', async () => {
    const alert = await raise();
    expect(alert.escalation_level).toBe(0);
    const levels: number[] = [];
    for (let minute = 1; minute <= 16; minute += 1) {
      await pass(1);
      levels.push(await levelOf(alert));
    }
    expect(levels).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3]);
    const escalated = await read(alert);
    expect(escalated).toMatchObject({ status: 'active', version: 4 });
    const history = await historyOf(guard.table, alert);
    expect(history.map(({ action }) => action)).toEqual(['raised', 'escalated', 'escalated', 'escalated']);
    expect(history[3]).toMatchObject({
      actor: { kind: 'system', id: null, name: 'Guard' },
      at: escalated.updated_at,
      note: null,
    });
    expect((await itemOf(alert))?.timer ?? '').not.toMatch(/^escalation/);
    expect(await itemOf(alert)).not.toHaveProperty('escalation_steps');
    expect(guard.log()).toContain('"Alert escalated"');
  });

  test('Alert lists show the escalation level of an alert', async () => {
    const alert = await raise();
    await pass(2);
    const { body } = await as('master', `GET /api/v1/sites/${siteId}/alerts`);
    expect(body.data).toMatchObject([{ id: alert.id, escalation_level: 1 }]);
  });

  test('If the timers ran late, their next run takes all missed escalation steps of an alert in order', async () => {
    const alert = await raise();
    guard.clock.advance(20 * MINUTE);
    expect(await levelOf(alert)).toBe(0);
    await timers.tick();
    expect(await levelOf(alert)).toBe(3);
    expect(await actionsOf(alert)).toEqual(['raised', 'escalated', 'escalated', 'escalated']);
  });

  test('Two concurrent runs of the timers take each escalation step of an alert once', async () => {
    const alert = await raise();
    guard.clock.advance(6 * MINUTE);
    await timers.tickOnly();
    await timers.tickOnly();
    await Promise.all([timers.run(), timers.run()]);
    expect(await levelOf(alert)).toBe(2);
    expect(await actionsOf(alert)).toEqual(['raised', 'escalated', 'escalated']);
  });
});

describe('an alert that has been handled', () => {
  test.each(['acknowledge', 'resolve'])(
    'An alert does not escalate further after this action: %s',
    async (action) => {
      const alert = await raise();
      await pass(2);
      expect((await act(alert, action)).body.escalation_level).toBe(1);
      const item = await itemOf(alert);
      expect(item).not.toHaveProperty('escalation_steps');
      expect(item?.['timer'] ?? 'none').not.toMatch(/^escalation#/);
      await pass(4);
      expect(await levelOf(alert)).toBe(1);
      expect(await actionsOf(alert)).toEqual(['raised', 'escalated', `${action}d`]);
    },
  );

  test('An alert that its device resolved does not escalate', async () => {
    const alert = await raise({ dedup_key: 'door' });
    const event = { action: 'resolve', site_id: siteId, dedup_key: 'door' };
    await as('master', 'POST /api/v1/reports', { json: { events: [event] } });
    await pass(3);
    expect(await read(alert)).toMatchObject({ status: 'resolved', escalation_level: 0 });
  });

  test('An action that races an escalation step leaves the alert and its history consistent', async () => {
    const alerts = await Promise.all(Array.from({ length: 5 }, () => raise()));
    guard.clock.advance(2 * MINUTE);
    await timers.tickOnly();
    await Promise.all([timers.run(), ...alerts.map((alert) => act(alert, 'acknowledge'))]);
    await pass(4);
    for (const alert of alerts) {
      const { escalation_level } = await read(alert);
      const steps = escalation_level === 1 ? ['escalated'] : [];
      expect(await actionsOf(alert)).toEqual(['raised', ...steps, 'acknowledged']);
    }
  });
});

describe('the steps of an alert', () => {
  const timerOf = async (fields: object) => (await itemOf(await raise(fields)))?.['timer'];

  test('An alert has the escalation steps of its severity, and no timer if there are none', async () => {
    expect(await timerOf({ severity: 'low' })).toBeUndefined();
    expect(await timerOf({ severity: 'high' })).toMatch(/^escalation#/);
  });

  test('An alert keeps the escalation steps that were set when it was raised', async () => {
    const alert = await raise();
    await setEscalation({ critical: [1] });
    await pass(1);
    expect(await levelOf(alert)).toBe(0);
    await setEscalation({});
    await pass(1);
    expect(await levelOf(alert)).toBe(1);
  });

  test('A site’s own escalation replaces the tenant’s as a whole', async () => {
    await changeSite({ escalation: { critical: [1] } });
    const alert = await raise();
    expect(await timerOf({ severity: 'high' })).toBeUndefined();
    await pass(1);
    expect(await levelOf(alert)).toBe(1);
    await changeSite({ escalation: {} });
    expect(await timerOf({})).toBeUndefined();
    await changeSite({ escalation: null });
    expect(await timerOf({})).toBeDefined();
  });

  test('A report of a higher severity restarts the waiting times of escalation, and the alert keeps its escalation level', async () => {
    await setEscalation({ critical: [2, 4], high: [3] });
    const alert = await raise({ severity: 'high', dedup_key: 'smoke' });
    await pass(3);
    expect(await levelOf(alert)).toBe(1);
    expect((await raise({ dedup_key: 'smoke' })).escalation_level).toBe(1);
    await pass(1);
    expect(await levelOf(alert)).toBe(1);
    await pass(1);
    expect(await levelOf(alert)).toBe(2);
    await pass(2);
    expect(await levelOf(alert)).toBe(3);
  });

  test('If a report increases an alert’s severity to one without escalation steps, the steps of the previous severity continue', async () => {
    await setEscalation({ high: [2] });
    const alert = await raise({ severity: 'high', dedup_key: 'smoke' });
    await pass(1);
    await raise({ dedup_key: 'smoke' });
    await pass(1);
    expect(await read(alert)).toMatchObject({ severity: 'critical', escalation_level: 1 });
  });

  test('An acknowledged alert is active again after a report of a higher severity, and the steps of that severity begin', async () => {
    const alert = await raise({ severity: 'high', dedup_key: 'smoke' });
    await act(alert, 'acknowledge');
    await raise({ dedup_key: 'smoke' });
    expect(await read(alert)).toMatchObject({ status: 'active', severity: 'critical', escalation_level: 0 });
    await pass(3);
    expect(await levelOf(alert)).toBe(1);
  });

  test('The offline alert of a silent device has the escalation steps of its severity', async () => {
    await setEscalation({ high: [2] });
    await timers.tick();
    const json = { name: 'Door', type: 'door-contact', heartbeat_seconds: 30 };
    const device = (await as('master', `POST /api/v1/sites/${siteId}/devices`, { json })).body;
    await recordHeartbeat(
      guard.table,
      { tenantId, deviceId: device.id },
      { now: guard.clock.now, randomBytes, retentionDays: 400 },
    );
    await pass(4);
    const { body } = await as('master', `GET /api/v1/sites/${siteId}/alerts`);
    expect(body.data).toMatchObject([{ type: 'device-offline', escalation_level: 1 }]);
  });
});

describe('the escalation of a tenant', () => {
  test('Masters set the escalation of their tenant as a whole, and its admins can read it', async () => {
    const escalation: Escalation = { info: [10_080], critical: [1, 2, 3] };
    expect((await setEscalation(escalation)).body).toEqual(escalation);
    for (const caller of ['master', 'admin'] as const) {
      expect((await getEscalation(caller)).body).toEqual(escalation);
    }
    expect((await setEscalation({})).body).toEqual({});
    expect((await getEscalation()).body).toEqual({});
  });

  test('A request without a body does not clear the tenant’s escalation', async () => {
    const token = await guard.signIn('master@acme.test');
    const headers = { 'Content-Type': 'application/json' };
    for (const body of [undefined, '', 'null']) {
      const sent = body === undefined ? { token } : { token, body, headers };
      const answer = await guard.call('PUT /api/v1/escalation', sent);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { body: ['The request body must be a JSON object.'] },
      ]);
    }
    expect((await getEscalation()).body).toEqual({ critical: [2, 5, 15], high: [15] });
  });

  test('A tenant’s escalation is empty until it is set', async () => {
    expect((await getEscalation('globex')).body).toEqual({});
  });

  test('A platform admin sets the escalation of the tenant in the query', async () => {
    expect((await getEscalation('platform')).body.errors).toHaveProperty('tenant_id');
    const query = `?tenant_id=${tenantId}`;
    expect((await setEscalation({ low: [7] }, 'platform', query)).status).toBe(200);
    expect((await getEscalation()).body).toEqual({ low: [7] });
    const missing = '?tenant_id=019a0000-0000-7000-8000-000000000000';
    expect((await getEscalation('platform', missing)).status).toBe(404);
    expect((await setEscalation({}, 'platform', missing)).status).toBe(404);
  });

  test('Concurrent changes of a tenant’s escalation and of the tenant do not affect each other', async () => {
    const path = `/api/v1/tenants/${tenantId}`;
    const before = await as('platform', `GET ${path}`);
    await setEscalation({ critical: [3] });
    const after = await as('platform', `GET ${path}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    await as('platform', `PATCH ${path}`, { json: { name: before.body.name } });
    expect((await getEscalation()).body).toEqual({ critical: [3] });
  });

  test('The escalation of a tenant is replaced only if it matches If-Match', async () => {
    const etag = (await getEscalation()).headers.get('etag') ?? '';
    const headers = { 'If-Match': etag };
    const first = await as('master', 'PUT /api/v1/escalation', { json: { low: [1] }, headers });
    const second = await as('master', 'PUT /api/v1/escalation', { json: { low: [2] }, headers });
    expect([first.status, second.status]).toEqual([200, 412]);
    expect((await getEscalation()).headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test('An invalid escalation of a tenant or a site is rejected', async () => {
    for (const json of [{ critical: [5, 5] }, { critical: [10_081] }, { urgent: [5] }, { critical: null }]) {
      expect((await setEscalation(json)).status).toBe(422);
      expect((await changeSite({ escalation: json })).status).toBe(422);
    }
  });
});

describe('the escalation of a site', () => {
  test('Only masters change a site’s escalation; tenant admins can change the other fields of the site', async () => {
    expect((await changeSite({ escalation: { critical: [1] } }, 'admin')).status).toBe(403);
    expect((await changeSite({ escalation: null }, 'admin')).status).toBe(403);
    expect((await changeSite({ name: 'Renamed' }, 'admin')).status).toBe(200);
    const create = (escalation: unknown) =>
      as('admin', 'POST /api/v1/sites', { json: { name: 'New', escalation } });
    expect((await create({ critical: [1] })).status).toBe(403);
    expect((await create(null)).status).toBe(201);
  });

  test('A site and its lists show its escalation, which is null if there is none', async () => {
    const escalation = { critical: [1, 4] };
    guard.clock.advance(MINUTE);
    const json = { name: 'Own', escalation };
    const made = (await as('master', 'POST /api/v1/sites', { json })).body;
    expect(made.escalation).toEqual(escalation);
    const path = `/api/v1/sites/${made.id}`;
    expect((await as('master', `GET ${path}`)).body).toEqual(made);
    const { body } = await as('master', 'GET /api/v1/sites?limit=1');
    const { openings: _, ...listed } = made;
    expect(body.data).toEqual([listed]);
    const without = await as('master', `PATCH ${path}`, { json: { escalation: null } });
    expect(without.body.escalation).toBeNull();
  });
});
