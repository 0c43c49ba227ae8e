import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import { countRequest } from '../../shared/limits/rate-counter.ts';
import { suppress } from '../../shared/mail/mail-status.ts';
import { SENT } from '../../shared/notify/sender.ts';
import { connectSenders } from '../../shared/notify/senders.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { readAll } from '../support/find-inconsistencies.ts';
import type { TestGuard } from '../support/guard.ts';
import { startNotifications, type TestNotifications } from '../support/notifications/pipeline.ts';

const MINUTE = 60_000;
const KINDS = ['email', 'sms', 'push'];

let guard: TestGuard;
let people: TestNotifications;
let as: CallAs;
let tenantId: string;
let siteId: string;
let foreignSiteId: string;
const ids = {} as Record<'master' | 'admin' | 'operator', string>;
beforeAll(async () => {
  people = await startNotifications({}, (runtime) => {
    const send = connectSenders(runtime);
    return (to, ...message) => (to.kind === 'push' ? Promise.resolve(SENT) : send(to, ...message));
  });
  guard = people.guard;
  as = await signInCallers(guard);
  for (const caller of ['master', 'admin', 'operator'] as const) {
    const { body } = await as(caller, 'GET /api/v1/auth/me');
    ids[caller] = body.id;
    tenantId = body.tenant_id;
  }
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
  [{ id: foreignSiteId }] = (await as('globex', 'GET /api/v1/sites')).body.data;
});
afterAll(() => people.stop());
beforeEach(async () => {
  // Each test has a day of its own, which begins at midnight, so that limits and storms of others are over.
  const day = 24 * 60 * MINUTE;
  guard.clock.advance(2 * day - (guard.clock.now.getTime() % day));
  for (const id of Object.values(ids)) await channels(id, []);
  await as('master', 'PUT /api/v1/escalation', { json: { critical: [2, 5] } });
});
afterEach(async () => {
  for (const { id } of await listAll(as, 'master', '/api/v1/notification-rules')) {
    await as('master', `DELETE /api/v1/notification-rules/${id}`);
  }
  for (const { id } of await listAll(as, 'master', '/api/v1/alerts?status=active')) {
    await as('master', `POST /api/v1/alerts/${id}/resolve`);
  }
  await people.notify();
});

const ADDRESSES: Readonly<Record<string, string>> = {
  email: 'pat@acme.test',
  sms: '+4915123456789',
  push: 'push.example.com',
};

/** Gives a person a verified channel of each kind, or with the given address. */
async function channels(userId: string, kinds: readonly string[], address?: string): Promise<void> {
  const at = '2026-11-20T12:00:00.000+00:00';
  const list = kinds.map((kind, place) => ({
    id: newId(new Date(guard.clock.now.getTime() + place), randomBytes),
    kind,
    address: address ?? ADDRESSES[kind],
    verified_at: at,
    created_at: at,
  }));
  const Item = { pk: tenantPartition(tenantId), sk: `CHANNELS#${userId}`, channels: list, revision: 1 };
  await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
}

async function newPerson(role: string, kinds: readonly string[], address?: string): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@acme.test`;
  const json = { name: 'Pat', email, role, password: 'correct horse battery staple' };
  const { id } = (await as('master', 'POST /api/v1/users', { json })).body;
  await channels(id, kinds, address);
  return id;
}

const rotationOf = (user_ids: readonly string[], fields: object = {}) => ({
  user_ids,
  starts_on: '2026-11-01',
  handoff_time: '08:00',
  every: 'day',
  length: 1,
  ...fields,
});
const newSchedule = async (...rotation: Parameters<typeof rotationOf>): Promise<string> => {
  const json = { name: 'Duty', time_zone: 'UTC', rotations: [rotationOf(...rotation)] };
  return (await as('master', 'POST /api/v1/schedules', { json })).body.id;
};

const ruleOf = (recipients: readonly object[], fields: object = {}) => ({
  name: 'Rule',
  events: ['alert.raised'],
  recipients,
  channels: KINDS,
  ...fields,
});
async function newRule(...rule: Parameters<typeof ruleOf>): Promise<string> {
  const { body } = await as('master', 'POST /api/v1/notification-rules', { json: ruleOf(...rule) });
  guard.clock.advance(1_000);
  return body.id;
}

const ALERT = { type: 'panic', severity: 'critical' };
const preview = (fields: object = {}, caller: Caller = 'master') =>
  as(caller, 'POST /api/v1/response/preview', { json: { site_id: siteId, ...ALERT, ...fields } });

interface Step {
  readonly level: number;
  readonly at: string;
  readonly rules: { readonly id: string | null; readonly name: string }[];
  readonly people: {
    readonly user_id: string;
    readonly channels: { readonly kind: string; readonly reason: string | null }[];
  }[];
  readonly gaps: string[];
}

/** What a preview says: at each step, the channels of each person, with the reason why one is not used. */
async function told(fields: object = {}): Promise<string[][]> {
  const { status, body } = await preview(fields);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.steps.map(({ people: shown, gaps }: Step) => [
    ...shown.flatMap(({ user_id, channels: its }) =>
      its.map(({ kind, reason }) => `${nameOf(user_id)} ${kind}${reason === null ? '' : ` ${reason}`}`),
    ),
    ...gaps.map(() => 'gap'),
  ]);
}

const nameOf = (userId: string) =>
  Object.entries(ids).find(([, id]) => id === userId)?.[0] ?? `other ${userId}`;

/** Raises the alert and lets it escalate to the last step. Returns its notifications. */
async function play(): Promise<Record<string, string | null>[]> {
  const json = { site_id: siteId, ...ALERT, message: 'Help' };
  const { id } = (await as('master', 'POST /api/v1/alerts', { json })).body;
  await people.notify();
  for (let minute = 0; minute < 7; minute += 1) {
    guard.clock.advance(MINUTE);
    await people.tick();
    await people.notify();
  }
  return (await as('master', `GET /api/v1/alerts/${id}/notifications?limit=100`)).body.data;
}

const isSent = (status: unknown) => status === 'sent' || status === 'delivered';

/** Counts SMS of the day, in the total of the tenant. */
async function spendSms(count: number): Promise<void> {
  const budget = { subject: `sms#${tenantId}`, window: 'day', now: guard.clock.now, limit: 200 } as const;
  for (let spent = 0; spent < count; spent += 1) {
    await countRequest(guard.table, { ...budget, id: `spent${spent}` });
  }
}

test('A preview predicts, for each step, person and channel, what the notifications of the escalating alert say', async () => {
  await channels(ids.operator, KINDS);
  await channels(ids.admin, ['sms', 'push']);
  const abroad = await newPerson('tenant_admin', ['sms'], '+436641234567');
  const bounced = await newPerson('tenant_admin', ['email'], 'bounced@acme.test');
  await suppress(guard.table, 'bounced@acme.test', {
    reason: 'bounce',
    at: '2026-11-20T12:00:00.000+00:00',
  });
  const outside = await newPerson('operator', ['sms']);
  const blocked = await newPerson('tenant_admin', KINDS);
  await as('master', `PATCH /api/v1/users/${blocked}`, { json: { status: 'blocked' } });
  const duty = await newSchedule([ids.admin]);
  const empty = await newSchedule([ids.admin], { starts_on: '2050-01-01' });
  await newRule([{ user_id: ids.operator }, { user_id: abroad }, { user_id: blocked }]);
  await newRule([{ schedule_id: duty }, { user_id: bounced }, { schedule_id: empty }], {
    events: ['alert.escalated'],
  });
  await newRule([{ user_id: outside }, { user_id: ids.operator }], {
    events: ['alert.escalated'],
    min_escalation_level: 2,
    channels: ['sms'],
  });
  await newRule([{ user_id: ids.master }], { types: ['fire'] });
  const { body } = await preview();
  const log = await play();
  expect(
    body.steps.map(({ level, after_minutes }: { level: number; after_minutes: number }) => [
      level,
      after_minutes,
    ]),
  ).toEqual([
    [0, 0],
    [1, 2],
    [2, 5],
  ]);
  const entries = [...new Set(log.map(({ entry_id }) => entry_id))].toSorted();
  expect(entries).toHaveLength(3);
  for (const [place, entry] of entries.entries()) {
    const own = log.filter(({ entry_id }) => entry_id === entry);
    const step: Step = body.steps[place];
    for (const { user_id, channels: shown } of step.people) {
      const its = own.filter((it) => it['user_id'] === user_id);
      for (const { kind, reason } of shown) {
        const one = its.find(({ channel }) => channel === kind || channel === null);
        expect([
          place,
          nameOf(user_id),
          kind,
          isSent(one?.['status']) ? null : (one?.['reason'] ?? 'no_channel'),
        ]).toEqual([place, nameOf(user_id), kind, reason]);
      }
    }
    const known = new Set(step.people.map(({ user_id }) => user_id));
    expect(own.filter(({ user_id }) => user_id !== null && !known.has(user_id ?? ''))).toEqual([]);
    expect(step.gaps).toEqual(
      own.filter(({ reason }) => reason === 'nobody_on_call').map(({ schedule_id }) => schedule_id),
    );
  }
  expect(await told()).toEqual([
    [
      ...['operator email', 'operator sms', 'operator push'],
      ...['email no_channel', 'sms country_not_allowed', 'push no_channel'].map(
        (it) => `other ${abroad} ${it}`,
      ),
      ...KINDS.map((kind) => `other ${blocked} ${kind} user_not_active`),
    ],
    [
      ...['admin email no_channel', 'admin sms', 'admin push'],
      ...['email address_suppressed', 'sms no_channel', 'push no_channel'].map(
        (it) => `other ${bounced} ${it}`,
      ),
      'gap',
    ],
    [
      ...['admin email no_channel', 'admin sms', 'admin push'],
      ...['email address_suppressed', 'sms no_channel', 'push no_channel'].map(
        (it) => `other ${bounced} ${it}`,
      ),
      `other ${outside} sms outside_scope`,
      'operator sms',
      'gap',
    ],
  ]);
});

test.each([178, 197, 199, 200])(
  'A preview predicts how many SMS of an escalation are sent if %i of the 200 of the day are spent, and spends none',
  async (spent) => {
    await channels(ids.operator, ['sms']);
    await channels(ids.admin, ['sms', 'sms']);
    const recipients = [{ user_id: ids.operator }, { user_id: ids.admin }];
    await newRule(recipients, { events: ['alert.raised', 'alert.escalated'], channels: ['sms'] });
    await spendSms(spent);
    const before = await readAll(guard.table, ['RATE#']);
    const first = await told();
    expect(await told()).toEqual(first);
    const spentSince = (await readAll(guard.table, ['RATE#'])).filter(({ pk }) =>
      String(pk).includes('sms#'),
    );
    expect(spentSince).toEqual(before.filter(({ pk }) => String(pk).includes('sms#')));
    const log = await play();
    const entries = [...new Set(log.map(({ entry_id }) => entry_id))].toSorted();
    for (const [place, entry] of entries.entries()) {
      const own = log.filter((it) => it['entry_id'] === entry);
      const reached = new Set(own.filter(({ status }) => isSent(status)).map(({ user_id }) => user_id));
      expect([place, first[place]?.filter((it) => !it.endsWith('sms_limit')).length]).toEqual([
        place,
        reached.size,
      ]);
    }
  },
);

test('A preview shows that messages to a channel in a storm wait for a summary, and later ones do not', async () => {
  await channels(ids.operator, ['sms']);
  await newRule([{ user_id: ids.operator }], {
    events: ['alert.raised', 'alert.escalated'],
    channels: ['sms'],
  });
  await as('master', 'PUT /api/v1/escalation', { json: {} });
  const escalation = { critical: [1, 30] };
  const raise = async (count: number) => {
    for (let raised = 0; raised < count; raised += 1) {
      await as('master', 'POST /api/v1/alerts', { json: { site_id: siteId, ...ALERT, message: 'Help' } });
    }
    await people.notify();
  };
  expect(await told({ escalation })).toEqual([['operator sms'], ['operator sms'], ['operator sms']]);
  await raise(4);
  expect(await told({ escalation })).toEqual([['operator sms'], ['operator sms storm'], ['operator sms']]);
  await raise(1);
  expect(await told({ escalation })).toEqual([
    ['operator sms storm'],
    ['operator sms storm'],
    ['operator sms'],
  ]);
  expect(await told({ escalation, severity: 'high' })).toEqual([['operator sms storm']]);
});

test('A preview decides by the draft of a rule: it replaces the rule with its id, or is one more, and a disabled one counts for nothing', async () => {
  await channels(ids.operator, ['sms']);
  await channels(ids.admin, ['sms']);
  const id = await newRule([{ user_id: ids.operator }], { channels: ['sms'] });
  const draft = ruleOf([{ user_id: ids.admin }], { channels: ['sms'], name: 'Draft' });
  expect(await told()).toEqual([['operator sms'], [], []]);
  expect(await told({ rule: draft })).toEqual([['operator sms', 'admin sms'], [], []]);
  expect((await preview({ rule: draft })).body.steps[0].rules).toEqual([
    { id, name: 'Rule' },
    { id: null, name: 'Draft' },
  ]);
  expect(await told({ rule: { ...draft, id } })).toEqual([['admin sms'], [], []]);
  expect(await told({ rule: { ...draft, id, status: 'disabled' } })).toEqual([[], [], []]);
  expect(
    await told({ rule: { ...draft, id, events: ['alert.escalated'], min_escalation_level: 2 } }),
  ).toEqual([[], [], ['admin sms']]);
  expect(await told()).toEqual([['operator sms'], [], []]);
});

test('A preview decides by who is on call at the time of each step, also in the draft of a stored or new schedule', async () => {
  await channels(ids.operator, ['sms']);
  await channels(ids.admin, ['sms']);
  const id = await newSchedule([ids.operator], { from: '00:00', to: '03:00' });
  const events = ['alert.raised', 'alert.escalated'];
  await newRule([{ schedule_id: id }], { events, channels: ['sms'] });
  const day = guard.clock.now.toISOString().slice(0, 10);
  const at = `${day}T02:57:00Z`;
  expect(await told({ at })).toEqual([['operator sms'], ['operator sms'], ['gap']]);
  const draft = { time_zone: 'UTC', rotations: [rotationOf([ids.operator, ids.admin])] };
  const [first] = await told({ at, schedule: { id, ...draft } });
  expect(first).toEqual(['operator sms']);
  const next = new Date(Date.parse(at) + 24 * 60 * MINUTE).toISOString();
  expect((await told({ at: next, schedule: { id, ...draft } }))[0]).toEqual(['admin sms']);
  const rule = ruleOf([{ schedule_id: MISSING_ID }], { channels: ['sms'] });
  const schedule = { id: MISSING_ID, time_zone: 'UTC', rotations: [rotationOf([ids.admin])] };
  expect((await told({ at, rule }))[0]).toEqual(['operator sms', 'gap']);
  expect((await told({ at, rule, schedule }))[0]).toEqual(['operator sms', 'admin sms']);
  const { body } = await as('master', `GET /api/v1/schedules/${id}`);
  expect(body.rotations).toMatchObject([{ user_ids: [ids.operator] }]);
});

test('A preview says that the site is on test then, of which nobody is notified, unless the type keeps ringing', async () => {
  await channels(ids.operator, ['sms']);
  await newRule([{ user_id: ids.operator }], { channels: ['sms'] });
  const ends_at = new Date(guard.clock.now.getTime() + 60 * MINUTE).toISOString();
  const json = { ends_at, reason: 'Service' };
  const { body: started } = await as('master', `POST /api/v1/sites/${siteId}/tests`, { json });
  const { body } = await preview({ type: 'intrusion' });
  expect([body.test_id, body.steps.length, body.steps[0].people]).toEqual([started.id, 1, []]);
  expect((await preview()).body).toMatchObject({ test_id: null, steps: { length: 3 } });
  expect((await preview({ type: 'intrusion', at: ends_at })).body.test_id).toBeNull();
  await as('master', `DELETE /api/v1/tests/${started.id}`);
});

test('Only masters and platform admins preview a response, of their own sites; it stores nothing and shows no address', async () => {
  await channels(ids.operator, KINDS);
  await newRule([{ user_id: ids.operator }]);
  const stored = async () => (await readAll(guard.table)).filter(({ pk }) => !String(pk).startsWith('RATE#'));
  const before = await stored();
  const sent = people.outbox.items;
  const { status, body } = await preview({}, 'platform');
  expect([status, body.steps[0].people.length]).toEqual([200, 1]);
  const text = JSON.stringify(body);
  for (const address of Object.values(ADDRESSES)) expect(text).not.toContain(address);
  expect(text).not.toContain('channel_id');
  for (const caller of ['admin', 'operator', 'viewer'] as const) {
    expect((await preview({}, caller)).status).toBe(403);
  }
  for (const site_id of [foreignSiteId, MISSING_ID]) {
    const refused = await preview({ site_id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['site_id']]);
  }
  expect((await preview({ site_id: MISSING_ID }, 'platform')).status).toBe(422);
  const now = guard.clock.now.getTime();
  const inDays = (days: number) => new Date(now + days * 24 * 60 * MINUTE).toISOString();
  expect((await preview({ at: inDays(101) })).body.errors).toHaveProperty('at');
  expect((await preview({ at: inDays(99) })).status).toBe(200);
  expect((await preview({ at: '2026-01-01T00:00:00Z' })).body.at).toBe((await preview()).body.at);
  expect((await preview({ severity: 'extreme' })).status).toBe(422);
  expect(people.outbox.items).toEqual(sent);
  expect(await stored()).toEqual(before);
});

test('A preview for a site of an inactive tenant shows that nobody is notified', async () => {
  await channels(ids.operator, ['sms']);
  await newRule([{ user_id: ids.operator }], { channels: ['sms'] });
  const set = (status: string) => as('platform', `PATCH /api/v1/tenants/${tenantId}`, { json: { status } });
  await set('inactive');
  const { body } = await preview({}, 'platform');
  await set('active');
  as = await signInCallers(guard);
  expect(body.steps[0].people[0].channels).toEqual([{ kind: 'sms', reason: 'tenant_not_active' }]);
});

test('A preview shows at most 100 people, and says that there are more', async () => {
  const userIds = [];
  for (let count = 0; count < 101; count += 1) userIds.push(await newPerson('viewer', []));
  for (let first = 0; first < userIds.length; first += 20) {
    await newRule(userIds.slice(first, first + 20).map((user_id) => ({ user_id })));
  }
  const { body } = await preview();
  expect([body.steps[0].people.length, body.has_more]).toEqual([100, true]);
}, 120_000);
