import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICES } from '../../shared/devices/device.ts';
import type { KnownPanel } from '../../shared/panels/known-panel.ts';
import { eventsOf } from '../../shared/panels/meaning.ts';
import { PANELS } from '../../shared/panels/panel.ts';
import { recordEvents, reportEvents } from '../../shared/panels/report-events.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { en } from '../../shared/texts/en.ts';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import type { TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { startNotifications, type TestNotifications } from '../support/notifications/pipeline.ts';
import { playRounds, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

/** What an acknowledgement does not hide: later alarms, and that nobody works on it. */

const MINUTE = 60_000;

let guard: TestGuard;
let people: TestNotifications;
let as: CallAs;
let tenantId: string;
let operatorId: string;
let siteId: string;
let number = 0;

beforeAll(async () => {
  people = await startNotifications();
  guard = people.guard;
  as = await signInCallers(guard);
  ({ id: operatorId, tenant_id: tenantId } = (await as('operator', 'GET /api/v1/auth/me')).body);
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
  const at = '2026-11-20T12:00:00.000+00:00';
  const channel = { kind: 'sms', address: '+4915123456789', verified_at: at, created_at: at };
  const channels = [{ id: '019a0000-0000-7000-8000-0000000000c1', ...channel }];
  const Item = { pk: tenantPartition(tenantId), sk: `CHANNELS#${operatorId}`, channels, revision: 1 };
  await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
});
afterAll(() => people.stop());
beforeEach(() => guard.clock.advance(26 * 60 * MINUTE));
afterEach(async () => {
  for (const { id } of await listAll(as, 'master', '/api/v1/notification-rules')) {
    await as('master', `DELETE /api/v1/notification-rules/${id}`);
  }
  const open = await listAll(as, 'master', '/api/v1/alerts?status=active,acknowledged');
  for (let from = 0; from < open.length; from += 25) {
    const json = { alert_ids: open.slice(from, from + 25).map(({ id }) => id) };
    await as('master', 'POST /api/v1/alerts/resolve', { json: { ...json, resolution: 'other' } });
  }
  await people.notify();
  people.attempted.length = 0;
  expect(await findInconsistencies(guard.table)).toEqual([]);
});

const rule = async (fields: object = {}) => {
  const json = {
    name: 'Alarms',
    events: ['alert.raised'],
    recipients: [{ user_id: operatorId }],
    channels: ['sms'],
    ...fields,
  };
  const { status } = await as('master', 'POST /api/v1/notification-rules', { json });
  expect(status).toBe(201);
  guard.clock.advance(1_000);
};
const report = async (fields: object) => {
  const event = { action: 'raise', site_id: siteId, type: 'panic', message: 'Pressed', ...fields };
  const { body } = await as('master', 'POST /api/v1/reports', { json: { events: [event] } });
  return body.results[0];
};
const open = async (fields: object = {}) => {
  number += 1;
  const dedup_key = `button-${number}`;
  const { alert } = await report({ id: `first-${number}`, dedup_key, ...fields });
  return { ...alert, dedup_key };
};
let presses = 0;
const press = ({ dedup_key }: { dedup_key: string }, fields: object = {}) => {
  presses += 1;
  return report({ id: `press-${presses}`, dedup_key, ...fields });
};
const act = (alert: { id: string }, action: string, json: object = {}) =>
  as('operator', `POST /api/v1/alerts/${alert.id}/${action}`, { json });
const read = async ({ id }: { id: string }) => (await as('master', `GET /api/v1/alerts/${id}`)).body;
const actionsOf = async (alert: { id: string }) =>
  (await historyOf(guard.table, { id: alert.id, tenant_id: tenantId })).map(({ action }) => action);
const sent = async () => {
  await people.notify();
  return people.attempted.splice(0).map(({ text }) => text.text);
};
/** Lets time pass, and runs the timers at its end, twice: a message may wait for the next minute. */
const pass = async (minutes: number) => {
  guard.clock.advance((minutes - 1) * MINUTE);
  for (let runs = 0; runs < 2; runs += 1) {
    guard.clock.advance(MINUTE / 2);
    await people.tick();
    await people.notify();
  }
};

/** A panel, and a function that carries out what it sends, each time with a new sequence number. */
async function newPanel(users: readonly object[] = []) {
  const json = { name: 'Panel', type: 'alarm-panel' };
  const { id } = (await as('admin', `POST /api/v1/sites/${siteId}/devices`, { json })).body;
  const panel = { allowed_addresses: ['203.0.113.7/32'], users };
  expect((await as('admin', `PUT /api/v1/devices/${id}/panel`, { json: panel })).status).toBe(200);
  const send = async (token: string, data: string, identity: string | undefined = `frame-${presses++}`) => {
    const [device, item] = await Promise.all(
      [DEVICES.key(tenantId, id), PANELS.key(tenantId, id)].map((key) => getItem(guard.table, key)),
    );
    if (!device || !item) throw new Error('There is no panel');
    const known = { device: DEVICES.read(device), panel: PANELS.read(item) } as unknown as KnownPanel;
    const now = guard.clock.now;
    const frame = {
      events: eventsOf(token, { data: [data] }).map((event, place) => ({ ...event, place })),
      time: undefined,
      timeText: undefined,
      facts: {},
      warnings: [],
      identity,
      keptSeconds: 86_400,
      isForgeable: false,
      path: undefined,
      isTooMuch: false,
    };
    const context = { table: guard.table, now, randomBytes, retentionDays: 400 };
    if (frame.events.every(({ kind }) => kind === 'open' || kind === 'close')) {
      const entry = {
        id: crypto.randomUUID(),
        tenant_id: tenantId,
        device_id: id,
        at: now.toISOString(),
        text: data,
      };
      await recordEvents(known, entry as never, frame, context);
      return undefined;
    }
    const { alertIds } = await reportEvents(known, frame, context);
    const [alertId = ''] = alertIds;
    return { id: alertId };
  };
  return {
    id,
    sia: (code: string, identity?: string) => send('SIA-DCS', code, identity),
    contactId: (code: string) => send('ADM-CID', code),
  };
}

describe('a later alarm', () => {
  test('A hold-up button that is pressed again after the acknowledgement makes the alert active, notifies, and keeps who responded first', async () => {
    await rule();
    const panel = await newPanel();
    const alert = (await panel.sia('Nri1/PA001')) ?? { id: '' };
    expect(await sent()).toHaveLength(1);
    guard.clock.advance(10_000);
    await act(alert, 'acknowledge');
    const acknowledged = await read(alert);
    guard.clock.advance(5_000);
    expect(await panel.sia('Nri1/PA001', 'again')).toEqual(alert);
    expect(await sent()).toEqual([expect.stringContaining(`${en.alert.reactivated}CRITICAL panic at `)]);
    // The panel repeats the frame, because the answer was lost.
    await panel.sia('Nri1/PA001', 'again');
    expect(await sent()).toEqual([]);
    const after = await read(alert);
    expect(after).toMatchObject({ status: 'active', acknowledged_by: null, occurrences: 2 });
    const history = await historyOf(guard.table, { id: alert.id, tenant_id: tenantId });
    expect(history.map(({ action }) => action)).toEqual(['raised', 'acknowledged', 'reactivated']);
    expect(history.at(-1)).toMatchObject({
      type: 'panic',
      severity: 'critical',
      actor: { name: 'Panel' },
      acknowledged_by: { id: operatorId, name: acknowledged.acknowledged_by_name },
    });
    const item = await getItem(guard.table, { pk: tenantPartition(tenantId), sk: `ALERT#${alert.id}` });
    expect(item?.['first_action']).toEqual({ at: acknowledged.acknowledged_at, by: operatorId });
    const log = (await as('master', `GET /api/v1/alerts/${alert.id}/notifications`)).body.data;
    expect(log.map(({ event }: { event: string }) => event).sort()).toEqual([
      'alert.raised',
      'alert.reactivated',
    ]);
  });

  test('A burglary is heard again after an opening, after a closing or after five minutes, and not before', async () => {
    const panel = await newPanel();
    const alert = (await panel.sia('Nri1/BA005')) ?? { id: '' };
    const again = async () => {
      await panel.sia('Nri1/BA005');
      return (await read(alert)).status;
    };
    await act(alert, 'acknowledge');
    guard.clock.advance(299_000);
    expect(await again()).toBe('acknowledged');
    guard.clock.advance(2_000);
    expect(await again()).toBe('active');
    await act(alert, 'acknowledge');
    guard.clock.advance(70_000);
    await panel.sia('Nri1/OP1');
    guard.clock.advance(1_000);
    expect(await again()).toBe('active');
    await act(alert, 'acknowledge');
    guard.clock.advance(70_000);
    expect(await again()).toBe('acknowledged');
    await panel.sia('Nri1/CL1');
    guard.clock.advance(1_000);
    expect(await again()).toBe('active');
    expect(await read(alert)).toMatchObject({ occurrences: 6 });
  });

  test('Two users under duress are two alerts with their names, and a restore that names nobody is for both', async () => {
    const panel = await newPanel([{ number: 6, name: 'Rita' }]);
    const first = (await panel.contactId('1121 01 005')) ?? { id: '' };
    await act(first, 'acknowledge');
    const second = (await panel.contactId('1121 01 006')) ?? { id: '' };
    expect(second).not.toEqual(first);
    const messages = await Promise.all([first, second].map(async (it) => (await read(it)).message));
    expect(messages).toEqual(['Duress, partition 1, user 5', 'Duress, partition 1, Rita (user 6)']);
    expect(await panel.contactId('1121 01 005')).toEqual(first);
    expect((await read(first)).status).toBe('active');
    await panel.contactId('3121 01 006');
    expect(
      [await read(first), await read(second)].map(({ restored_at }) => restored_at !== undefined),
    ).toEqual([false, true]);
    await panel.contactId('3121 01 000');
    expect((await read(first)).restored_at).toBeDefined();
  });

  test('While an alert of the former release is open, which has no user in its key, it counts its own user only', async () => {
    const panel = await newPanel();
    const key = (await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', device_id: panel.id } }))
      .body;
    const event = {
      action: 'raise',
      type: 'panic',
      severity: 'critical',
      message: 'Duress, partition 1',
      dedup_key: `panel:${panel.id}:1:panic:`,
      metadata: { code: '1121', partition: '1', user: '5' },
    };
    const sentBefore = await guard.call('POST /api/v1/reports', {
      token: key.key,
      json: { events: [event] },
    });
    const former = sentBefore.body.results[0].alert;
    expect((await panel.contactId('1121 01 005'))?.id).toBe(former.id);
    const other = (await panel.contactId('1121 01 006')) ?? { id: '' };
    expect(other.id).not.toBe(former.id);
    await panel.contactId('3121 01 000');
    for (const alert of [former, other]) expect((await read(alert)).restored_at).toBeDefined();
    await act(former, 'resolve');
    const next = (await panel.contactId('1121 01 005')) ?? { id: '' };
    expect((await read(next)).dedup_key).toBe(`panel:${panel.id}:1:panic:#user=5`);
  });

  test('A stuck button without ids undoes an acknowledgement three times in ten minutes, and every press counts', async () => {
    await rule();
    const alert = await open({ id: undefined });
    const messages = await sent();
    for (let seconds = 30; seconds <= 600; seconds += 30) {
      guard.clock.advance(30_000);
      await act(alert, 'acknowledge');
      await report({ dedup_key: alert.dedup_key });
      messages.push(...(await sent()));
    }
    expect((await actionsOf(alert)).filter((action) => action === 'reactivated')).toHaveLength(3);
    expect(await read(alert)).toMatchObject({ status: 'acknowledged', occurrences: 21 });
    expect(messages).toHaveLength(4);
    await report({ dedup_key: alert.dedup_key, metadata: { zone: '9' } });
    expect(await read(alert)).toMatchObject({ status: 'active', occurrences: 22 });
    expect(await sent()).toHaveLength(1);
  });

  test('Lives are heard under the dedup key of another alert, and what a sensor or a person repeats is not', async () => {
    const alert = await open({ type: 'intrusion', severity: 'critical' });
    await act(alert, 'acknowledge');
    guard.clock.advance(MINUTE);
    await press(alert, { type: 'intrusion', severity: 'critical' });
    expect((await read(alert)).status).toBe('acknowledged');
    await press(alert, { type: 'medical', message: 'Fell', severity: 'critical' });
    expect((await read(alert)).status).toBe('active');
    await act(alert, 'acknowledge');
    guard.clock.advance(5 * MINUTE + 1_000);
    const raised = await as('master', 'POST /api/v1/alerts', {
      json: {
        site_id: siteId,
        type: 'intrusion',
        severity: 'critical',
        message: 'Still there',
        dedup_key: alert.dedup_key,
      },
    });
    expect(raised.body).toMatchObject({ id: alert.id, status: 'active', occurrences: 4 });
  });

  test('A severity that rises above an acknowledgement notifies by a rule that had notified of the alert before', async () => {
    await rule({ min_severity: 'high' });
    const alert = await open({ type: 'intrusion', severity: 'high' });
    expect(await sent()).toHaveLength(1);
    await act(alert, 'acknowledge');
    await press(alert, { type: 'intrusion', severity: 'critical' });
    expect(await sent()).toEqual([
      expect.stringContaining(`${en.alert.severity_raised}CRITICAL intrusion at `),
    ]);
  });
});

describe('races of a later alarm', () => {
  const ROUNDS = repetitions({ few: 8, many: 120 });

  test('If a press races an acknowledgement, the alert is active unless the press was counted before the acknowledgement', async () => {
    await playRounds(ROUNDS, async (round) => {
      const alert = await open();
      const [pressed, acknowledged] = await raceWithEachWinner(
        round,
        () => press(alert),
        () => act(alert, 'acknowledge'),
      );
      expect([pressed.status, acknowledged.status]).toEqual([200, 200]);
      const after = await read(alert);
      expect(after.occurrences).toBe(2);
      const actions = await actionsOf(alert);
      // The acknowledgement says how often the alert had occurred: it covers no other press.
      const isCovered = acknowledged.body.occurrences === 2 && acknowledged.body.status === 'acknowledged';
      expect(after.status === 'acknowledged' ? isCovered : actions.at(-1) === 'reactivated').toBe(true);
      expect(actions).toEqual(
        after.status === 'acknowledged'
          ? ['raised', 'acknowledged']
          : ['raised', 'acknowledged', 'reactivated'],
      );
    });
  });

  test('Of several presses at once after an acknowledgement, one makes the alert active, and all are counted', async () => {
    await playRounds(ROUNDS, async () => {
      const alert = await open();
      await act(alert, 'acknowledge');
      await Promise.all([
        press(alert),
        press(alert),
        report({ dedup_key: alert.dedup_key, message: 'No id' }),
      ]);
      expect(await read(alert)).toMatchObject({ status: 'active', occurrences: 4 });
      expect((await actionsOf(alert)).filter((action) => action === 'reactivated')).toHaveLength(1);
    });
  });
});

describe('a forgotten acknowledgement', () => {
  const setReminders = (reminders: object) =>
    as('master', `PATCH /api/v1/tenants/${tenantId}`, { json: { reminders } });

  test('A critical alert is active again half an hour after the last work on it, and again after the next acknowledgement', async () => {
    const alert = await open({ dedup_key: undefined, severity: 'critical' });
    await act(alert, 'acknowledge');
    await pass(20);
    await act(alert, 'notes', { text: 'The guard is on the way' });
    await pass(29);
    expect((await read(alert)).status).toBe('acknowledged');
    await pass(2);
    expect((await read(alert)).status).toBe('active');
    await act(alert, 'acknowledge');
    await pass(31);
    expect((await read(alert)).status).toBe('active');
    const history = await historyOf(guard.table, { id: alert.id, tenant_id: tenantId });
    expect(history.map(({ action }) => action)).toEqual([
      'raised',
      'acknowledged',
      'noted',
      'reminded',
      'acknowledged',
      'reminded',
    ]);
    expect(history.at(-1)).toMatchObject({ actor: { kind: 'system' }, acknowledged_by: { id: operatorId } });
  });

  test('A tenant sets after how long it is reminded of which severity, and an alert keeps the setting with which it was raised', async () => {
    const before = await open({ dedup_key: undefined, severity: 'high' });
    expect((await setReminders({ high: 10 })).body.reminders).toEqual({ high: 10 });
    expect((await setReminders({ high: 4 })).status).toBe(422);
    expect((await as('admin', `PATCH /api/v1/tenants/${tenantId}`, { json: { reminders: {} } })).status).toBe(
      403,
    );
    const high = await open({ dedup_key: undefined, severity: 'high' });
    const critical = await open({ dedup_key: undefined, severity: 'critical' });
    for (const alert of [before, high, critical]) await act(alert, 'acknowledge');
    await pass(11);
    expect((await read(high)).status).toBe('active');
    await pass(20);
    expect((await read(critical)).status).toBe('acknowledged');
    expect((await read(before)).status).toBe('acknowledged');
    expect((await setReminders({ critical: 30 })).status).toBe(200);
  });

  test('A hundred forgotten alerts are one message to whoever acknowledged them, and escalate only if nobody acts for ten minutes', async () => {
    await as('master', 'PUT /api/v1/escalation', { json: { critical: [2] } });
    await rule({ events: ['alert.escalated'] });
    const ids: string[] = [];
    for (let batch = 0; batch < 4; batch += 1) {
      const events = Array.from({ length: 25 }, (_, place) => ({
        action: 'raise',
        site_id: siteId,
        type: 'mains-failure',
        severity: 'critical',
        message: `Storm ${batch} ${place}`,
      }));
      const { body } = await as('master', 'POST /api/v1/reports', { json: { events } });
      const alert_ids = body.results.map(({ alert }: { alert: { id: string } }) => alert.id);
      const done = await as('operator', 'POST /api/v1/alerts/acknowledge', { json: { alert_ids } });
      expect(done.status).toBe(200);
      ids.push(...alert_ids);
      guard.clock.advance(1_000);
    }
    await sent();
    await pass(29);
    expect(await sent()).toEqual([]);
    await pass(4);
    await pass(2);
    const [first = '', ...others] = await sent();
    expect(others).toEqual([]);
    expect(first).toContain(en.summary.reminders(100, 'CRITICAL mains-failure at '));
    const states = await listAll(as, 'master', '/api/v1/alerts?status=active&type=mains-failure');
    expect(states.filter(({ id }) => ids.includes(id))).toHaveLength(100);
    for (const alert of states) expect(alert).toMatchObject({ escalation_level: 0 });
    const [kept = '', ...acted] = ids;
    for (let from = 0; from < acted.length; from += 25) {
      const json = { alert_ids: acted.slice(from, from + 25) };
      await as('operator', 'POST /api/v1/alerts/acknowledge', { json });
    }
    await pass(12);
    expect((await read({ id: kept })).escalation_level).toBe(1);
    expect((await read({ id: acted[0] ?? '' })).escalation_level).toBe(0);
    await as('master', 'PUT /api/v1/escalation', { json: {} });
  });
});

test('An escalation step of a critical alert that reaches nobody is followed by the next one at once, a lower severity waits', async () => {
  await as('master', 'PUT /api/v1/escalation', { json: { critical: [2, 60, 120], high: [2, 60] } });
  const rotation = {
    user_ids: [operatorId],
    starts_on: '2036-01-01',
    handoff_time: '08:00',
    every: 'week',
    length: 1,
  };
  const json = { name: 'Nobody yet', time_zone: 'UTC', rotations: [rotation] };
  const schedule = (await as('master', 'POST /api/v1/schedules', { json })).body;
  const to = (level: number, recipient: object) =>
    rule({ events: ['alert.escalated'], min_escalation_level: level, recipients: [recipient] });
  await to(1, { schedule_id: schedule.id });
  const critical = await open({ dedup_key: undefined, severity: 'critical' });
  const high = await open({ dedup_key: undefined, severity: 'high' });
  await pass(4);
  expect([(await read(critical)).escalation_level, (await read(high)).escalation_level]).toEqual([2, 1]);
  await to(3, { user_id: operatorId });
  await pass(2);
  expect((await read(critical)).escalation_level).toBe(3);
  expect(await sent()).toContainEqual(expect.stringContaining(`${en.alert.escalated}CRITICAL panic`));
  await as('master', 'PUT /api/v1/escalation', { json: {} });
});
