import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EVENT_NAMES } from '../../shared/webhooks/event-types.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { connectAs } from '../support/live-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

const MINUTE = 60_000;

let guard: TestGuard;
let webhooks: TestWebhooks;
let as: CallAs;
let receiver: Receiver;
let siteId: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 }, live: { isSerial: true } });
  webhooks = await startWebhooks(guard);
  as = await signInCallers(guard);
  receiver = await startReceiver();
  siteId = (await as('master', 'POST /api/v1/sites', { json: { name: 'Depot' } })).body.id;
  const json = { url: receiver.url, events: EVENT_NAMES };
  expect((await as('master', 'POST /api/v1/webhooks', { json })).status).toBe(201);
});
afterEach(() => void receiver.received.splice(0));
afterAll(async () => {
  await webhooks.stop();
  await receiver.stop();
  await guard.stop();
});

async function start(minutes: number): Promise<string> {
  guard.clock.advance(MINUTE);
  const ends_at = new Date(guard.clock.now.getTime() + minutes * MINUTE).toISOString();
  const json = { ends_at, reason: 'Service' };
  return (await as('admin', `POST /api/v1/sites/${siteId}/tests`, { json })).body.id;
}

async function pass(minutes: number): Promise<void> {
  guard.clock.advance(minutes * MINUTE);
  await webhooks.tick();
  await webhooks.tick();
  await webhooks.publish();
}

const received = () => receiver.received.map(({ body }) => body.type);

test('Guard publishes once each that a test of a site started, that it ends in ten minutes, and that it ended', async () => {
  const id = await start(30);
  await pass(19);
  expect(received()).toEqual(['test.started']);
  await pass(1);
  expect(received()).toEqual(['test.started', 'test.ending']);
  await pass(10);
  await pass(10);
  expect(received()).toEqual(['test.started', 'test.ending', 'test.ended']);
  const [started, ending, ended] = receiver.received.map(({ body }) => body.data);
  expect(started).toMatchObject({ event: { action: 'started', actor: { kind: 'user' } }, test: { id } });
  expect(ending).toMatchObject({ event: { actor: { kind: 'system' } }, test: { id, ended_at: null } });
  expect(ended.test.ended_at).toBe(ended.test.ends_at);
});

test('For a test of a site of ten minutes or less, Guard does not publish that it is about to end', async () => {
  await start(10);
  await pass(5);
  await pass(5);
  expect(received()).toEqual(['test.started', 'test.ended']);
});

test('If a test of a site is extended after Guard published that it ends soon, Guard publishes this again before the new end', async () => {
  const id = await start(12);
  await pass(3);
  const ends_at = new Date(guard.clock.now.getTime() + 30 * MINUTE).toISOString();
  await as('admin', `PATCH /api/v1/tests/${id}`, { json: { ends_at } });
  await pass(20);
  await as('admin', `DELETE /api/v1/tests/${id}`);
  await pass(1);
  expect(received()).toEqual(['test.started', 'test.ending', 'test.ending', 'test.ended']);
});

test('Of an alert on test, webhooks receive only the event alert.resolved, with the id of the test', async () => {
  const { body } = await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', site_id: siteId } });
  const test_id = await start(30);
  await webhooks.publish();
  receiver.received.splice(0);
  const event = { action: 'raise', type: 'intrusion', severity: 'critical', message: 'x' };
  await guard.call('POST /api/v1/reports', { token: body.key, json: { events: [event] } });
  await webhooks.publish();
  expect(receiver.received.map((it) => it.body)).toMatchObject([
    { type: 'alert.resolved', data: { alert: { test_id, status: 'resolved', resolution: 'test' } } },
  ]);
  await as('admin', `DELETE /api/v1/tests/${test_id}`);
  await pass(1);
});

test('An alert that surfaces after a test gets an action plan, is sent and published as raised, and counts in reports', async () => {
  const { body } = await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', site_id: siteId } });
  const steps = [{ key: 'call', text: 'Call', kind: 'call', required: true }];
  const plan = { name: 'Call', types: ['tamper'], steps };
  const { body: planned } = await as('master', 'POST /api/v1/action-plans', { json: plan });
  const client = await connectAs(guard, await guard.signIn('master@acme.test'));
  const test_id = await start(30);
  const event = { action: 'raise', type: 'tamper', severity: 'low', message: 'x', dedup_key: 'lid' };
  const raised = await guard.call('POST /api/v1/reports', { token: body.key, json: { events: [event] } });
  const { id: recorded } = raised.body.results[0].alert;
  const planOf = async (id: string) => (await as('master', `GET /api/v1/alerts/${id}/plan`)).body;
  expect(await planOf(recorded)).toEqual({ plan: null, steps: [] });
  await webhooks.publish();
  receiver.received.splice(0);
  await as('admin', `DELETE /api/v1/tests/${test_id}`);
  await pass(1);
  const sent = await client.next((it) => it.type === 'alert' && it.action === 'raised');
  const published = receiver.received.filter((it) => it.body.type === 'alert.raised');
  expect(published.map((it) => it.body.data.alert)).toEqual([
    expect.objectContaining({ id: sent.alert.id, status: 'active', dedup_key: 'lid' }),
  ]);
  expect(await planOf(sent.alert.id)).toMatchObject({ plan: { id: planned.id } });
  await pass(2);
  const day = guard.clock.now.toISOString().slice(0, 10);
  const until = new Date(Date.parse(day) + 24 * 60 * MINUTE).toISOString().slice(0, 10);
  const path = `GET /api/v1/statistics/response-times?since=${day}&until=${until}&site_id=${siteId}&group_by=type`;
  expect((await as('master', path)).body.groups).toContainEqual(
    expect.objectContaining({ key: 'tamper', alerts: 1, on_test: 1 }),
  );
  client.socket.close();
});

test('Connections of people who see the site receive each change of a test and one message about an alert on test', async () => {
  const { body } = await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', site_id: siteId } });
  const [master, viewer] = await Promise.all(
    ['master@acme.test', 'viewer@acme.test'].map(async (email) =>
      connectAs(guard, await guard.signIn(email)),
    ),
  );
  if (!master || !viewer) throw new Error('Nobody is connected');
  const next = (action: string) =>
    master.next((it) => it.type === 'test' && it.action === action && it.test.site_id === siteId);
  const id = await start(30);
  expect(await next('started')).toMatchObject({ test: { id, version: 1 } });
  const ends_at = new Date(guard.clock.now.getTime() + 20 * MINUTE).toISOString();
  await as('admin', `PATCH /api/v1/tests/${id}`, { json: { ends_at } });
  expect((await next('changed')).test.version).toBe(2);
  const event = { action: 'raise', type: 'intrusion', severity: 'critical', message: 'x' };
  await guard.call('POST /api/v1/reports', { token: body.key, json: { events: [event] } });
  await as('admin', `DELETE /api/v1/tests/${id}`);
  expect((await next('ended')).test.ended_at).not.toBeNull();
  const alerts = master.changes().filter(({ type }) => type === 'alert');
  expect(alerts).toMatchObject([{ action: 'resolved', alert: { test_id: id } }]);
  expect(viewer.changes()).toEqual([]);
  for (const client of [master, viewer]) client.socket.close();
});
