import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallAs, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { creationOf, PASSWORD } from '../support/new-entity.ts';
import { playRounds, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

const PATH = '/api/v1/notification-rules';

let guard: TestGuard;
let as: CallAs;
let tenantId: string;
let masterId: string;
let siteId: string;
let scheduleId: string;
/** The ids of another tenant. */
const foreign = { userId: '', siteId: '', scheduleId: '' };
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  ({ id: masterId, tenant_id: tenantId } = (await as('master', 'GET /api/v1/auth/me')).body);
  [{ id: siteId }] = (await as('master', 'GET /api/v1/sites')).body.data;
  scheduleId = await newSchedule('master', masterId);
  foreign.userId = (await as('globex', 'GET /api/v1/auth/me')).body.id;
  [{ id: foreign.siteId }] = (await as('globex', 'GET /api/v1/sites')).body.data;
  foreign.scheduleId = await newSchedule('globex', foreign.userId);
});
afterAll(() => guard.stop());

async function newSchedule(caller: 'master' | 'globex', userId: string): Promise<string> {
  const { path, json } = creationOf('schedule', { unique: `of ${caller}`, userId });
  return (await as(caller, `POST ${path}`, { json })).body.id;
}

const inputOf = (fields: object = {}) => ({
  name: 'Critical at night',
  events: ['alert.raised', 'alert.escalated'],
  recipients: [{ schedule_id: scheduleId }, { user_id: masterId }],
  channels: ['sms', 'push'],
  ...fields,
});
const create = (fields: object = {}, headers: Record<string, string> = {}) =>
  as('master', `POST ${PATH}`, { json: inputOf(fields), headers });
const newRule = async (fields: object = {}) => `${PATH}/${(await create(fields)).body.id}`;
const change = (path: string, json: object, headers: Record<string, string> = {}) =>
  as('master', `PATCH ${path}`, { json, headers });
const remove = (path: string) => as('master', `DELETE ${path}`);
async function deleteRules(): Promise<void> {
  for (const { id } of await listAll(as, 'master', PATH)) await remove(`${PATH}/${id}`);
}

test('A master creates a notification rule, which has no filters by default, and reads it', async () => {
  const answer = await create();
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(String),
      tenant_id: tenantId,
      name: 'Critical at night',
      events: ['alert.raised', 'alert.escalated'],
      min_severity: null,
      min_escalation_level: null,
      types: null,
      site_ids: null,
      recipients: [{ schedule_id: scheduleId }, { user_id: masterId }],
      channels: ['sms', 'push'],
      status: 'active',
      created_at: '2026-11-20T12:00:30.000+00:00',
      updated_at: '2026-11-20T12:00:30.000+00:00',
      warnings: expect.any(Array),
    },
  ]);
  const path = `${PATH}/${answer.body.id}`;
  expect(answer.headers.get('location')).toBe(guard.url + path);
  expect((await as('master', `GET ${path}`)).body).toEqual(answer.body);
  const { warnings: _, ...inLists } = answer.body;
  expect((await listAll(as, 'master', PATH))[0]).toEqual(inLists);
  for (const caller of ['admin', 'operator', 'viewer'] as const) {
    expect((await as(caller, `GET ${path}`)).status).toBe(403);
  }
  expect((await as('globex', `GET ${path}`)).status).toBe(404);
});

test('A notification rule keeps each event, type, site, recipient and channel once', async () => {
  const lists = {
    events: ['test.ended', 'alert.raised'],
    types: ['fire', 'panic'],
    site_ids: [siteId],
    recipients: [{ user_id: masterId }, { schedule_id: scheduleId }],
    channels: ['push', 'email'],
  };
  const twice = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list, list[0]]]));
  const created = await create({ ...twice, channels: ['push', 'push', 'email'] });
  expect([created.status, created.body]).toEqual([201, expect.objectContaining(lists)]);
  const changed = await change(await newRule(), { ...twice, channels: ['push', 'email', 'push'] });
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(lists)]);
});

const WRONG: readonly [what: string, fields: () => object, wrong: string[]][] = [
  ['no event', () => ({ events: [] }), ['events']],
  ['an event of webhooks only', () => ({ events: ['alert.noted'] }), ['events.0']],
  ['no recipient', () => ({ recipients: [] }), ['recipients']],
  ['21 recipients', () => ({ recipients: Array(21).fill({ user_id: masterId }) }), ['recipients']],
  ['no channel', () => ({ channels: [] }), ['channels']],
  ['an unknown channel', () => ({ channels: ['fax'] }), ['channels.0']],
  ['an unknown severity', () => ({ min_severity: 'extreme' }), ['min_severity']],
  ['an escalation step before the first', () => ({ min_escalation_level: 0 }), ['min_escalation_level']],
  ['no type', () => ({ types: [] }), ['types']],
  ['no site', () => ({ site_ids: [] }), ['site_ids']],
  ['an unknown status', () => ({ status: 'paused' }), ['status']],
  ['unknown fields', () => ({ tenant_id: MISSING_ID }), ['tenant_id']],
  [
    'a recipient that is a person and a schedule',
    () => ({ recipients: [{ user_id: masterId, schedule_id: scheduleId }] }),
    ['recipients.0'],
  ],
  ['an unknown site', () => ({ site_ids: [siteId, MISSING_ID] }), ['site_ids.1']],
  ['a site of another tenant', () => ({ site_ids: [foreign.siteId] }), ['site_ids.0']],
  [
    'a user of another tenant',
    () => ({ recipients: [{ user_id: foreign.userId }] }),
    ['recipients.0.user_id'],
  ],
  [
    'an unknown user and a schedule of another tenant',
    () => ({
      recipients: [{ user_id: masterId }, { user_id: MISSING_ID }, { schedule_id: foreign.scheduleId }],
    }),
    ['recipients.1.user_id', 'recipients.2.schedule_id'],
  ],
  [
    'a schedule as a user and a user as a schedule',
    () => ({ recipients: [{ user_id: scheduleId }, { schedule_id: masterId }] }),
    ['recipients.0.user_id', 'recipients.1.schedule_id'],
  ],
];

test.each(WRONG)(
  'Creating or changing a notification rule with %s is 422, with the error at the field',
  async (...row) => {
    const [, fields, wrong] = row;
    const created = await create(fields());
    expect([created.status, Object.keys(created.body.errors)]).toEqual([422, wrong]);
    const changed = await change(await newRule(), fields());
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, wrong]);
  },
);

const NEVER: readonly [what: string, fields: object, wrong: string[]][] = [
  [
    'a severity and events of devices only',
    { events: ['device.offline'], min_severity: 'high' },
    ['min_severity'],
  ],
  ['types and events of tests only', { events: ['test.started', 'test.ended'], types: ['fire'] }, ['types']],
  [
    'a step, a severity and an event of devices',
    { events: ['device.online'], min_severity: 'low', min_escalation_level: 1 },
    ['min_severity', 'min_escalation_level'],
  ],
  [
    'a step, and no event later than the raising',
    { events: ['alert.raised', 'device.offline'], min_escalation_level: 1 },
    ['min_escalation_level'],
  ],
];

test.each(NEVER)(
  'A notification rule that can never match, with %s, is 422 when created, changed or previewed',
  async (_, fields, wrong) => {
    const outcome = ({ status, body }: { status: number; body: { errors?: object } }) => [
      status,
      Object.keys(body.errors ?? {}),
    ];
    expect(outcome(await create(fields))).toEqual([422, wrong]);
    const path = await newRule();
    expect(outcome(await change(path, fields))).toEqual([422, wrong]);
    const { name: _name, ...draft } = inputOf(fields);
    expect(outcome(await as('master', `POST ${PATH}/preview`, { json: draft }))).toEqual([422, wrong]);
  },
);

test('A change to one field of a notification rule is 422 if the changed rule could never match any event', async () => {
  const path = await newRule({ events: ['alert.escalated'], min_escalation_level: 2 });
  expect((await change(path, { events: ['device.offline'] })).status).toBe(422);
  expect((await change(path, { events: ['device.offline'], min_escalation_level: null })).status).toBe(200);
  const answers = await Promise.all([
    change(path, { events: ['alert.raised', 'device.offline'] }),
    change(path, { min_severity: 'high' }),
  ]);
  const { body } = await as('master', `GET ${path}`);
  // The severity is refused unless the events came first.
  expect(answers.map(({ status }) => status)).toEqual([200, body.min_severity === null ? 422 : 200]);
});

test('A schedule cannot be deleted while a notification rule names it, whether that rule is active or disabled', async () => {
  const id = await newSchedule('master', masterId);
  const schedule = `/api/v1/schedules/${id}`;
  const active = await newRule({ recipients: [{ schedule_id: id }] });
  const disabled = await newRule({ recipients: [{ user_id: masterId }], status: 'disabled' });
  expect((await change(disabled, { recipients: [{ user_id: masterId }, { schedule_id: id }] })).status).toBe(
    200,
  );
  for (const path of [active, disabled]) {
    const refused = await remove(schedule);
    expect([refused.status, refused.body.code]).toEqual([409, 'schedule_in_use']);
    expect((await as('admin', `GET ${schedule}`)).status).toBe(200);
    await remove(path);
  }
  const other = await newRule({ recipients: [{ schedule_id: id }] });
  await change(other, { recipients: [{ user_id: masterId }] });
  expect((await remove(schedule)).status).toBe(204);
});

test('Naming a schedule in a rule does not change the schedule’s ETag, so that a simultaneous change with If-Match succeeds', async () => {
  const schedule = `/api/v1/schedules/${await newSchedule('master', masterId)}`;
  const read = () => as('master', `GET ${schedule}`);
  const etag = (await read()).headers.get('etag');
  const [, renamed] = await Promise.all([
    newRule({ recipients: [{ schedule_id: schedule.split('/').at(-1) }] }),
    as('master', `PATCH ${schedule}`, { json: { name: 'Renamed' }, headers: { 'If-Match': etag ?? '' } }),
  ]);
  expect(renamed.status).toBe(200);
  expect((await read()).body.name).toBe('Renamed');
});

test.each(['created', 'changed'])(
  'If deleting a schedule races a rule that names the schedule and is %s, exactly one of the two succeeds',
  async (how) => {
    const winners = new Set<string>();
    await playRounds(repetitions({ few: 12, many: 400 }), async (round) => {
      const id = await newSchedule('master', masterId);
      const names = { recipients: [{ user_id: masterId }, { schedule_id: id }] };
      const existing = how === 'changed' ? await newRule({ recipients: [{ user_id: masterId }] }) : undefined;
      const [named, deleted] = await raceWithEachWinner(
        round,
        () => (existing ? change(existing, names) : create(names)),
        () => remove(`/api/v1/schedules/${id}`),
      );
      const isNamed = named.status < 300;
      winners.add(isNamed ? 'rule' : 'deletion');
      expect([named.status, deleted.status]).toEqual(isNamed ? [existing ? 200 : 201, 409] : [422, 204]);
      expect((await as('master', `GET /api/v1/schedules/${id}`)).status).toBe(isNamed ? 200 : 404);
      if (existing || isNamed) await remove(existing ?? `${PATH}/${named.body.id}`);
      if (isNamed) await remove(`/api/v1/schedules/${id}`);
    });
    expect([...winners].sort()).toEqual(['deletion', 'rule']);
    expect(await findInconsistencies(guard.table)).toEqual([]);
  },
);

test('A notification rule keeps recipients and sites that were deleted, but a request cannot set them again', async () => {
  const { path: users, json: user } = creationOf('user', { unique: 'rule-user' });
  const gone = (await as('master', `POST ${users}`, { json: { ...user, password: PASSWORD } })).body.id;
  const { path: sites, json: site } = creationOf('site', { unique: 'rule-site' });
  const goneSite = (await as('master', `POST ${sites}`, { json: site })).body.id;
  const lists = { recipients: [{ user_id: gone }], site_ids: [goneSite] };
  const path = await newRule(lists);
  await as('master', `DELETE ${users}/${gone}`);
  await as('master', `DELETE ${sites}/${goneSite}`);
  const renamed = await change(path, { name: 'Other' });
  expect([renamed.status, renamed.body]).toEqual([200, expect.objectContaining({ name: 'Other', ...lists })]);
  expect((await change(path, { recipients: lists.recipients })).status).toBe(422);
  expect((await change(path, { site_ids: lists.site_ids })).status).toBe(422);
});

test('A change of a notification rule changes the given fields only, and honours If-Match', async () => {
  const path = await newRule({ min_severity: 'high', types: ['fire'] });
  const read = await as('master', `GET ${path}`);
  const headers = { 'If-Match': read.headers.get('etag') ?? '' };
  guard.clock.advance(1_000);
  const changed = await change(path, { status: 'disabled', types: null }, headers);
  expect([changed.status, changed.body]).toEqual([
    200,
    { ...read.body, status: 'disabled', types: null, updated_at: '2026-11-20T12:00:31.000+00:00' },
  ]);
  expect((await change(path, { name: 'Late' }, headers)).status).toBe(412);
  expect((await as('master', `DELETE ${path}`, { headers })).status).toBe(412);
  guard.clock.advance(-1_000);
  expect((await remove(path)).status).toBe(204);
  expect((await remove(path)).status).toBe(404);
});

test('Racing changes to different fields of a notification rule are all kept, and of two racing deletions one succeeds', async () => {
  await playRounds(repetitions({ few: 2, many: 60 }), async () => {
    const path = await newRule();
    const answers = await Promise.all([
      change(path, { name: 'Other' }),
      change(path, { min_severity: 'high' }),
      change(path, { channels: ['email'] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await as('master', `GET ${path}`);
    expect(body).toMatchObject({ name: 'Other', min_severity: 'high', channels: ['email'] });
    const removed = await Promise.all([remove(path), remove(path)]);
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 404]);
  });
});

test('Creating a notification rule twice with one Idempotency-Key creates one', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const before = (await listAll(as, 'master', PATH)).length;
  const answers = await Promise.all([create({}, headers), create({}, headers)]);
  answers.push(await create({}, headers));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, answers[0]?.body]));
  expect(await listAll(as, 'master', PATH)).toHaveLength(before + 1);
});

test('Concurrent requests cannot create more than 100 notification rules in a tenant, and a deletion makes room for one more', async () => {
  await deleteRules();
  for (let made = 0; made < 98; made++) await create();
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
    Array(3).fill('too_many_notification_rules'),
  );
  const made = answers.find(({ status }) => status === 201);
  await remove(`${PATH}/${made?.body.id}`);
  expect((await Promise.all([create(), create()])).map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await deleteRules();
});

test('A tenant with a notification rule is not deleted', async () => {
  const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Initech' } })).body;
  const query = `?tenant_id=${tenant.id}`;
  const { json } = creationOf('user', { unique: 'initech' });
  const user = (await as('platform', `POST /api/v1/users${query}`, { json })).body;
  const recipients = [{ user_id: user.id }];
  const rule = await as('platform', `POST ${PATH}${query}`, { json: inputOf({ recipients }) });
  expect(rule.status).toBe(201);
  await as('platform', `DELETE /api/v1/users/${user.id}`);
  const refused = await as('platform', `DELETE /api/v1/tenants/${tenant.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'tenant_not_empty']);
  await as('platform', `DELETE ${PATH}/${rule.body.id}`);
  expect((await as('platform', `DELETE /api/v1/tenants/${tenant.id}`)).status).toBe(204);
});

test('A platform admin lists the notification rules of all tenants, and creates one only with tenant_id and people of that tenant', async () => {
  const post = (query: string) => as('platform', `POST ${PATH}${query}`, { json: inputOf() });
  const made = await post(`?tenant_id=${tenantId}`);
  expect([made.status, made.body.tenant_id]).toEqual([201, tenantId]);
  const { warnings: _, ...listed } = made.body;
  expect(await listAll(as, 'platform', PATH)).toContainEqual(listed);
  const globex = (await as('globex', 'GET /api/v1/auth/me')).body.tenant_id;
  expect(Object.keys((await post(`?tenant_id=${globex}`)).body.errors)).toEqual([
    'recipients.0.schedule_id',
    'recipients.1.user_id',
  ]);
  expect(Object.keys((await post('')).body.errors)).toEqual(['tenant_id']);
});
