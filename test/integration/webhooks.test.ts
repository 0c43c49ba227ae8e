import { randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { putItem } from '../../shared/table/writes.ts';
import { type DeliveryContext, deliver } from '../../shared/webhooks/deliver.ts';
import { deliveryId, firstMessage, readDeliveryMessage } from '../../shared/webhooks/delivery.ts';
import { EVENT_NAMES } from '../../shared/webhooks/event-types.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { type Mishap, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { type Received, type Receiver, startReceiver, withStatus } from '../support/receiver.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const key: DeliveryContext['key'] = { decrypt: async () => 'whsec_x' };

let guard: TestGuard;
let webhooks: TestWebhooks;
let as: CallAs;
let receiver: Receiver;
let siteId: string;
let tenantId: string;
const made: string[] = [];
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  webhooks = await startWebhooks(guard);
  as = await signInCallers(guard);
  const { body } = await as('master', 'POST /api/v1/sites', { json: { name: 'Watched' } });
  siteId = body.id;
  tenantId = body.tenant_id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await webhooks.stop();
  await guard.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const id of made.splice(0)) await as('master', `DELETE /api/v1/webhooks/${id}`);
  await webhooks.deliver();
  await receiver.stop();
});

async function newWebhook(fields: object = {}) {
  const json = { url: receiver.url, events: EVENT_NAMES, ...fields };
  const { status, body } = await as('master', 'POST /api/v1/webhooks', { json });
  expect([status, body.errors]).toEqual([201, undefined]);
  made.push(body.id);
  return body;
}
const raise = async (fields: object = {}) => {
  guard.clock.advance(1_000);
  const json = { site_id: siteId, type: 'panic', severity: 'high', message: 'Help', ...fields };
  return (await as('master', 'POST /api/v1/alerts', { json })).body;
};
const act = (alert: { id: string }, action: string, json?: object) =>
  as('master', `POST /api/v1/alerts/${alert.id}/${action}`, json ? { json } : {});
const read = async (id: string) => (await as('master', `GET /api/v1/webhooks/${id}`)).body;
const deliveries = async (id: string) =>
  (await as('master', `GET /api/v1/webhooks/${id}/deliveries`)).body.data;
const typesOf = (all: readonly Received[]) => all.map(({ body }) => body.type);
const idsOf = (all: readonly Received[]) => all.map(({ headers }) => headers['webhook-id']);

/** Advances the clock and runs the timers. */
async function pass(milliseconds: number): Promise<void> {
  guard.clock.advance(milliseconds);
  await webhooks.tick();
}

/** Verifies a signature as a receiver does, at the time of the test. */
function verify(secret: string, { headers, text }: Received): unknown {
  const now = Date.now;
  Date.now = () => guard.clock.now.getTime();
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    Date.now = now;
  }
}

describe('publishing', () => {
  test('Only the response that creates a webhook contains its secret', async () => {
    const { secret, ...webhook } = await newWebhook({ description: 'Tickets' });
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(await read(webhook.id)).toEqual(webhook);
    const listed = (await as('master', 'GET /api/v1/webhooks')).body.data;
    const { warnings, ...inLists } = webhook;
    expect([listed, warnings]).toEqual([[inLists], []]);
    const platform = await as('platform', `GET /api/v1/webhooks?tenant_id=${tenantId}`);
    expect(platform.text).not.toContain(secret);
    const everywhere = await as('platform', 'GET /api/v1/webhooks');
    expect(everywhere.body.data).toEqual([inLists]);
  });

  test('A webhook receives every event with a signature, the history entry and the alert', async () => {
    const { id, secret } = await newWebhook();
    const alert = await raise({ metadata: { firmware: '2' } });
    await act(alert, 'acknowledge', { note: 'On my way' });
    await act(alert, 'notes', { text: 'Nobody here' });
    await act(alert, 'resolve', { resolution: 'false_alarm' });
    await act(alert, 'reopen', { note: 'It was real' });
    await webhooks.publish();
    expect(typesOf(receiver.received)).toEqual([
      'alert.raised',
      'alert.acknowledged',
      'alert.noted',
      'alert.resolved',
      'alert.reopened',
    ]);
    for (const message of receiver.received) expect(verify(secret, message)).toEqual(message.body);
    const [raised, acknowledged] = receiver.received;
    const now = (await as('master', `GET /api/v1/alerts/${alert.id}`)).body;
    expect(raised?.body.timestamp).toBe(alert.created_at);
    expect(raised?.body.data.alert).toEqual(now);
    expect(acknowledged?.body.data.event).toMatchObject({ action: 'acknowledged', note: 'On my way' });
    expect(await deliveries(id)).toMatchObject(
      ['alert.reopened', 'alert.resolved', 'alert.noted', 'alert.acknowledged', 'alert.raised'].map(
        (event) => ({
          event,
          status: 'delivered',
          attempts: 1,
          status_code: 204,
          error: null,
          response: '',
        }),
      ),
    );
  });

  test('The events of a drill carry drill, and those of other alerts do not', async () => {
    await newWebhook();
    guard.clock.advance(1_000);
    const json = { site_id: siteId, type: 'panic', severity: 'critical' };
    const { body: drill } = await as('master', 'POST /api/v1/response/drills', { json });
    await act(drill, 'resolve');
    await raise();
    await webhooks.publish();
    expect(receiver.received.map(({ body }) => [body.type, body.data.alert.drill])).toEqual([
      ['alert.raised', true],
      ['alert.resolved', true],
      ['alert.raised', undefined],
    ]);
  });

  test('When the severity of an alert rises, a webhook receives both severities and the type, message and metadata of the report', async () => {
    await newWebhook({ events: ['alert.severity_raised'] });
    const alert = await raise({ type: 'tamper', severity: 'low', dedup_key: 'lid' });
    await raise({
      type: 'intrusion',
      severity: 'critical',
      dedup_key: 'lid',
      message: 'Glass',
      metadata: { room: '3' },
    });
    await webhooks.publish();
    expect(typesOf(receiver.received)).toEqual(['alert.severity_raised']);
    expect(receiver.received[0]?.body.data).toMatchObject({
      event: {
        action: 'severity_raised',
        former_severity: 'low',
        severity: 'critical',
        type: 'intrusion',
        note: 'Glass',
        metadata: { room: '3' },
      },
      alert: { id: alert.id, severity: 'critical', type: 'tamper', reported_type: 'intrusion' },
    });
  });

  test('A webhook receives that a device came online and went offline', async () => {
    await newWebhook({ events: ['device.online', 'device.offline'] });
    const json = { name: 'Door', type: 'door-contact', heartbeat_seconds: 60 };
    const device = (await as('master', `POST /api/v1/sites/${siteId}/devices`, { json })).body;
    const key = { tenantId, deviceId: device.id };
    guard.clock.advance(1_000);
    await recordHeartbeat(guard.table, key, { now: guard.clock.now, randomBytes, retentionDays: 400 });
    for (let minute = 0; minute < 4; minute += 1) await pass(MINUTE);
    await webhooks.publish();
    expect(typesOf(receiver.received)).toEqual(['device.online', 'device.offline']);
    expect(receiver.received[1]?.body.data.device).toMatchObject({
      id: device.id,
      site_id: siteId,
      name: 'Door',
      status: 'offline',
    });
  });

  test('A webhook receives only its chosen events, at its sites, since its creation', async () => {
    const before = await raise();
    const other = (await as('master', 'POST /api/v1/sites', { json: { name: 'Other' } })).body.id;
    guard.clock.advance(1_000);
    await newWebhook({ events: ['alert.resolved'], site_ids: [siteId] });
    const [here, there] = [await raise(), await raise({ site_id: other })];
    await act(here, 'resolve');
    await act(there, 'resolve');
    await act(before, 'acknowledge');
    await webhooks.publish();
    expect(receiver.received.map(({ body }) => [body.type, body.data.alert.id])).toEqual([
      ['alert.resolved', here.id],
    ]);
  });

  test('An alert with characters that queues reject is delivered to a webhook unchanged', async () => {
    await newWebhook({ events: ['alert.raised'] });
    const message = 'Smoke \uffff\ufffe \\uffff 🚒';
    const alert = await raise({ message });
    await webhooks.publish();
    expect(receiver.received.map(({ body }) => body.data.alert.message)).toEqual([message]);
    expect(alert.message).toBe(message);
  });

  test('A webhook does not receive the events of another tenant', async () => {
    const json = { url: receiver.url, events: EVENT_NAMES };
    const foreign = (await as('globex', 'POST /api/v1/webhooks', { json })).body;
    await raise();
    await webhooks.publish();
    expect(receiver.received).toEqual([]);
    await as('globex', `DELETE /api/v1/webhooks/${foreign.id}`);
  });

  test('A disabled or deleted webhook receives nothing, not even pending deliveries', async () => {
    const { id } = await newWebhook();
    await raise();
    await webhooks.queue();
    await as('master', `PATCH /api/v1/webhooks/${id}`, { json: { status: 'disabled' } });
    await raise();
    await webhooks.publish();
    expect(receiver.received).toEqual([]);
    await as('master', `PATCH /api/v1/webhooks/${id}`, { json: { status: 'active' } });
    receiver.answer(withStatus(500));
    await raise();
    await webhooks.publish();
    await as('master', `DELETE /api/v1/webhooks/${id}`);
    await pass(2 * MINUTE);
    expect(receiver.received).toHaveLength(1);
  });

  test('A webhook of an inactive tenant receives nothing', async () => {
    const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Paused' } })).body;
    const of = `?tenant_id=${tenant.id}`;
    const site = (await as('platform', `POST /api/v1/sites${of}`, { json: { name: 'x' } })).body;
    await as('platform', `POST /api/v1/webhooks${of}`, {
      json: { url: receiver.url, events: EVENT_NAMES },
    });
    const json = { site_id: site.id, type: 'panic', severity: 'low', message: 'x' };
    await as('platform', `POST /api/v1/alerts${of}`, { json });
    await as('platform', `PATCH /api/v1/tenants/${tenant.id}`, { json: { status: 'inactive' } });
    await webhooks.publish();
    expect(receiver.received).toEqual([]);
  });

  test('Pending webhook deliveries are sent after a tenant becomes active again', async () => {
    const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Paused' } })).body;
    const of = `?tenant_id=${tenant.id}`;
    const site = (await as('platform', `POST /api/v1/sites${of}`, { json: { name: 'x' } })).body;
    await as('platform', `POST /api/v1/webhooks${of}`, {
      json: { url: receiver.url, events: EVENT_NAMES },
    });
    receiver.answer(withStatus(500));
    const json = { site_id: site.id, type: 'panic', severity: 'low', message: 'x' };
    const alert = (await as('platform', `POST /api/v1/alerts${of}`, { json })).body;
    await webhooks.publish();
    const become = (status: string) =>
      as('platform', `PATCH /api/v1/tenants/${tenant.id}`, { json: { status } });
    await become('inactive');
    receiver.answer(withStatus(204));
    for (let hour = 0; hour < 6; hour += 1) await pass(HOUR);
    expect(receiver.received).toHaveLength(1);
    await become('active');
    await pass(2 * HOUR);
    expect(receiver.received.slice(1).map(({ body }) => body.data.alert.id)).toEqual([alert.id]);
  });
});

describe('creating and changing a webhook', () => {
  const refused = async (json: object) => {
    const answer = await as('master', 'POST /api/v1/webhooks', {
      json: { url: receiver.url, events: ['alert.raised'], ...json },
    });
    expect(answer.status).toBe(422);
    return Object.keys(answer.body.errors);
  };

  test('An invalid webhook URL is rejected when a webhook is created or changed', async () => {
    const { id } = await newWebhook();
    for (const url of ['http://example.com', 'not a url', ' https://example.com', 'https://a.com/\u0000']) {
      expect(await refused({ url })).toEqual(['url']);
      const change = await as('master', `PATCH /api/v1/webhooks/${id}`, { json: { url } });
      expect([change.status, Object.keys(change.body.errors)]).toEqual([422, ['url']]);
    }
  });

  test('The error of a rejected webhook URL says which URLs are accepted', async () => {
    const json = { url: 'http://127.0.0.1:4000/', events: ['alert.raised'] };
    const { body } = await as('master', 'POST /api/v1/webhooks', { json });
    expect(body.errors.url).toEqual([
      'The url field must be an https URL of a public host, without a user or password, or here http://localhost with a port.',
    ]);
  });

  test('The error of a webhook URL with an invisible character names the character', async () => {
    const json = { url: 'https://hooks.example.com/\u202egpj.exe', events: ['alert.raised'] };
    const { status, body } = await as('master', 'POST /api/v1/webhooks', { json });
    expect([status, body.errors]).toEqual([
      422,
      { url: ['The url field must be without U+202E, which nobody sees.'] },
    ]);
  });

  test('A webhook URL that is longer than 2,000 characters after normalization is rejected', async () => {
    expect(await refused({ url: `https://hooks.example.com/${'ü'.repeat(400)}` })).toEqual(['url']);
  });

  test.each([
    ['https:\\\\hooks.example.com\\x', 'https://hooks.example.com/x'],
    ['HTTPS://Höoks.Example:443/ü?ü', 'https://xn--hoks-5qa.example/%C3%BC?%C3%BC'],
  ])('The webhook URL %j is stored and shown in its normalized form: %s', async (input, normalized) => {
    const webhook = await newWebhook({ url: input });
    expect(webhook.url).toBe(normalized);
    const { id } = await newWebhook();
    const changed = await as('master', `PATCH /api/v1/webhooks/${id}`, { json: { url: input } });
    expect([changed.status, changed.body.url]).toEqual([200, normalized]);
    expect((await read(id)).url).toBe(normalized);
    const { Item } = await guard.table.client.send(
      new GetCommand({ TableName: guard.table.name, Key: WEBHOOKS.key(tenantId, id) }),
    );
    expect(Item?.['data'].url).toBe(normalized);
  });

  test('Invalid sites, events and unknown fields of a webhook are rejected', async () => {
    expect(await refused({ site_ids: [siteId, tenantId] })).toEqual(['site_ids.1']);
    expect(await refused({ site_ids: [] })).toEqual(['site_ids']);
    expect(await refused({ events: [] })).toEqual(['events']);
    expect(await refused({ secret: 'mine' })).toEqual(['secret']);
  });

  test('Duplicate events and sites of a webhook are removed', async () => {
    const webhook = await newWebhook({
      events: ['alert.raised', 'alert.raised'],
      site_ids: [siteId, siteId],
    });
    expect(webhook).toMatchObject({ events: ['alert.raised'], site_ids: [siteId] });
    const changes = { url: `${receiver.url}/2`, events: ['device.online'], site_ids: null, description: 'x' };
    const { body } = await as('master', `PATCH /api/v1/webhooks/${webhook.id}`, { json: changes });
    expect(body).toMatchObject(changes);
  });

  test('A webhook warns of each deleted site that it names, and its ETag from before the deletion stays valid', async () => {
    const newSite = async () =>
      (await as('master', 'POST /api/v1/sites', { json: { name: 'Gone' } })).body.id;
    const sites = [await newSite(), siteId, await newSite()];
    const { id } = await newWebhook({ site_ids: sites });
    const path = `/api/v1/webhooks/${id}`;
    const codesOf = ({ body }: { body: { warnings: { field: string; code: string }[] } }) =>
      body.warnings.map(({ field, code }) => `${field} ${code}`);
    const before = await as('master', `GET ${path}`);
    expect(codesOf(before)).toEqual([]);
    await as('master', `DELETE /api/v1/sites/${sites[2]}`);
    expect(codesOf(await as('master', `GET ${path}`))).toEqual(['site_ids.2 site_deleted']);
    await as('master', `DELETE /api/v1/sites/${sites[0]}`);
    const headers = { 'If-Match': before.headers.get('etag') ?? '' };
    const changed = await as('master', `PATCH ${path}`, { json: { description: 'x' }, headers });
    expect([changed.status, codesOf(changed)]).toEqual([
      200,
      ['site_ids.0 site_deleted', 'site_ids.2 site_deleted'],
    ]);
    const ofAll = await as('master', `PATCH ${path}`, { json: { site_ids: null } });
    expect(codesOf(ofAll)).toEqual([]);
  });

  test('A webhook that names only a deleted site warns of it until the site is replaced by an existing one', async () => {
    const { id: gone } = (await as('master', 'POST /api/v1/sites', { json: { name: 'Gone' } })).body;
    const { id } = await newWebhook({ site_ids: [gone] });
    await as('master', `DELETE /api/v1/sites/${gone}`);
    expect((await read(id)).warnings).toMatchObject([{ field: 'site_ids.0', code: 'site_deleted' }]);
    const json = { site_ids: [siteId] };
    const { body } = await as('master', `PATCH /api/v1/webhooks/${id}`, { json });
    expect(body.warnings).toEqual([]);
  });

  test('Concurrent requests cannot create more than 20 webhooks in a tenant', async () => {
    const json = { url: receiver.url, events: ['alert.raised'] };
    const create = () => as('master', 'POST /api/v1/webhooks', { json });
    const answers = await Promise.all(Array.from({ length: 20 + 5 }, create));
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    made.push(...created);
    expect(created).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'too_many_webhooks')).toHaveLength(5);
    const { status } = await as('platform', `POST /api/v1/webhooks?tenant_id=${siteId}`, { json });
    expect(status).toBe(404);
  });
});

describe('a failed attempt', () => {
  test('A webhook delivery is not repeated before the Retry-After of its receiver', async () => {
    await newWebhook({ events: ['alert.raised'] });
    receiver.answer((response) => response.writeHead(429, { 'Retry-After': '600' }).end());
    await raise();
    await webhooks.publish();
    await pass(10 * MINUTE - 1_000);
    expect(receiver.received).toHaveLength(1);
    await pass(MINUTE + 2_000);
    expect(receiver.received).toHaveLength(2);
  });

  test('A failing webhook delivery has 10 attempts with the same id and body, after longer and longer pauses, and then fails', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(500, 'Out of order'));
    await raise();
    await webhooks.publish();
    const pauses = [1, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((minutes) => minutes * MINUTE);
    for (const [place, pause] of pauses.entries()) {
      expect(await deliveries(id)).toMatchObject([
        { status: 'pending', attempts: place + 1, status_code: 500 },
      ]);
      await pass(pause - 1_000);
      expect(receiver.received).toHaveLength(place + 1);
      await pass(pause * 0.1 + 2_000);
      expect(receiver.received).toHaveLength(place + 2);
    }
    expect(await deliveries(id)).toMatchObject([
      { status: 'failed', attempts: 10, next_attempt_at: null, response: 'Out of order' },
    ]);
    await pass(3 * DAY);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(idsOf(receiver.received)).size).toBe(1);
    expect(receiver.received).toHaveLength(10);
  });

  test('Every attempt of a webhook delivery has the same body, even if the alert has changed meanwhile', async () => {
    const { secret } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(503));
    const alert = await raise();
    await webhooks.publish();
    await act(alert, 'resolve');
    receiver.answer(withStatus(200));
    await pass(2 * MINUTE);
    const [first, second] = receiver.received;
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    if (second) expect(verify(secret, second)).toMatchObject({ data: { alert: { status: 'active' } } });
  });

  test('While a webhook fails, later events wait without an attempt, and all are delivered once the receiver is available', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(500));
    const first = await raise();
    await webhooks.publish();
    expect(await read(id)).toMatchObject({ failing_since: expect.any(String) });
    const second = await raise();
    await webhooks.publish();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ attempts: 0, status: 'pending' }, { attempts: 1 }]);
    receiver.answer(withStatus(204));
    await pass(2 * MINUTE);
    expect(await read(id)).toMatchObject({ failing_since: null, status: 'active' });
    const third = await raise();
    await webhooks.publish();
    const delivered = receiver.received.slice(1).map(({ body }) => body.data.alert.id);
    expect(delivered.toSorted()).toEqual([first.id, second.id, third.id].toSorted());
  });

  test.each([410, 500])(
    'A %i response from a URL that was replaced during the attempt does not change the webhook',
    async (status) => {
      const old = await startReceiver();
      const { id } = await newWebhook({ url: old.url, events: ['alert.raised'] });
      old.answer(async (response) => {
        await as('master', `PATCH /api/v1/webhooks/${id}`, { json: { url: receiver.url } });
        response.writeHead(status).end();
      });
      await raise();
      await webhooks.publish();
      expect(old.received).toHaveLength(1);
      expect(await read(id)).toMatchObject({ url: receiver.url, status: 'active', failing_since: null });
      await raise();
      await webhooks.publish();
      expect(receiver.received).toHaveLength(1);
      await old.stop();
    },
  );

  test('A webhook receiver that never answers gets one attempt, and delays no other webhook', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shorter = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => timeout(time / 5));
    const hanging = await startReceiver();
    hanging.answer(() => {});
    const slow = await newWebhook({ url: hanging.url, events: ['alert.raised'] });
    await newWebhook({ events: ['alert.raised'] });
    for (let alert = 0; alert < 10; alert += 1) await raise();
    await webhooks.publish();
    expect(receiver.received).toHaveLength(10);
    expect(hanging.received).toHaveLength(1);
    expect(await deliveries(slow.id)).toHaveLength(10);
    expect((await deliveries(slow.id)).at(-1)).toMatchObject({ error: 'timeout', status_code: null });
    shorter.mockRestore();
    await hanging.stop();
  });

  test('If a batch of the stream is processed again, its events are not delivered to a webhook again', async () => {
    await newWebhook({ events: ['alert.raised'] });
    await raise();
    await webhooks.queue();
    await webhooks.queueAgain();
    await webhooks.deliver();
    guard.clock.advance(10 * MINUTE); // longer than the queue remembers deduplication ids
    await webhooks.queueAgain();
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
  });

  test('A failed webhook attempt is logged with its webhook, without the message and the response', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer((response) => response.writeHead(503).end('our database is down'));
    const from = guard.log().length;
    await raise({ message: 'Door 17 is open' });
    await webhooks.publish();
    const written = guard.log().slice(from);
    const lines = written.split('\n').filter((line) => line.includes(id));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'INFO',
        message: 'Webhook slow or failing',
        webhookId: id,
        outcome: 'failed',
        statusCode: 503,
        milliseconds: expect.any(Number),
      }),
    ]);
    expect(written).not.toMatch(/our database|Door 17|127\.0\.0\.1/);
    receiver.answer(withStatus(200));
    await pass(HOUR);
    expect(guard.log().slice(from).split(id)).toHaveLength(2);
  });

  test('A 410 response of the receiver disables its webhook', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(410));
    await raise();
    await webhooks.publish();
    expect(await read(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    await raise();
    await webhooks.publish();
    await pass(HOUR);
    expect(receiver.received).toHaveLength(1);
    receiver.answer(withStatus(200));
    const enabled = await as('master', `PATCH /api/v1/webhooks/${id}`, { json: { status: 'active' } });
    expect(enabled.body).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null });
    await raise();
    await webhooks.publish();
    expect(receiver.received).toHaveLength(2);
  });

  const disablingsOf = async (id: string) => {
    const { body } = await as('master', `GET /api/v1/audit-events?entity_id=${id}`);
    return body.data.filter((it: { actor: { kind: string } }) => it.actor.kind === 'system');
  };

  test('A webhook is disabled after 5 days without a successful delivery', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(500));
    for (let day = 0; day <= 5; day += 1) {
      await raise();
      await webhooks.publish();
      await pass(2 * MINUTE);
      expect(await read(id)).toMatchObject({ status: day < 5 ? 'active' : 'disabled' });
      guard.clock.advance(DAY - 2 * MINUTE);
    }
    expect(await read(id)).toMatchObject({ disabled_reason: 'failing' });
    expect(guard.metrics).toContainEqual({ name: 'DisabledWebhooks', value: 1 });
    expect(await disablingsOf(id)).toMatchObject([
      { action: 'webhook.updated', actor: { kind: 'system', name: 'Guard' } },
    ]);
  });

  test('The audit log records that Guard disabled a webhook after a 410 response, but not an earlier failed attempt', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(500));
    await raise();
    await webhooks.publish();
    expect(await disablingsOf(id)).toEqual([]);
    receiver.answer(withStatus(410));
    await pass(2 * MINUTE);
    expect(await read(id)).toMatchObject({ disabled_reason: 'gone' });
    const [event, ...others] = await disablingsOf(id);
    expect(others).toEqual([]);
    expect(event.changes).toContainEqual({ field: 'status', from: 'active', to: 'disabled' });
  });

  test('A redirect by a webhook’s receiver is a failed attempt and is not followed', async () => {
    const elsewhere = await startReceiver();
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer((response) => response.writeHead(307, { location: elsewhere.url }).end());
    await raise();
    await webhooks.publish();
    expect(await deliveries(id)).toMatchObject([{ status: 'pending', status_code: 307 }]);
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.stop();
  });
});

describe('an attempt that cannot be recorded', () => {
  /** Processes a message twice; the first time one call of the table fails. */
  async function deliverTwice(mishap: Mishap, after: number) {
    const { id, tenant_id } = await newWebhook({ events: ['alert.raised'] });
    const identity = {
      id: deliveryId(id, `${siteId.slice(0, 35)}${after}`),
      webhook_id: id,
      tenant_id,
      event: 'alert.raised',
      created_at: '2026-11-20T12:00:00.000+00:00',
    };
    const message = readDeliveryMessage(firstMessage(identity, '{"type":"alert.raised"}', false).body);
    const sent: { id: string; body: string }[] = [];
    const delivering: DeliveryContext = {
      now: guard.clock.now,
      random: () => 0,
      key,
      post: async (_, text) => {
        sent.push(text);
        return { statusCode: 200, milliseconds: 1, response: '', error: null };
      },
    };
    const first = await deliver(unsureTable(guard.table, mishap, after), message, delivering).catch(
      () => 'failed',
    );
    const second = await deliver(guard.table, message, delivering);
    return { first, second, sent, delivered: await deliveries(id) };
  }

  test.each<[Mishap, number]>([
    ['refused', 0],
    ['refused', 1],
    ['reply_lost', 0],
  ])(
    'A webhook attempt that was not recorded is repeated with the same id and body (%s after %i calls)',
    async (mishap, after) => {
      const { first, second, sent, delivered } = await deliverTwice(mishap, after);
      expect(first).toBe('failed');
      expect(second.outcome).toBe('succeeded');
      expect(sent).toHaveLength(after + 1);
      expect(new Set(sent.map((it) => JSON.stringify(it))).size).toBe(1);
      expect(delivered).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    },
  );

  test('A webhook attempt whose result was stored is not repeated if only the reply of the table is lost', async () => {
    const { first, second, sent, delivered } = await deliverTwice('reply_lost', 1);
    expect(first).toMatchObject({ outcome: 'succeeded' });
    expect(second.outcome).toBe('skipped');
    expect(sent).toHaveLength(1);
    expect(delivered).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  test('Concurrent attempts of one webhook delivery are recorded once', async () => {
    const { id, tenant_id } = await newWebhook({ events: ['alert.raised'] });
    const identity = {
      id: deliveryId(id, siteId),
      webhook_id: id,
      tenant_id,
      event: 'alert.raised',
      created_at: '2026-11-20T12:00:00.000+00:00',
    };
    const message = readDeliveryMessage(firstMessage(identity, '{}', false).body);
    const post = async () => ({ statusCode: 500, milliseconds: 1, response: '', error: null });
    const delivering: DeliveryContext = { now: guard.clock.now, random: () => 0, key, post };
    await Promise.all(Array.from({ length: 5 }, () => deliver(guard.table, message, delivering)));
    expect(await deliveries(id)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    expect(await read(id)).toMatchObject({ failing_since: expect.any(String) });
  });
});

describe('rotating the secret', () => {
  test('For 24 hours after a rotation, the previous secrets of a webhook also sign its messages', async () => {
    const { id, secret: first } = await newWebhook({ events: ['alert.raised'] });
    const rotate = async () => (await as('master', `POST /api/v1/webhooks/${id}/rotate`)).body.secret;
    const [second, third] = [await rotate(), await rotate()];
    await raise();
    await webhooks.publish();
    const [message] = receiver.received;
    for (const secret of [first, second, third]) {
      expect(message && verify(secret, message)).toMatchObject({ type: 'alert.raised' });
    }
    guard.clock.advance(DAY);
    await raise();
    await webhooks.publish();
    const later = receiver.received[1];
    expect(later && verify(third, later)).toMatchObject({ type: 'alert.raised' });
    for (const secret of [first, second]) expect(() => later && verify(secret, later)).toThrow(/signature/i);
  });

  test('Secrets of webhooks are stored encrypted, separately from the data that is in the indexes, and are not logged', async () => {
    const { id, secret } = await newWebhook();
    await as('master', `POST /api/v1/webhooks/${id}/rotate`);
    const item = (await readAll(guard.table)).find(({ sk }) => sk === `WEBHOOK#${id}`);
    expect(JSON.stringify(item.data)).not.toContain('whsec_');
    const encrypted = expect.stringMatching(/^local-1:/);
    expect(item.secrets).toEqual([{ encrypted }, { encrypted, until: expect.any(String) }]);
    expect(guard.log()).not.toContain(secret.slice(6));
  });
});

describe('testing a webhook', () => {
  const send = async (id: string) => as('master', `POST /api/v1/webhooks/${id}/test`);

  test('A test event for a webhook is sent at once, and the response to the request describes its delivery', async () => {
    const { id, secret } = await newWebhook();
    receiver.answer(withStatus(202, 'x'.repeat(600)));
    const { status, body } = await send(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      webhook_id: id,
      event: 'webhook.test',
      status: 'delivered',
      attempts: 1,
      status_code: 202,
      response: 'x'.repeat(500),
    });
    const [message] = receiver.received;
    expect(message && verify(secret, message)).toMatchObject({
      type: 'webhook.test',
      data: { webhook: { id } },
    });
    expect(await deliveries(id)).toEqual([body]);
  });

  test('A failed test event does not change a webhook, and a successful one clears failing_since', async () => {
    const { id } = await newWebhook({ events: ['alert.raised'] });
    receiver.answer(withStatus(410));
    expect((await send(id)).body).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(await read(id)).toMatchObject({ status: 'active', failing_since: null });
    receiver.answer(withStatus(500));
    await raise();
    await webhooks.publish();
    expect((await read(id)).failing_since).not.toBeNull();
    receiver.answer(withStatus(200));
    await send(id);
    expect(await read(id)).toMatchObject({ failing_since: null });
  });
});

test('A stored history entry that cannot be read is logged, and all other events are delivered to webhooks', async () => {
  await newWebhook({ events: ['alert.raised'] });
  await raise();
  const unreadable = { pk: tenantPartition(tenantId), sk: `${ALERT_EVENTS.prefix()}x` };
  await putItem(guard.table, unreadable);
  const Keys = { pk: { S: unreadable.pk }, sk: { S: unreadable.sk } };
  await guard.invoke('queue-webhooks', { Records: [{ eventName: 'INSERT', dynamodb: { Keys } }] });
  await webhooks.publish();
  expect(receiver.received).toHaveLength(1);
  expect(guard.log()).toContain('Event not published');
  await guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key: unreadable }));
});
