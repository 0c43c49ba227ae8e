import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restoreAlert } from '../../shared/alerts/act-on-alert.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { findAlert } from '../../shared/alerts/find-alert.ts';
import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { getItem } from '../../shared/table/reads.ts';
import { type CallAs, type Caller, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { playRounds, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const MINUTE = 60_000;

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let siteId: string;
let operator: { id: string; name: string };

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
  siteId = (await as('operator', 'GET /api/v1/sites')).body.data[0].id;
  operator = (await as('operator', 'GET /api/v1/auth/me')).body;
});
beforeEach(() => guard.clock.advance(2 * MINUTE));
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

const inMinutes = (minutes: number) =>
  formatTimestamp(new Date(guard.clock.now.getTime() + minutes * MINUTE));
const act = (id: string, action: string, json?: object, caller: Caller = 'operator') =>
  as(caller, `POST /api/v1/alerts/${id}/${action}`, json ? { json } : {});
const park = (id: string, minutes: number, fields: object = {}, caller: Caller = 'operator') =>
  act(id, 'park', { until: inMinutes(minutes), reason: 'The electrician comes', ...fields }, caller);
const read = async (id: string) => (await as('master', `GET /api/v1/alerts/${id}`)).body;
const report = async (fields: object = {}) => {
  const event = {
    action: 'raise',
    site_id: siteId,
    type: 'mains-failure',
    severity: 'high',
    message: 'No mains',
  };
  const { body } = await as('master', 'POST /api/v1/reports', {
    json: { events: [{ ...event, ...fields }] },
  });
  return body.results[0].alert;
};
async function acknowledged(fields: object = {}): Promise<string> {
  const { id } = await report(fields);
  expect((await act(id, 'acknowledge')).status).toBe(200);
  return id;
}
const eventsOf = async (id: string) => listAll(as, 'master', `/api/v1/alerts/${id}/events`);
const actionsOf = async (id: string) => (await eventsOf(id)).map(({ action }) => action).reverse();
/** Lets time pass, and runs the timers at its end. */
const pass = async (minutes: number) => {
  guard.clock.advance(minutes * MINUTE);
  await timers.tick();
};

describe('POST /api/v1/alerts/{alert_id}/park', () => {
  test('A parked alert says until when, why and by whom, and comes back by itself with an entry of Guard', async () => {
    const id = await acknowledged();
    const until = inMinutes(90);
    const { status, body } = await act(id, 'park', {
      until,
      reason: 'The electrician comes',
      severity: 'high',
    });
    expect(status).toBe(200);
    const by = { id: operator.id, name: operator.name };
    expect(body).toMatchObject({
      status: 'acknowledged',
      parked: { until, reason: 'The electrician comes', by, since: body.updated_at },
    });
    await pass(89);
    expect((await read(id)).parked).toEqual(body.parked);
    await pass(2);
    const back = await read(id);
    expect([back.status, back.parked, back.version]).toEqual(['acknowledged', undefined, body.version + 1]);
    const [unparked, parked] = await eventsOf(id);
    expect(unparked).toMatchObject({ action: 'unparked', actor: { kind: 'system' } });
    expect(parked).toMatchObject({ action: 'parked', until, note: 'The electrician comes', actor: by });
    await pass(1);
    expect(await actionsOf(id)).toEqual(['raised', 'acknowledged', 'parked', 'unparked']);
  });

  test('After an outage over its time, a parked alert comes back with the first run of the timers', async () => {
    const id = await acknowledged();
    await park(id, 60);
    await pass(30 * 60);
    expect((await read(id)).parked).toBeUndefined();
    expect(await actionsOf(id)).toContain('unparked');
  });

  test('A high alert that comes back while no console is open is active again after half an hour, so that it is heard', async () => {
    const id = await acknowledged();
    await park(id, 30);
    await pass(31);
    expect((await read(id)).status).toBe('acknowledged');
    await pass(31);
    expect((await read(id)).status).toBe('active');
    expect(await actionsOf(id)).toEqual(['raised', 'acknowledged', 'parked', 'unparked', 'reminded']);
    const worked = await acknowledged();
    await park(worked, 30);
    await pass(31);
    expect((await act(worked, 'notes', { text: 'Called again' })).status).toBe(201);
    await pass(60);
    expect((await read(worked)).status).toBe('acknowledged');
  });

  test('Parking an alert again changes its time, and a repeated request changes nothing', async () => {
    const id = await acknowledged();
    await park(id, 30);
    const again = { until: inMinutes(120), reason: 'The electrician is late' };
    const { body } = await act(id, 'park', again);
    const repeated = await act(id, 'park', again);
    expect([repeated.status, repeated.body]).toEqual([200, body]);
    await pass(31);
    expect((await read(id)).parked.until).toBe(again.until);
    await pass(91);
    expect(await actionsOf(id)).toEqual(['raised', 'acknowledged', 'parked', 'parked', 'unparked']);
  });

  test('Whoever may acknowledge brings a parked alert back by hand, and a repetition changes nothing', async () => {
    const id = await acknowledged();
    await park(id, 30);
    expect((await act(id, 'unpark', undefined, 'viewer')).status).toBe(403);
    expect((await act(id, 'unpark', undefined, 'admin')).status).toBe(403);
    const { body } = await act(id, 'unpark', undefined, 'master');
    expect([body.status, body.parked]).toEqual(['acknowledged', undefined]);
    expect((await act(id, 'unpark')).body).toEqual(body);
    await pass(31);
    expect(await actionsOf(id)).toEqual(['raised', 'acknowledged', 'parked', 'unparked']);
  });

  test.each([
    [
      'a time that is past',
      'high',
      { until: '2026-01-01T00:00:00Z' },
      'The until field must be in the future.',
    ],
    ['more than 24 hours', 'high', 24 * 60 + 1, 'The until field must be at most 24 hours ahead.'],
    [
      'a critical alert for more than an hour',
      'critical',
      61,
      'The until field must be at most 60 minutes ahead, because the alert is critical.',
    ],
  ])('It is refused to park for %s', async (_, severity, time, problem) => {
    const id = await acknowledged({ severity });
    const { status, body } = typeof time === 'number' ? await park(id, time) : await park(id, 1, time);
    expect([status, body.errors]).toEqual([422, { until: [problem] }]);
    expect((await park(id, 60)).status).toBe(200);
  });

  test('Without a reason, or with an unknown field, an alert is not parked', async () => {
    const id = await acknowledged();
    expect((await park(id, 5, { reason: ' ' })).status).toBe(422);
    expect((await park(id, 5, { reason: 'x'.repeat(201) })).status).toBe(422);
    expect((await park(id, 5, { note: 'x' })).status).toBe(422);
  });

  test('An alert that nobody has, or that is resolved, cannot be parked', async () => {
    const { id } = await report();
    expect((await park(id, 5)).body.code).toBe('alert_not_acknowledged');
    await act(id, 'resolve');
    const { status, body } = await park(id, 5);
    expect([status, body.code]).toEqual([409, 'alert_not_acknowledged']);
  });

  test('An alert that is worse than the person saw is not parked', async () => {
    const id = await acknowledged({ severity: 'critical' });
    expect((await park(id, 5, { severity: 'high' })).body.code).toBe('severity_raised');
  });

  test('A parked alert is noted, taken over without coming back, and resolved', async () => {
    const id = await acknowledged();
    await park(id, 60);
    expect((await act(id, 'notes', { text: 'He called' })).status).toBe(201);
    const { body: taken } = await act(id, 'take-over', undefined, 'master');
    expect(taken.parked).toMatchObject({ by: { id: operator.id }, since: taken.acknowledged_at });
    await pass(59);
    expect((await read(id)).parked).toBeDefined();
    const { body: resolved } = await act(id, 'resolve', { resolution: 'real' });
    expect([resolved.status, resolved.parked]).toEqual(['resolved', undefined]);
    await pass(2);
    expect((await actionsOf(id)).at(-1)).toBe('resolved');
    const reopened = await act(id, 'reopen', { note: 'Too early' });
    expect(reopened.body.parked).toBeUndefined();
  });

  test('While a critical alert is parked, nothing reminds of it; its reminder begins again when it is back', async () => {
    const id = await acknowledged({ severity: 'critical' });
    await park(id, 60);
    await pass(59);
    expect((await read(id)).status).toBe('acknowledged');
    await pass(1);
    await pass(29);
    expect((await read(id)).status).toBe('acknowledged');
    await pass(2);
    expect((await read(id)).status).toBe('active');
    expect((await actionsOf(id)).slice(-2)).toEqual(['unparked', 'reminded']);
  });

  test.each([
    ['a higher severity', {}, { severity: 'critical' }, 'severity_raised'],
    ['a later alarm that concerns lives', { type: 'panic' }, { id: 'again', type: 'panic' }, 'reactivated'],
  ])('A parked alert is active again at once by %s', async (_, first, later, action) => {
    const dedup_key = `later-${action}`;
    const id = await acknowledged({ dedup_key, ...first });
    await park(id, 30);
    guard.clock.advance(2_000);
    await report({ dedup_key, ...later });
    const { status, parked } = await read(id);
    expect([status, parked]).toEqual(['active', undefined]);
    expect((await eventsOf(id))[0]).toMatchObject({ action, acknowledged_by: { id: operator.id } });
    await act(id, 'acknowledge');
    await pass(31);
    expect((await read(id)).parked).toBeUndefined();
    expect(await actionsOf(id)).not.toContain('unparked');
  });

  test('An alarm after its restore brings a parked alert back, even where it makes the alert active no more', async () => {
    const dedup_key = 'restored';
    const id = await acknowledged({ dedup_key });
    for (const expected of ['reactivated', 'reactivated', 'reactivated', 'reoccurred']) {
      await act(id, 'acknowledge');
      await park(id, 60);
      const tenantId = (await read(id)).tenant_id;
      const stored = await findAlert(guard.table, tenantId, id);
      if (!stored) throw new Error('There is no alert');
      await restoreAlert(guard.table, stored, {
        actor: GUARD_ITSELF,
        ...actionTime(guard.clock.now, randomBytes),
      });
      expect((await read(id)).parked).toBeDefined();
      guard.clock.advance(90_000);
      await report({ dedup_key });
      const after = await read(id);
      expect([(await actionsOf(id)).at(-1), after.parked]).toEqual([expected, undefined]);
    }
    expect((await read(id)).status).toBe('acknowledged');
    await pass(61);
    expect(await actionsOf(id)).not.toContain('unparked');
  });

  test('If an alert is parked and brought back at once, its history and its state agree, whoever wins', async () => {
    await playRounds(repetitions({ few: 8, many: 40 }), async (round) => {
      const id = await acknowledged();
      await park(id, 60);
      await raceWithEachWinner(
        round,
        () => park(id, 45, { reason: `Round ${round}` }),
        () => act(id, 'unpark', undefined, 'master'),
      );
      const [last] = (await actionsOf(id)).slice(-1);
      expect((await read(id)).parked === undefined).toBe(last === 'unparked');
    });
  });
});

describe('lists of alerts and parked ones', () => {
  test('The filter parked divides the open alerts into the queue and those that wait', async () => {
    const site = (await as('master', 'POST /api/v1/sites', { json: { name: 'Parked' } })).body;
    const path = `/api/v1/sites/${site.id}/alerts`;
    const ids: string[] = [];
    for (const severity of ['low', 'high', 'medium']) {
      guard.clock.advance(1_000);
      const { id } = await report({ site_id: site.id, severity });
      ids.push(id);
      await act(id, 'acknowledge', undefined, 'master');
    }
    const [first = '', second = '', third = ''] = ids;
    guard.clock.advance(1_000);
    const { id: active } = await report({ site_id: site.id });
    await park(first, 30, {}, 'master');
    await park(second, 60, {}, 'master');
    const listed = async (query: string) =>
      (await listAll(as, 'master', `${path}?${query}`)).map(({ id }) => id);
    const open = 'status=active,acknowledged';
    expect(await listed('parked=true&limit=1')).toEqual([second, first]);
    expect(await listed('parked=true&severity=high')).toEqual([second]);
    expect(await listed('parked=true&status=active')).toEqual([]);
    expect(await listed(`parked=false&${open}&limit=1`)).toEqual([active, third]);
    expect(await listed('parked=false')).toEqual([active, third]);
    expect(await listed('parked=true&acknowledged_by=me')).toEqual([second, first]);
    expect(await listed(open)).toEqual([active, third, second, first]);
    // The time decides, not the timer.
    guard.clock.advance(31 * MINUTE);
    expect(await listed('parked=true')).toEqual([second]);
    expect(await listed(`parked=false&${open}`)).toEqual([active, third, first]);
    expect((await as('master', `GET ${path}?parked=maybe`)).status).toBe(422);
  });

  test('A parking that another release left behind when it took the alert over is no parking', async () => {
    const id = await acknowledged();
    const { body } = await park(id, 60);
    const key = ALERTS.key(body.tenant_id, id);
    const later = formatTimestamp(new Date(Date.parse(body.parked.since) + 1_000));
    await guard.table.client.send(
      new UpdateCommand({
        TableName: guard.table.name,
        Key: key,
        UpdateExpression: 'SET #data.acknowledged_at = :later ADD revision :one',
        ExpressionAttributeNames: { '#data': 'data' },
        ExpressionAttributeValues: { ':later': later, ':one': 1 },
      }),
    );
    expect((await read(id)).parked).toBeUndefined();
    const parked = await listAll(as, 'master', `/api/v1/sites/${siteId}/alerts?parked=true`);
    expect(parked.map((it) => it.id)).not.toContain(id);
    await pass(61);
    expect((await getItem(guard.table, key))?.['timer']).toBeUndefined();
    expect(await actionsOf(id)).not.toContain('unparked');
    expect((await park(id, 60)).body.parked).toBeDefined();
  });
});
