import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { en } from '../../shared/texts/en.ts';
import { type CallAs, type Caller, MISSING_ID, signInCallers } from '../support/callers.ts';
import type { TestGuard } from '../support/guard.ts';
import { startNotifications, type TestNotifications } from '../support/notifications/pipeline.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PATH = '/api/v1/response/drills';

let guard: TestGuard;
let people: TestNotifications;
let as: CallAs;
let tenantId: string;
let operatorId: string;
let siteId: string;
let foreignSiteId: string;
beforeAll(async () => {
  people = await startNotifications();
  guard = people.guard;
  as = await signInCallers(guard);
  ({ id: operatorId, tenant_id: tenantId } = (await as('operator', 'GET /api/v1/auth/me')).body);
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
  [{ id: foreignSiteId }] = (await as('globex', 'GET /api/v1/sites')).body.data;
  const at = '2026-11-20T12:00:00.000+00:00';
  const channels = Object.entries({ email: 'pat@acme.test', sms: '+4915123456789' }).map(
    ([kind, address]) => ({
      id: newId(guard.clock.now, randomBytes),
      kind,
      address,
      verified_at: at,
      created_at: at,
    }),
  );
  const Item = { pk: tenantPartition(tenantId), sk: `CHANNELS#${operatorId}`, channels, revision: 1 };
  await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
  const rule = {
    name: 'Rule',
    events: ['alert.raised', 'alert.escalated', 'alert.resolved'],
    recipients: [{ user_id: operatorId }],
    channels: ['email', 'sms'],
    types: ['panic'],
  };
  await as('master', 'POST /api/v1/notification-rules', { json: rule });
  await as('master', 'PUT /api/v1/escalation', { json: { critical: [2, 20] } });
});
afterAll(() => people.stop());
beforeEach(() => {
  // Each test has a day of its own, so that the drills of others do not count.
  guard.clock.advance(2 * DAY);
  people.attempted.length = 0;
});

const start = (json: object = {}, caller: Caller = 'master', headers: Record<string, string> = {}) =>
  as(caller, `POST ${PATH}`, {
    json: { site_id: siteId, type: 'panic', severity: 'critical', ...json },
    headers,
  });
const drills = async () => (await as('master', `GET ${PATH}`)).body;
const read = async (id: string) => (await as('master', `GET /api/v1/alerts/${id}`)).body;

/** The given minutes pass, and everything that is due in each happens. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await people.tick();
    await people.notify();
  }
}
const texts = () => people.attempted.map(({ to, text }) => `${to.kind} ${text.subject}`).sort();

test('A drill reaches people like any other alert, its messages begin with DRILL, and it ends after 15 minutes', async () => {
  const { status, body: drill, headers } = await start();
  expect([status, headers.get('location')]).toEqual([201, `${guard.url}/api/v1/alerts/${drill.id}`]);
  expect(drill).toMatchObject({ drill: true, status: 'active', type: 'panic', dedup_key: null });
  expect(await read(drill.id)).toEqual(drill);
  await people.notify();
  const [{ name }] = (await as('operator', 'GET /api/v1/sites')).body.data;
  const raised = `${en.drill.begins}CRITICAL panic at ${name}`;
  expect(texts()).toEqual([`email ${raised}`, `sms ${raised}`]);
  const mail = people.attempted.find(({ to }) => to.kind === 'email');
  expect(mail?.text.text).toContain(`\n\n${en.drill.email}\n\n`);
  const sms = people.attempted.find(({ to }) => to.kind === 'sms');
  expect(sms?.text.text).toContain(`${en.drill.begins}CRITICAL panic at `);
  await pass(3);
  expect(texts()).toContain(`sms ${en.drill.begins}${en.alert.escalated}CRITICAL panic at ${name}`);
  expect(await read(drill.id)).toMatchObject({ status: 'active', escalation_level: 1 });
  await pass(13);
  const ended = await read(drill.id);
  expect(ended).toMatchObject({ status: 'resolved', resolution: 'test', escalation_level: 1, drill: true });
  expect(ended.resolved_by_name).toBe('Guard');
  expect(texts()).toContain(`sms ${en.drill.begins}${en.alert.resolved}CRITICAL panic at ${name}`);
  const { metadata, ...listed } = ended;
  expect([metadata, await drills()]).toEqual([{}, { data: [listed], remaining: 4 }]);
});

test('Messages about a drill begin with the word in the language of the recipient', async () => {
  const begins = [];
  for (const language of ['de', 'es', 'pt', null]) {
    await as('operator', 'PATCH /api/v1/auth/me/preferences', { json: { language } });
    people.attempted.length = 0;
    guard.clock.advance(6 * MINUTE);
    await start();
    await people.notify();
    begins.push(people.attempted.find(({ to }) => to.kind === 'sms')?.text.text.split(' ')[0]);
  }
  expect(begins).toEqual(['ÜBUNG:', 'SIMULACRO:', 'SIMULACRO:', 'DRILL:']);
});

test('An acknowledged drill does not escalate any more, and still ends after 15 minutes', async () => {
  const { body: drill } = await start();
  await as('operator', `POST /api/v1/alerts/${drill.id}/acknowledge`);
  await as('operator', `POST /api/v1/alerts/${drill.id}/notes`, { json: { text: 'I am here' } });
  await pass(14);
  expect(await read(drill.id)).toMatchObject({ status: 'acknowledged', escalation_level: 0 });
  await pass(2);
  expect(await read(drill.id)).toMatchObject({ status: 'resolved', resolution: 'test' });
});

test('Whoever ends a drill resolves it as a test, whatever they choose, and it cannot be reopened', async () => {
  const { body: drill } = await start();
  const json = { resolution: 'real' };
  const { body: ended } = await as('operator', `POST /api/v1/alerts/${drill.id}/resolve`, { json });
  expect(ended).toMatchObject({ status: 'resolved', resolution: 'test' });
  const reopened = await as('operator', `POST /api/v1/alerts/${drill.id}/reopen`, { json: { note: 'Why' } });
  expect([reopened.status, reopened.body.code]).toEqual([409, 'not_reopenable']);
});

test('A drill has no action plan, and is in no summary and no overview, not even as trouble of its site', async () => {
  const steps = [{ key: 'call', title: 'Call', kind: 'task', required: true }];
  await as('master', 'POST /api/v1/action-plans', { json: { name: 'Panic', types: ['panic'], steps } });
  const summary = () => as('master', 'GET /api/v1/alerts/summary');
  const overview = async () => {
    const { alerts, sites } = (await as('master', 'GET /api/v1/overview')).body;
    return { alerts, sites };
  };
  const before = [(await summary()).body, await overview()];
  const { body: drill } = await start();
  expect([(await summary()).body, await overview()]).toEqual(before);
  const { body: open } = await as('operator', 'GET /api/v1/alerts?status=active');
  expect(open.data[0]).toMatchObject({ id: drill.id, drill: true });
  expect((await as('operator', `POST /api/v1/alerts/${drill.id}/resolve`)).status).toBe(200);
});

test('A tenant starts at most five drills within 24 hours, even if they are started at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => start()));
  const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body.code)).sort();
  expect(codes).toEqual([...Array(5).fill(201), ...Array(3).fill('drill_limit_reached')]);
  const { data, remaining } = await drills();
  expect([data.length, remaining]).toEqual([5, 0]);
  guard.clock.advance(DAY + MINUTE);
  expect((await drills()).remaining).toBe(5);
  const { body: next } = await start();
  const later = await drills();
  expect([later.data.length, later.data[0].id, later.remaining]).toEqual([5, next.id, 4]);
});

test('A repeated request with the same idempotency key starts one drill', async () => {
  const headers = { 'Idempotency-Key': 'drill-1' };
  const [first, again] = [await start({}, 'master', headers), await start({}, 'master', headers)];
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect((await drills()).remaining).toBe(4);
});

test('A drill is recorded in the audit log as an event of its own', async () => {
  const { body: drill } = await start();
  const { body } = await as('master', 'GET /api/v1/audit-events?action=drill.started');
  const { entity, actor, changes } = body.data[0];
  expect([entity, actor.name]).toEqual([
    { kind: 'drill', id: drill.id, name: drill.site_name },
    'Acme Master',
  ]);
  expect(changes.map(({ field }: { field: string }) => field)).toEqual([
    'name',
    'site_id',
    'type',
    'severity',
  ]);
});

test('A drill needs an existing site of the caller’s own tenant', async () => {
  for (const site_id of [MISSING_ID, foreignSiteId]) {
    const { status, body } = await start({ site_id });
    expect([status, body.errors]).toEqual([
      422,
      { site_id: ['The site_id field must be an existing site.'] },
    ]);
  }
  const missing = await start({ site_id: MISSING_ID }, 'platform');
  expect([missing.status, missing.body.code]).toEqual([422, 'validation_failed']);
});

test('A platform admin starts a drill at a site of any tenant, and lists the drills of a named tenant', async () => {
  const { body: drill, status } = await start({ severity: 'low' }, 'platform');
  expect(status).toBe(201);
  const { body } = await as('platform', `GET ${PATH}?tenant_id=${tenantId}`);
  expect(body.data[0].id).toBe(drill.id);
  const unnamed = await as('platform', `GET ${PATH}`);
  expect([unnamed.status, unnamed.body.errors]).toEqual([
    422,
    { tenant_id: ['The tenant_id field is required.'] },
  ]);
});
