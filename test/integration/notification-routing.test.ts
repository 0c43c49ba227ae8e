import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { NOTIFICATION_RULES, RULE_EVENTS } from '../../shared/notify/notification-rule.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

const PATH = '/api/v1/notification-rules';
const MINUTE = 60_000;

/** The names of the calls of the table. */
const calls: string[] = [];

let guard: TestGuard;
let webhooks: TestWebhooks;
let as: CallAs;
let tenantId: string;
let masterId: string;
let siteId: string;
let otherSiteId: string;
beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    wrapTable(table) {
      table.client.middlewareStack.add(
        (next, { commandName = '' }) =>
          (args) => {
            calls.push(commandName);
            return next(args);
          },
        { step: 'initialize', name: 'names' },
      );
      return table;
    },
  });
  webhooks = await startWebhooks(guard);
  as = await signInCallers(guard);
  ({ id: masterId, tenant_id: tenantId } = (await as('master', 'GET /api/v1/auth/me')).body);
  siteId = await newSite('Watched');
  otherSiteId = await newSite('Other');
});
afterEach(async () => {
  for (const { id } of await listAll(as, 'master', PATH)) await as('master', `DELETE ${PATH}/${id}`);
  await webhooks.lose();
  webhooks.takeNotices();
});
afterAll(async () => {
  await webhooks.stop();
  await guard.stop();
});

const newSite = async (name: string): Promise<string> =>
  (await as('master', 'POST /api/v1/sites', { json: { name } })).body.id;
async function newRule(fields: object = {}): Promise<string> {
  const recipients = [{ user_id: masterId }];
  const json = { name: 'All', events: RULE_EVENTS, recipients, channels: ['push'], ...fields };
  const { status, body } = await as('master', `POST ${PATH}`, { json });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}
const raise = async (fields: object = {}) => {
  guard.clock.advance(1_000);
  const json = { site_id: siteId, type: 'panic', severity: 'high', message: 'Help', ...fields };
  return (await as('master', 'POST /api/v1/alerts', { json })).body;
};
const act = (alert: { id: string }, action: string, json?: object) =>
  as('master', `POST /api/v1/alerts/${alert.id}/${action}`, json ? { json } : {});

/** The messages that the router sends for people because of the entries since the last call, in the order of the events. */
async function routed() {
  await webhooks.queue();
  return webhooks.takeNotices().flatMap((it) => (it.kind === 'event' ? [it] : []));
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await webhooks.tick();
  }
}

test('Each event of an alert is queued for notification once, with its history entry, site, time, severity and the matching rules', async () => {
  const rule = await newRule();
  const alert = await raise({ severity: 'critical' });
  await act(alert, 'acknowledge');
  await act(alert, 'notes', { text: 'Nobody here' });
  await act(alert, 'resolve', { resolution: 'false_alarm' });
  await act(alert, 'reopen', { note: 'It was real' });
  const entries: { id: string; action: string; at: string }[] = (
    await as('master', `GET /api/v1/alerts/${alert.id}/events`)
  ).body.data;
  const published = entries.toReversed().filter(({ action }) => action !== 'noted');
  expect(await routed()).toEqual(
    published.map(({ id, action, at }) => ({
      kind: 'event',
      tenant_id: tenantId,
      subject_id: alert.id,
      entry_id: id,
      event: `alert.${action}`,
      site_id: siteId,
      at,
      severity: 'critical',
      rule_ids: [rule],
    })),
  );
  expect(published.map(({ action }) => action)).toEqual(['raised', 'acknowledged', 'resolved', 'reopened']);
});

test('An event that several rules match is queued for notification once, with exactly those rules', async () => {
  const fire = await newRule({ types: ['fire'], min_severity: 'medium' });
  const here = await newRule({ site_ids: [siteId], events: ['alert.raised'] });
  await newRule({ status: 'disabled' });
  await newRule({ events: ['alert.resolved'] });
  const both = await raise({ type: 'fire' });
  const onlyHere = await raise({ type: 'fire', severity: 'low' });
  const onlyFire = await raise({ type: 'fire', site_id: otherSiteId });
  await raise({ site_id: otherSiteId });
  const rules = (await routed()).map(({ subject_id, rule_ids }) => [subject_id, rule_ids.toSorted()]);
  expect(rules).toEqual([
    [both.id, [fire, here].sort()],
    [onlyHere.id, [here]],
    [onlyFire.id, [fire]],
  ]);
});

test('A rule for an escalation step matches an alert that has reached this step, and not one at an earlier step', async () => {
  await as('master', 'PUT /api/v1/escalation', { json: { high: [1, 2] } });
  const first = await newRule({ min_escalation_level: 1 });
  const second = await newRule({ min_escalation_level: 2, events: ['alert.escalated'] });
  await raise();
  expect(await routed()).toEqual([]);
  await pass(1);
  expect((await routed()).map(({ event, rule_ids }) => [event, rule_ids])).toEqual([
    ['alert.escalated', [first]],
  ]);
  await pass(1);
  const [notice, ...others] = await routed();
  expect([notice?.event, notice?.rule_ids.toSorted(), others]).toEqual([
    'alert.escalated',
    [first, second].sort(),
    [],
  ]);
  await as('master', 'PUT /api/v1/escalation', { json: {} });
});

test('Events of devices and of tests of a site have no severity, and match no rule with a filter for alerts', async () => {
  const rule = await newRule({ site_ids: [siteId] });
  await newRule({ min_severity: 'info' });
  await newRule({ types: ['offline'], events: ['device.offline', 'device.online', 'alert.resolved'] });
  await newRule({ min_escalation_level: 1 });
  const json = { name: 'Door', type: 'door-contact', heartbeat_seconds: 60 };
  const device = (await as('master', `POST /api/v1/sites/${siteId}/devices`, { json })).body;
  guard.clock.advance(1_000);
  const { now } = guard.clock;
  await recordHeartbeat(
    guard.table,
    { tenantId, deviceId: device.id },
    { now, randomBytes, retentionDays: 400 },
  );
  await pass(4);
  const ends_at = new Date(guard.clock.now.getTime() + 11 * MINUTE).toISOString();
  const started = await as('master', `POST /api/v1/sites/${siteId}/tests`, {
    json: { ends_at, reason: 'x' },
  });
  await pass(2);
  await as('master', `DELETE /api/v1/tests/${started.body.id}`);
  const notices = (await routed()).filter(({ event }) => !event.startsWith('alert.'));
  const of = (subject_id: string, ...events: string[]) =>
    events.map((event) => ({ event, subject_id, site_id: siteId, severity: null, rule_ids: [rule] }));
  expect(notices).toMatchObject([
    ...of(device.id, 'device.online', 'device.offline'),
    ...of(started.body.id, 'test.started', 'test.ending', 'test.ended'),
  ]);
});

test('Nobody is notified of an alert that is on test, although webhooks receive its resolve', async () => {
  await newRule({ min_severity: 'info' });
  const { body } = await as('master', 'POST /api/v1/keys', { json: { name: 'Panel', site_id: siteId } });
  const ends_at = new Date(guard.clock.now.getTime() + 30 * MINUTE).toISOString();
  const { id } = (
    await as('master', `POST /api/v1/sites/${siteId}/tests`, { json: { ends_at, reason: 'x' } })
  ).body;
  const event = { action: 'raise', type: 'intrusion', severity: 'critical', message: 'x' };
  await guard.call('POST /api/v1/reports', { token: body.key, json: { events: [event] } });
  expect(await routed()).toEqual([]);
  await as('master', `DELETE /api/v1/tests/${id}`);
});

test('A rule matches neither events before its creation nor events of another tenant', async () => {
  const alert = await raise();
  guard.clock.advance(1_000);
  await newRule();
  const foreign = (await as('globex', 'GET /api/v1/auth/me')).body;
  const json = {
    name: 'All',
    events: RULE_EVENTS,
    recipients: [{ user_id: foreign.id }],
    channels: ['push'],
  };
  const rule = (await as('globex', `POST ${PATH}`, { json })).body;
  await act(alert, 'acknowledge');
  expect((await routed()).map(({ tenant_id, event }) => [tenant_id, event])).toEqual([
    [tenantId, 'alert.acknowledged'],
  ]);
  await as('globex', `DELETE ${PATH}/${rule.id}`);
});

test('A repeated batch of the stream queues the same notifications again, unless the rule was disabled meanwhile', async () => {
  const id = await newRule();
  await raise();
  const sent = await routed();
  await webhooks.queueAgain();
  expect([sent.length, webhooks.takeNotices()]).toEqual([1, sent]);
  await as('master', `PATCH ${PATH}/${id}`, { json: { status: 'disabled' } });
  await webhooks.queueAgain();
  expect(webhooks.takeNotices()).toEqual([]);
});

test('An event that webhooks and rules match is sent to both, and the rules cost only one query more', async () => {
  const json = { url: 'http://localhost:9/', events: ['alert.raised'] };
  const webhook = (await as('master', 'POST /api/v1/webhooks', { json })).body;
  await newRule();
  await raise();
  await raise();
  await webhooks.queue();
  calls.length = 0;
  await webhooks.queueAgain();
  const reads = calls.filter((name) => /^(Query|BatchGet)/.test(name));
  expect(reads).toEqual(['QueryCommand', 'QueryCommand', 'BatchGetItemCommand']);
  expect(webhooks.takeNotices()).toHaveLength(4);
  await as('master', `DELETE /api/v1/webhooks/${webhook.id}`);
  await webhooks.deliver();
});

/** Stores the events of a rule as another release may. */
async function storeEvents(id: string, events: readonly string[]): Promise<void> {
  await guard.table.client.send(
    new UpdateCommand({
      TableName: guard.table.name,
      Key: NOTIFICATION_RULES.key(tenantId, id),
      UpdateExpression: 'SET #data.#events = :events',
      ExpressionAttributeNames: { '#data': 'data', '#events': 'events' },
      ExpressionAttributeValues: { ':events': events },
    }),
  );
}

test('A rule that this release cannot read is skipped with a log line, and other rules still match', async () => {
  const [unreadable, readable] = [await newRule(), await newRule()];
  await storeEvents(unreadable, ['alert.invented']);
  await raise();
  expect((await routed()).map(({ rule_ids }) => rule_ids)).toEqual([[readable]]);
  expect(guard.log()).toContain(`"sk":"RULE#${unreadable}"`);
  await storeEvents(unreadable, ['alert.raised']);
});
