import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEvent } from '../../shared/alerts/alert-event.ts';
import type { Escalation } from '../../shared/escalation.ts';
import { recordHeartbeat } from '../../shared/heartbeats/record-heartbeat.ts';
import { queryAll } from '../../shared/table/query-all.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const MINUTE = 60_000;

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let siteId: string;
let tenantId: string;
beforeAll(async () => {
  guard = await startGuard({ hasDemoAlerts: false });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
});
afterAll(async () => {
  await timers.stop();
  await guard.stop();
});
beforeEach(async () => {
  const { body } = await as('master', 'POST /api/v1/sites', { json: { name: 'Escalating' } });
  siteId = body.id;
  tenantId = body.tenant_id;
  await setEscalation({ critical: [2, 5, 15], high: [15] });
});
afterEach(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
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
async function historyOf(alert: Alert): Promise<AlertEvent[]> {
  const events: AlertEvent[] = [];
  for await (const item of queryAll(guard.table, keyOf(alert).pk, ALERT_EVENTS.prefix(alert.id))) {
    events.push(ALERT_EVENTS.entityOf(item));
  }
  return events;
}
const actionsOf = async (alert: Alert) => (await historyOf(alert)).map(({ action }) => action);

/** Lets so many minutes pass, with a run of the timers in each. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await timers.tick();
  }
}

describe('an alert that nobody acknowledges', () => {
  test('goes a step up when each of its times has passed, and says who did that', async () => {
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
    const history = await historyOf(alert);
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

  test('is told of by lists with its level', async () => {
    const alert = await raise();
    await pass(2);
    const { body } = await as('master', `GET /api/v1/sites/${siteId}/alerts`);
    expect(body.data).toMatchObject([{ id: alert.id, escalation_level: 1 }]);
  });

  test('goes every step that was missed, one after the other, as soon as there is a run again', async () => {
    const alert = await raise();
    guard.clock.advance(20 * MINUTE);
    expect(await levelOf(alert)).toBe(0);
    await timers.tick();
    expect(await levelOf(alert)).toBe(3);
    expect(await actionsOf(alert)).toEqual(['raised', 'escalated', 'escalated', 'escalated']);
  });

  test('goes each step once, though two runs are at it at the same time', async () => {
    const alert = await raise();
    guard.clock.advance(6 * MINUTE);
    await timers.tickOnly();
    await timers.tickOnly();
    await Promise.all([timers.run(), timers.run()]);
    expect(await levelOf(alert)).toBe(2);
    expect(await actionsOf(alert)).toEqual(['raised', 'escalated', 'escalated']);
  });
});

describe('an alert that somebody saw to', () => {
  test.each(['acknowledge', 'resolve'])('goes no further step: %s', async (action) => {
    const alert = await raise();
    await pass(2);
    expect((await act(alert, action)).body.escalation_level).toBe(1);
    const item = await itemOf(alert);
    expect(item).not.toHaveProperty('escalation_steps');
    expect(item?.['timer'] ?? 'none').not.toMatch(/^escalation#/);
    await pass(14);
    expect(await levelOf(alert)).toBe(1);
    expect(await actionsOf(alert)).toEqual(['raised', 'escalated', `${action}d`]);
  });

  test('by a report of its device goes no further step', async () => {
    const alert = await raise({ dedup_key: 'door' });
    const event = { action: 'resolve', site_id: siteId, dedup_key: 'door' };
    await as('master', 'POST /api/v1/reports', { json: { events: [event] } });
    await pass(3);
    expect(await read(alert)).toMatchObject({ status: 'resolved', escalation_level: 0 });
  });

  test('while the step is being taken has it or not, and its history says the same', async () => {
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

  test.each(['acknowledged', 'resolved'])(
    'by a release that knows no escalation goes no step, and its timer goes: %s',
    async (status) => {
      const alert = await raise();
      const { table } = guard;
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf(alert),
          UpdateExpression: 'SET #data.#status = :status ADD revision :one',
          ExpressionAttributeNames: { '#data': 'data', '#status': 'status' },
          ExpressionAttributeValues: { ':status': status, ':one': 1 },
        }),
      );
      await pass(3);
      expect(await read(alert)).toMatchObject({ status, escalation_level: 0 });
      expect((await itemOf(alert))?.timer ?? '').not.toMatch(/^escalation/);
      expect(await itemOf(alert)).not.toHaveProperty('escalation_steps');
      expect(await actionsOf(alert)).toEqual(['raised']);
    },
  );
});

describe('the steps of an alert', () => {
  const timerOf = async (fields: object) => (await itemOf(await raise(fields)))?.['timer'];

  test('are those of its severity: of another one it has none, and no timer', async () => {
    expect(await timerOf({ severity: 'low' })).toBeUndefined();
    expect(await timerOf({ severity: 'high' })).toMatch(/^escalation#/);
  });

  test('are those of the time when it was raised', async () => {
    const alert = await raise();
    await setEscalation({ critical: [1] });
    await pass(1);
    expect(await levelOf(alert)).toBe(0);
    await setEscalation({});
    await pass(1);
    expect(await levelOf(alert)).toBe(1);
  });

  test('are the site’s, as a whole, where that has an escalation of its own', async () => {
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

  test('begin anew with a higher severity, and the level goes on', async () => {
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

  test('go on where the higher severity has none', async () => {
    await setEscalation({ high: [2] });
    const alert = await raise({ severity: 'high', dedup_key: 'smoke' });
    await pass(1);
    await raise({ dedup_key: 'smoke' });
    await pass(1);
    expect(await read(alert)).toMatchObject({ severity: 'critical', escalation_level: 1 });
  });

  test('do not come back with a higher severity, once it is acknowledged', async () => {
    const alert = await raise({ severity: 'high', dedup_key: 'smoke' });
    await act(alert, 'acknowledge');
    await raise({ dedup_key: 'smoke' });
    await pass(3);
    expect(await read(alert)).toMatchObject({ severity: 'critical', escalation_level: 0 });
  });

  test('are also those of an alert that a silent device raises', async () => {
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
  test('is set as a whole by masters, and read by their admins too', async () => {
    const escalation: Escalation = { info: [10_080], critical: [1, 2, 3] };
    expect((await setEscalation(escalation)).body).toEqual(escalation);
    for (const caller of ['master', 'admin'] as const) {
      expect((await getEscalation(caller)).body).toEqual(escalation);
    }
    expect((await setEscalation({})).body).toEqual({});
    expect((await getEscalation()).body).toEqual({});
  });

  test('is not emptied by a request that forgot its body', async () => {
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

  test('is nothing where nobody has set one', async () => {
    expect((await getEscalation('globex')).body).toEqual({});
  });

  test('is set by platform admins for a tenant that they name', async () => {
    expect((await getEscalation('platform')).body.errors).toHaveProperty('tenant_id');
    const query = `?tenant_id=${tenantId}`;
    expect((await setEscalation({ low: [7] }, 'platform', query)).status).toBe(200);
    expect((await getEscalation()).body).toEqual({ low: [7] });
    const missing = '?tenant_id=019a0000-0000-7000-8000-000000000000';
    expect((await getEscalation('platform', missing)).status).toBe(404);
    expect((await setEscalation({}, 'platform', missing)).status).toBe(404);
  });

  test('does not change the tenant itself, nor a change of the tenant it', async () => {
    const path = `/api/v1/tenants/${tenantId}`;
    const before = await as('platform', `GET ${path}`);
    await setEscalation({ critical: [3] });
    const after = await as('platform', `GET ${path}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    await as('platform', `PATCH ${path}`, { json: { name: before.body.name } });
    expect((await getEscalation()).body).toEqual({ critical: [3] });
  });

  test('is replaced only while it is what If-Match names', async () => {
    const etag = (await getEscalation()).headers.get('etag') ?? '';
    const headers = { 'If-Match': etag };
    const first = await as('master', 'PUT /api/v1/escalation', { json: { low: [1] }, headers });
    const second = await as('master', 'PUT /api/v1/escalation', { json: { low: [2] }, headers });
    expect([first.status, second.status]).toEqual([200, 412]);
    expect((await getEscalation()).headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test.each([
    ['no steps', { critical: [] }],
    ['more than three', { critical: [1, 2, 3, 4] }],
    ['steps that do not rise', { critical: [5, 5] }],
    ['steps that fall', { critical: [5, 2] }],
    ['no time at all', { critical: [0] }],
    ['more than a week', { critical: [10_081] }],
    ['half a minute', { critical: [0.5] }],
    ['a text', { critical: ['5'] }],
    ['an unknown severity', { urgent: [5] }],
    ['null', { critical: null }],
  ])('is refused with %s', async (_, json) => {
    expect((await setEscalation(json)).status).toBe(422);
    expect((await changeSite({ escalation: json })).status).toBe(422);
  });
});

describe('the escalation of a site', () => {
  test('is a matter of masters: others who manage sites do so without it', async () => {
    expect((await changeSite({ escalation: { critical: [1] } }, 'admin')).status).toBe(403);
    expect((await changeSite({ escalation: null }, 'admin')).status).toBe(403);
    expect((await changeSite({ name: 'Renamed' }, 'admin')).status).toBe(200);
    const create = (escalation: unknown) =>
      as('admin', 'POST /api/v1/sites', { json: { name: 'New', escalation } });
    expect((await create({ critical: [1] })).status).toBe(403);
    expect((await create(null)).status).toBe(201);
  });

  test('is told by the site and its lists, and null where it has none', async () => {
    const escalation = { critical: [1, 4] };
    guard.clock.advance(MINUTE);
    const json = { name: 'Own', escalation };
    const made = (await as('master', 'POST /api/v1/sites', { json })).body;
    expect(made.escalation).toEqual(escalation);
    const path = `/api/v1/sites/${made.id}`;
    expect((await as('master', `GET ${path}`)).body).toEqual(made);
    const { body } = await as('master', 'GET /api/v1/sites?limit=1');
    expect(body.data).toEqual([made]);
    const without = await as('master', `PATCH ${path}`, { json: { escalation: null } });
    expect(without.body.escalation).toBeNull();
  });
});
