import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import { countRequest } from '../../shared/limits/rate-counter.ts';
import { suppress } from '../../shared/mail/mail-status.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { en } from '../../shared/texts/en.ts';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import type { TestGuard } from '../support/guard.ts';
import { startNotifications, type TestNotifications } from '../support/notifications/pipeline.ts';
import { repetitions } from '../support/repetitions.ts';

const MINUTE = 60_000;
const HELD = 40;

let guard: TestGuard;
let metricsBefore = 0;
let people: TestNotifications;
let as: CallAs;
let tenantId: string;
const ids = {} as Record<Caller, string>;
let siteId: string;
let foreignSiteId: string;
beforeAll(async () => {
  people = await startNotifications();
  guard = people.guard;
  as = await signInCallers(guard);
  for (const caller of ['master', 'admin', 'operator', 'viewer'] as const) {
    const { body } = await as(caller, 'GET /api/v1/auth/me');
    ids[caller] = body.id;
    tenantId = body.tenant_id;
  }
  [siteId, foreignSiteId] = (await as('operator', 'GET /api/v1/sites')).body.data.map(
    (it: { id: string }) => it.id,
  );
  const all = (await as('master', 'GET /api/v1/sites?limit=100')).body.data;
  const assigned = (await as('operator', 'GET /api/v1/sites?limit=100')).body.data;
  foreignSiteId = all.find(
    (it: { id: string }) => !assigned.some((own: { id: string }) => own.id === it.id),
  ).id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await people.stop();
});
beforeEach(async () => {
  // Each test has a day of its own, so that limits and storms of others are over.
  guard.clock.advance(26 * 60 * MINUTE);
  people.answer = () => ({ outcome: 'sent' });
  people.table = guard.table;
  for (const caller of ['master', 'admin', 'operator', 'viewer'] as const) await channels(caller, []);
});
afterEach(async () => {
  for (const { id } of await listAll(as, 'master', '/api/v1/notification-rules')) {
    await as('master', `DELETE /api/v1/notification-rules/${id}`);
  }
  await people.notify();
  const open = async () => (await notificationItems()).filter(({ timer }) => timer !== undefined);
  for (let minute = 0; minute < 22 && (await open()).length > 0; minute += 1) await pass();
  expect(await open()).toEqual([]);
  people.attempted.length = 0;
  metricsBefore = guard.metrics.length;
});

/** Gives a person these verified channels, each under its kind or another name. */
async function channels(caller: Caller, kinds: readonly string[], fields: object = {}): Promise<void> {
  const at = '2026-11-20T12:00:00.000+00:00';
  const list = kinds.map((kind, place) => ({
    id: newId(new Date(guard.clock.now.getTime() + place), randomBytes),
    kind,
    address:
      kind === 'email' ? `${caller}@acme.test` : kind === 'sms' ? '+4915123456789' : 'push.example.com',
    verified_at: at,
    created_at: at,
    ...fields,
  }));
  const Item = { pk: tenantPartition(tenantId), sk: `CHANNELS#${ids[caller]}`, channels: list, revision: 1 };
  await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
}

/** A phone number that was not verified. */
const unverified = () =>
  channels('operator', ['sms'], {
    verified_at: null,
    code: { hash: 'x', expires_at: '2026-11-20T12:10:00.000+00:00', tries: 0 },
  });

async function rule(fields: object = {}): Promise<string> {
  const json = {
    name: 'Rule',
    events: ['alert.raised'],
    recipients: [{ user_id: ids.operator }],
    channels: ['email', 'sms', 'push'],
    ...fields,
  };
  const { status, body } = await as('master', 'POST /api/v1/notification-rules', { json });
  expect([status, body.errors]).toEqual([201, undefined]);
  guard.clock.advance(1_000);
  return body.id;
}

const raise = async (fields: object = {}) => {
  guard.clock.advance(10);
  const json = { site_id: siteId, type: 'panic', severity: 'critical', message: 'Help', ...fields };
  return (await as('master', 'POST /api/v1/alerts', { json })).body;
};
const act = (alert: { id: string }, action: string) =>
  as('master', `POST /api/v1/alerts/${alert.id}/${action}`);
const logOf = async (alert: { id: string }) =>
  (await as('master', `GET /api/v1/alerts/${alert.id}/notifications`)).body.data;

async function notificationItems() {
  // biome-ignore lint/suspicious/noExplicitAny: items as they are
  const items: any[] = [];
  for await (const item of queryAll(guard.table, tenantPartition(tenantId), 'NOTIFICATION#'))
    items.push(item);
  return items;
}

// biome-ignore lint/suspicious/noExplicitAny: an item as it is
const itemOf = async (sk: string): Promise<any> =>
  (await getItem(guard.table, { pk: tenantPartition(tenantId), sk })) ?? {};

/** Lets time pass, and runs the timers of each minute. */
async function pass(minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await people.tick();
  }
}

const nobodyCount = () =>
  guard.metrics.slice(metricsBefore).filter(({ name }) => name === 'NobodyNotified').length;

const PREVIEW = '/api/v1/notification-rules/preview';
const preview = (fields: object = {}, caller: Caller = 'master', query = '') =>
  as(caller, `POST ${PREVIEW}${query}`, {
    json: { recipients: [{ user_id: ids.operator }], channels: ['email', 'sms', 'push'], ...fields },
  });
const newSchedule = async (user_ids: readonly string[], fields: object = {}): Promise<string> => {
  const rotation = {
    user_ids,
    starts_on: '2026-11-01',
    handoff_time: '08:00',
    every: 'week',
    length: 1,
    ...fields,
  };
  const json = { name: 'Duty', time_zone: 'UTC', rotations: [rotation] };
  return (await as('master', 'POST /api/v1/schedules', { json })).body.id;
};
/** A person with these verified channels and sites. */
async function newPerson(role: string, kinds: readonly string[], siteIds?: readonly string[]) {
  const email = `${randomBytes(6).toString('hex')}@acme.test`;
  const json = { name: 'Pat', email, role, password: 'correct horse battery staple' };
  const { id } = (await as('master', 'POST /api/v1/users', { json })).body;
  ids[id as Caller] = id;
  await channels(id as Caller, kinds);
  if (siteIds) await as('master', `PUT /api/v1/users/${id}/sites`, { json: { site_ids: siteIds } });
  return id as string;
}

describe('preview', () => {
  test('The preview of a rule predicts, for each person and channel, the notifications that an alert then causes', async () => {
    await channels('admin', ['email', 'push']);
    await channels('viewer', ['sms']);
    await channels('operator', ['sms', 'push']);
    const recipients = [
      await newPerson('operator', ['sms']), // without any site
      await newPerson('operator', ['sms'], [siteId]),
      await newPerson('operator', ['sms'], [foreignSiteId]),
      await newPerson('viewer', []),
      await newPerson('tenant_admin', ['email', 'sms']),
      ids.admin,
      ids.operator,
    ];
    const blocked = await newPerson('tenant_admin', ['email', 'sms']);
    await as('master', `PATCH /api/v1/users/${blocked}`, { json: { status: 'blocked' } });
    const deleted = await newPerson('tenant_admin', ['email']);
    const scheduleId = await newSchedule([recipients[0] ?? '']);
    const empty = await newSchedule([ids.viewer], { starts_on: '2050-01-01' });
    const draft = {
      recipients: [
        { schedule_id: scheduleId },
        { schedule_id: empty },
        ...[...recipients.slice(1), blocked, deleted].map((user_id) => ({ user_id })),
      ],
      channels: ['email', 'sms', 'push'],
      site_ids: [siteId],
    };
    await rule(draft);
    await as('master', `DELETE /api/v1/users/${deleted}`);
    const { status, body } = await preview(draft);
    expect(status).toBe(200);
    expect(body).toMatchObject({ site_count: 1, gaps: [empty], has_more: false });
    const alert = await raise();
    await people.notify();
    const log = await logOf(alert);
    const named = body.people.filter((it: { now: boolean }) => it.now);
    expect(named.map((it: { user_id: string }) => it.user_id).toSorted()).toEqual(
      [...new Set([...recipients, blocked, deleted])].toSorted(),
    );
    for (const { user_id, channels: shown } of named) {
      const own = log.filter((it: { user_id: string }) => it.user_id === user_id);
      const sent = own.filter((it: { status: string }) => it.status === 'sent');
      const reached = shown.filter((it: { reason: string | null }) => it.reason === null);
      expect(reached.map((it: { kind: string }) => it.kind).toSorted()).toEqual(
        sent.map((it: { channel: string }) => it.channel).toSorted(),
      );
      const [first] = own;
      if (sent.length === 0) for (const { reason } of shown) expect(reason).toBe(first.reason);
    }
    expect(body.people.find((it: { now: boolean }) => !it.now)).toMatchObject({
      user_id: ids.viewer,
      schedule_id: empty,
    });
  });

  test('The preview of a rule for all sites says how many sites each person cannot see, not counting deleted sites', async () => {
    await channels('operator', ['sms']);
    await channels('admin', ['sms']);
    const all = (await as('master', 'GET /api/v1/sites?limit=100')).body.data.length;
    const own = (await as('operator', 'GET /api/v1/sites?limit=100')).body.data.length;
    const gone = (await as('master', 'POST /api/v1/sites', { json: { name: 'Gone' } })).body.id;
    const partly = await newPerson('operator', ['sms'], [siteId, gone]);
    await as('master', `DELETE /api/v1/sites/${gone}`);
    const draft = {
      recipients: [ids.operator, ids.admin, partly].map((user_id) => ({ user_id })),
      channels: ['sms'],
    };
    const missedOf = async (fields: object = {}) => {
      const { body } = await preview({ ...draft, ...fields });
      return [body.site_count, ...body.people.map((it: { sites_missed: number }) => it.sites_missed)];
    };
    expect(await missedOf()).toEqual([all, all - own, 0, all - 1]);
    expect(await missedOf({ site_ids: [siteId, foreignSiteId] })).toEqual([2, 1, 0, 1]);
    expect(await missedOf({ site_ids: [gone] })).toEqual([0, 0, 0, 0]);
  });

  test('A preview shows a channel as unreachable if its country, number, address or missing verification would prevent the message', async () => {
    const reasonsOf = async (fields: object = {}) =>
      Object.fromEntries(
        (await preview(fields)).body.people[0].channels.map((it: { kind: string; reason: string | null }) => [
          it.kind,
          it.reason,
        ]),
      );
    await channels('operator', ['sms', 'email', 'push']);
    expect(await reasonsOf()).toEqual({ email: null, sms: null, push: null });
    await channels('operator', ['sms'], { address: '+436641234567' });
    expect(await reasonsOf()).toEqual({
      email: 'no_channel',
      sms: 'country_not_allowed',
      push: 'no_channel',
    });
    await channels('operator', ['sms'], { address: '+49151' });
    expect(await reasonsOf()).toMatchObject({ sms: 'number_not_valid' });
    await channels('operator', ['email'], { address: 'Bounced@acme.test' });
    await suppress(guard.table, 'bounced@acme.test', {
      reason: 'bounce',
      at: '2026-11-20T12:00:00.000+00:00',
    });
    expect(await reasonsOf()).toMatchObject({ email: 'address_suppressed' });
    await unverified();
    expect(await reasonsOf()).toMatchObject({ sms: 'no_channel' });
    expect(await reasonsOf({ channels: ['push'] })).toEqual({ push: 'no_channel' });
  });

  test('A preview shows a person with several numbers as reachable if one of them is', async () => {
    await channels('operator', ['sms', 'sms']);
    const item = await itemOf(`CHANNELS#${ids.operator}`);
    const [first, second] = item['channels'];
    const Item = { ...item, channels: [{ ...first, address: '+436641234567' }, second] };
    await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
    expect((await preview()).body.people[0].channels[1]).toEqual({ kind: 'sms', reason: null });
  });

  test('A preview says when the SMS of the day are used up; for a rule of critical alerts, only when the reserve is used up, too', async () => {
    await channels('operator', ['sms']);
    await rule();
    const spend = (count: number) => {
      const budget = { subject: `sms#${tenantId}`, window: 'day', now: guard.clock.now, limit: 200 } as const;
      const ids = Array.from({ length: count }, () => crypto.randomUUID().slice(0, 8));
      return Promise.all(ids.map((id) => countRequest(guard.table, { ...budget, id })));
    };
    await spend(180);
    const smsOf = async (fields: object = {}) =>
      (await preview({ channels: ['sms'], ...fields })).body.people[0].channels;
    expect(await smsOf()).toEqual([{ kind: 'sms', reason: 'sms_limit' }]);
    expect(await smsOf({ min_severity: 'critical' })).toEqual([{ kind: 'sms', reason: null }]);
    await spend(20);
    expect(await smsOf({ min_severity: 'critical' })).toEqual([{ kind: 'sms', reason: 'sms_limit' }]);
  });

  test('A preview names at most 100 people, those on call first, and says that there are more', async () => {
    const created = [];
    for (let count = 0; count < 103; count += 1) created.push(await newPerson('viewer', []));
    const scheduleIds = [];
    for (const part of [created.slice(0, 50), created.slice(50, 100), created.slice(100)]) {
      scheduleIds.push(await newSchedule(part));
    }
    const { body } = await preview({ recipients: scheduleIds.map((schedule_id) => ({ schedule_id })) });
    expect(body.people).toHaveLength(100);
    expect(body.has_more).toBe(true);
    expect(body.people.map((it: { now: boolean }) => it.now).indexOf(false)).toBe(3);
  }, 120_000);

  test('Only masters and platform admins can ask for a preview of a rule, which names nobody of another tenant and stores nothing', async () => {
    const before = (await readAll(guard.table)).filter(({ pk }) => !pk.startsWith('RATE#')).length;
    const foreign = (await as('globex', 'GET /api/v1/auth/me')).body;
    const { body } = await preview({ recipients: [{ user_id: foreign.id }, { schedule_id: foreign.id }] });
    expect(body.people).toMatchObject([{ user_id: foreign.id, name: null }]);
    expect(body.people[0].channels[0].reason).toBe('user_not_active');
    expect(body.gaps).toEqual([foreign.id]);
    for (const caller of ['admin', 'operator', 'viewer'] as const) {
      expect((await preview({}, caller)).status).toBe(403);
    }
    expect((await preview({}, 'platform')).status).toBe(422);
    expect((await preview({}, 'platform', `?tenant_id=${tenantId}`)).status).toBe(200);
    expect((await preview({}, 'master', `?tenant_id=${foreign.tenant_id}`)).status).toBe(404);
    expect((await preview({ channels: [] })).status).toBe(422);
    expect((await readAll(guard.table)).filter(({ pk }) => !pk.startsWith('RATE#'))).toHaveLength(before);
  });

  describe('warnings', () => {
    const warningsOf = async (fields: object): Promise<string[]> => {
      const { body } = await preview({ channels: ['sms'], site_ids: [siteId], ...fields });
      const id = await rule({ channels: ['sms'], site_ids: [siteId], ...fields });
      const path = `/api/v1/notification-rules/${id}`;
      const read = await as('master', `GET ${path}`);
      expect(read.body.warnings).toEqual(body.warnings);
      const headers = { 'If-Match': read.headers.get('etag') ?? '' };
      const changed = await as('master', `PATCH ${path}`, { json: { name: 'Other' }, headers });
      expect([changed.status, changed.body.warnings]).toEqual([200, body.warnings]);
      return body.warnings.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    };

    test.each<[string, () => Promise<object> | object, string[]]>([
      ['whom nothing hinders', () => ({}), []],
      [
        'with events that its filters exclude',
        () => ({ events: ['alert.raised', 'device.offline', 'test.ended'], min_severity: 'high' }),
        ['events.1 event_never_matches', 'events.2 event_never_matches'],
      ],
      [
        'with a step that no event of raising has',
        () => ({ events: ['alert.raised', 'alert.escalated'], min_escalation_level: 1 }),
        ['events.0 event_never_matches'],
      ],
      [
        'with a step that no escalation has',
        () => ({ events: ['alert.escalated'], min_escalation_level: 7 }),
        ['min_escalation_level level_never_reached'],
      ],
      [
        'about the escalation of severities that do not escalate, at a site that has its own',
        async () => {
          const json = { name: 'Own', escalation: { low: [5] } };
          const { id } = (await as('master', 'POST /api/v1/sites', { json })).body;
          return {
            events: ['alert.escalated'],
            min_severity: 'high',
            site_ids: [id],
            recipients: [{ user_id: ids.admin }],
          };
        },
        ['events level_never_reached'],
      ],
      [
        'about a type that was never raised',
        () => ({ types: ['fire', 'smoke-detector'] }),
        ['types.1 type_never_raised'],
      ],
      [
        'about sites that its people may not see',
        () => ({ site_ids: [siteId, foreignSiteId] }),
        ['site_ids sites_not_covered'],
      ],
      [
        'for a person who sees none of its sites',
        () => ({ site_ids: [foreignSiteId] }),
        ['recipients.0 outside_scope', 'site_ids sites_not_covered'],
      ],
      [
        'for a schedule of which one person has no channel',
        async () => ({ recipients: [{ schedule_id: await newSchedule([ids.operator, ids.viewer]) }] }),
        ['recipients.0 no_channel'],
      ],
    ])('A rule %s is created with warnings', async (_, fields, expected) => {
      await channels('operator', ['sms']);
      await channels('admin', ['sms']);
      expect(await warningsOf(await fields())).toEqual(expected);
    });

    test('A rule warns of a schedule that does not exist, as a restored backup may leave it', async () => {
      await channels('operator', ['sms']);
      const id = await rule({ channels: ['sms'] });
      const sk = `RULE#${id}`;
      const item = await itemOf(sk);
      const recipients = [...item['data'].recipients, { schedule_id: MISSING_ID }];
      const Item = { ...item, data: { ...item['data'], recipients } };
      await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
      const { body } = await as('master', `GET /api/v1/notification-rules/${id}`);
      expect(body.warnings).toContainEqual({
        field: 'recipients.1',
        code: 'schedule_deleted',
        message: 'The schedule was deleted.',
      });
    });

    test('A rule warns of a deleted person, a deleted site, and an alert type that was never raised', async () => {
      const person = await newPerson('tenant_admin', ['sms']);
      const { id: gone } = (await as('master', 'POST /api/v1/sites', { json: { name: 'Gone' } })).body;
      const id = await rule({
        recipients: [{ user_id: person }],
        site_ids: [siteId, gone],
        types: ['hold-up'],
        channels: ['sms'],
      });
      const codes = async () => {
        const { body } = await as('master', `GET /api/v1/notification-rules/${id}`);
        return body.warnings.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
      };
      expect(await codes()).toEqual(['types.0 type_never_raised']);
      await raise({ type: 'hold-up', severity: 'low' });
      expect(await codes()).toEqual([]);
      await as('master', `DELETE /api/v1/users/${person}`);
      await as('master', `DELETE /api/v1/sites/${gone}`);
      expect(await codes()).toEqual([
        'site_ids.1 site_deleted',
        'recipients.0 user_not_active',
        'site_ids sites_not_covered',
      ]);
    });
  });

  test('A preview for an inactive tenant shows every person as unreachable', async () => {
    await channels('operator', ['sms']);
    const of = (status: string) => as('platform', `PATCH /api/v1/tenants/${tenantId}`, { json: { status } });
    await of('inactive');
    const { body } = await preview({ channels: ['sms'] }, 'platform', `?tenant_id=${tenantId}`);
    await of('active');
    as = await signInCallers(guard);
    expect(body.people[0].channels).toEqual([{ kind: 'sms', reason: 'tenant_not_active' }]);
  });
});

describe('planning', () => {
  test('A person whom a rule names gets one message by each verified channel, and the notifications of the alert list each as sent', async () => {
    await channels('operator', ['email', 'sms', 'push']);
    await rule();
    const alert = await raise();
    await people.notify();
    expect(people.attempted.map(({ to }) => to.kind).toSorted()).toEqual(['email', 'push', 'sms']);
    expect(people.attempted.find(({ to }) => to.kind === 'sms')?.text.text).toMatch(
      new RegExp(`^CRITICAL panic at .+, .+\\. ${guard.url}/console\\?alert=${alert.id}$`),
    );
    const log = await logOf(alert);
    expect(log).toHaveLength(3);
    for (const it of log) {
      expect(it).toMatchObject({
        user_id: ids.operator,
        event: 'alert.raised',
        status: 'sent',
        reason: null,
        attempts: 1,
        duplicate_possible: false,
        schedule_id: null,
      });
    }
    expect(nobodyCount()).toBe(0);
  });

  test('A viewer sees each notification of an alert, but not the name, schedule, channel and reason of other people’s', async () => {
    await channels('operator', ['sms']);
    await channels('viewer', ['email']);
    await rule({ recipients: [{ user_id: ids.operator }, { user_id: ids.viewer }, { user_id: ids.admin }] });
    const alert = await raise();
    await people.notify();
    const path = `GET /api/v1/alerts/${alert.id}/notifications`;
    const { body, text } = await as('viewer', path);
    expect(body.data).toHaveLength(3);
    const own = body.data.find((it: { user_id: string | null }) => it.user_id === ids.viewer);
    expect(own).toMatchObject({ channel: 'email', user_name: expect.any(String) });
    const others = body.data.filter((it: object) => it !== own);
    for (const it of others) {
      expect(it).toMatchObject({
        user_id: null,
        user_name: null,
        schedule_id: null,
        channel_id: null,
        reason: null,
      });
    }
    expect(text).not.toContain('no_channel');
    const operator = await as('operator', path);
    expect(operator.text).toContain(ids.admin);
    expect(operator.text).toContain('no_channel');
  });

  test('A person who is named by several rules, also through a schedule, gets one message by each channel', async () => {
    await channels('operator', ['email', 'sms']);
    const rotation = {
      user_ids: [ids.operator],
      starts_on: '2026-11-01',
      handoff_time: '08:00',
      every: 'day',
      length: 1,
    };
    const schedule = await as('master', 'POST /api/v1/schedules', {
      json: { name: 'Always', time_zone: 'UTC', rotations: [rotation] },
    });
    expect(schedule.status).toBe(201);
    await rule({ recipients: [{ schedule_id: schedule.body.id }], channels: ['email'] });
    await rule({
      recipients: [{ user_id: ids.operator }, { schedule_id: schedule.body.id }],
      channels: ['sms'],
    });
    const alert = await raise();
    await people.notify();
    expect(people.attempted.map(({ to }) => to.kind).toSorted()).toEqual(['email', 'sms']);
    for (const it of await logOf(alert)) expect(it.status).toBe('sent');
  });

  test('If a rule’s schedule has a gap, the notifications of the alert say that nobody was on call and nobody was notified', async () => {
    const rotation = {
      user_ids: [ids.operator],
      starts_on: '2030-01-01',
      handoff_time: '08:00',
      every: 'day',
      length: 1,
    };
    const schedule = await as('master', 'POST /api/v1/schedules', {
      json: { name: 'Later', time_zone: 'UTC', rotations: [rotation] },
    });
    await rule({ recipients: [{ schedule_id: schedule.body.id }] });
    const alert = await raise();
    await people.notify();
    expect(await logOf(alert)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ status: 'failed', reason: 'nobody_notified', user_id: null }),
        expect.objectContaining({
          status: 'suppressed',
          reason: 'nobody_on_call',
          user_id: null,
          schedule_id: schedule.body.id,
        }),
      ]),
    );
    expect(nobodyCount()).toBe(1);
  });

  test.each([
    ['no verified channel', 'no_channel', async () => unverified()],
    ['no channel at all', 'no_channel', async () => {}],
  ])(
    'A person with %s gets no message, and the notifications of the alert say why',
    async (_, reason, prepare) => {
      await prepare();
      await rule();
      const alert = await raise();
      await people.notify();
      expect(people.attempted).toEqual([]);
      expect((await logOf(alert)).map((it: { reason: string }) => it.reason).toSorted()).toEqual(
        [reason, 'nobody_notified'].toSorted(),
      );
    },
  );

  test('A tenant admin is notified of an alert at any site, an operator only of one at an assigned site', async () => {
    await channels('operator', ['sms']);
    await channels('admin', ['sms']);
    await rule({ recipients: [{ user_id: ids.operator }, { user_id: ids.admin }] });
    const alert = await raise({ site_id: foreignSiteId });
    await people.notify();
    const log = await logOf(alert);
    expect(log).toHaveLength(2);
    expect(log).toContainEqual(expect.objectContaining({ user_id: ids.operator, reason: 'outside_scope' }));
    expect(log).toContainEqual(expect.objectContaining({ user_id: ids.admin, status: 'sent' }));
    expect(nobodyCount()).toBe(0);
  });

  test('A person who is blocked while a message waits in the queue does not get that message', async () => {
    await channels('operator', ['sms']);
    await rule();
    const alert = await raise();
    await people.route();
    await people.work(1);
    const path = `/api/v1/users/${ids.operator}`;
    await as('master', `PATCH ${path}`, { json: { status: 'blocked' } });
    await people.work();
    await as('master', `PATCH ${path}`, { json: { status: 'active' } });
    expect(people.attempted).toEqual([]);
    expect(await logOf(alert)).toContainEqual(expect.objectContaining({ reason: 'user_not_active' }));
    expect(nobodyCount()).toBe(1);
  });

  test('A message is sent once although its event is routed repeatedly', async () => {
    await channels('operator', ['sms', 'push']);
    await rule();
    const alert = await raise();
    await people.route();
    await people.routeAgain();
    await people.work();
    await people.routeAgain();
    await people.work();
    expect(people.attempted).toHaveLength(2);
    for (const { attempts } of await logOf(alert)) expect(attempts).toBe(1);
  });
});

describe('a rising severity', () => {
  test('A rule for critical alerts notifies people when a low alert becomes critical, even if it was acknowledged before', async () => {
    await channels('operator', ['sms']);
    await rule({ min_severity: 'critical', types: ['intrusion'], channels: ['sms'] });
    const low = { type: 'tamper', severity: 'low', message: 'Lid open', dedup_key: 'lid-1' };
    const alert = await raise(low);
    await act(alert, 'acknowledge');
    await people.notify();
    expect(people.attempted).toEqual([]);
    await raise({ ...low, type: 'intrusion', severity: 'critical', message: 'Glass broken' });
    await people.notify();
    expect(people.attempted.map(({ text }) => text.text)).toEqual([
      expect.stringContaining(`${en.alert.severity_raised}CRITICAL intrusion at `),
    ]);
    expect(await logOf(alert)).toMatchObject([{ event: 'alert.severity_raised', status: 'sent' }]);
    // The next critical report is an occurrence, and no event.
    await raise({ ...low, severity: 'critical' });
    await people.notify();
    expect(people.attempted).toHaveLength(1);
  });

  test('A rule for an alert type also notifies people of a runaway alert that counts reports of this type', async () => {
    await channels('admin', ['sms']);
    await rule({ recipients: [{ user_id: ids.admin }], types: ['intrusion'], channels: ['sms'] });
    const json = { name: 'Chatty', type: 'contact', runaway_after: 1 };
    const device = (await as('master', `POST /api/v1/sites/${siteId}/devices`, { json })).body;
    const { key } = (await as('master', 'POST /api/v1/keys', { json: { name: 'K', device_id: device.id } }))
      .body;
    const event = { action: 'raise', type: 'intrusion', severity: 'high', message: 'Door' };
    for (let count = 0; count < 3; count += 1) {
      guard.clock.advance(1_000);
      await guard.call('POST /api/v1/reports', { token: key, json: { events: [event] } });
    }
    await people.notify();
    expect(people.attempted.map(({ text }) => text.subject)).toEqual([
      expect.stringMatching(/^HIGH intrusion at /),
      expect.stringMatching(/^HIGH runaway \(intrusion\) at /),
    ]);
  });
});

describe('what cannot be read', () => {
  const client = () => guard.table.client;
  const put = (item: object) =>
    client().send(
      new PutCommand({ TableName: guard.table.name, Item: { pk: tenantPartition(tenantId), ...item } }),
    );

  test('If the stored rule, schedule, person or channel of one recipient cannot be read, other people are still notified', async () => {
    await channels('operator', ['email', 'fax']);
    const rotation = {
      user_ids: [ids.operator],
      starts_on: '2026-11-01',
      handoff_time: '08:00',
      every: 'day',
      length: 1,
    };
    const json = { name: 'Broken', time_zone: 'UTC', rotations: [rotation] };
    const { body: schedule } = await as('master', 'POST /api/v1/schedules', { json });
    const recipients = [{ schedule_id: schedule.id }, { user_id: ids.admin }, { user_id: ids.operator }];
    const broken = await rule();
    await rule({ recipients });
    const alert = await raise();
    await people.route();
    const before = [await itemOf(`RULE#${broken}`), await itemOf(`SCHEDULE#${schedule.id}`)];
    for (const it of before) await put({ ...it, data: { ...it.data, name: 7 } });
    await put({ sk: `CHANNELS#${ids.admin}`, channels: 'none', revision: 1 });
    await people.work();
    for (const it of before) await put(it);
    await as('master', `DELETE /api/v1/notification-rules/${broken}`);
    expect(people.attempted.map(({ to }) => to.address)).toEqual(['operator@acme.test']);
    const reasons = (await logOf(alert)).map((it: { reason: string | null }) => it.reason);
    expect(new Set(reasons)).toEqual(new Set([null, 'user_not_active', 'nobody_on_call']));
    await channels('admin', []);
  });
});

describe('attempts', () => {
  test('A message that the provider rejects permanently is not sent again', async () => {
    await channels('operator', ['push']);
    await rule();
    people.answer = () => ({ outcome: 'refused', reason: 'subscription_gone', isFinal: true });
    const alert = await raise();
    await people.notify();
    await pass(20);
    expect(people.attempted).toHaveLength(1);
    expect(await logOf(alert)).toContainEqual(
      expect.objectContaining({ status: 'failed', reason: 'subscription_gone' }),
    );
    // The browser is no longer a channel.
    const next = await raise();
    await people.notify();
    expect(people.attempted).toHaveLength(1);
    expect(await logOf(next)).toContainEqual(
      expect.objectContaining({ status: 'suppressed', reason: 'no_channel' }),
    );
  });

  test.each(['acknowledge', 'resolve'])(
    'After a person chose to %s an alert, a message about it that waits for a retry is suppressed',
    async (action) => {
      await channels('operator', ['push', 'sms']);
      await rule();
      people.answer = ({ kind }) =>
        kind === 'push' ? { outcome: 'sent' } : { outcome: 'refused', reason: 'throttled', isFinal: false };
      const alert = await raise();
      await people.notify();
      await act(alert, action);
      await pass(20);
      expect(people.attempted).toHaveLength(2);
      expect(await logOf(alert)).toContainEqual(
        expect.objectContaining({ channel: 'sms', status: 'suppressed', reason: `${action}d` }),
      );
      expect(nobodyCount()).toBe(0);
    },
  );

  test('A rule for the events alert.acknowledged and alert.resolved notifies people of both', async () => {
    await channels('master', ['email']);
    await rule({ recipients: [{ user_id: ids.master }], events: ['alert.acknowledged', 'alert.resolved'] });
    const alert = await raise();
    await act(alert, 'acknowledge');
    await people.notify();
    await act(alert, 'resolve');
    await people.notify();
    expect(people.attempted.map(({ text }) => text.subject.split(':')[0])).toEqual([
      'Acknowledged',
      'Resolved',
    ]);
  });
});

describe('receipts', () => {
  const receipt = (eventType: string, context: object | undefined) =>
    people.hand(
      JSON.stringify({
        eventType,
        eventVersion: '1.0',
        isFinal: true,
        destinationPhoneNumber: '+4915123456789',
        context,
      }),
    );
  async function sentSms() {
    await channels('operator', ['sms']);
    await rule();
    const alert = await raise();
    await people.notify();
    return { alert, context: people.attempted[0]?.context };
  }

  test('An SMS receipt marks a sent SMS as delivered and counts it once, whatever receipts follow', async () => {
    const { alert, context } = await sentSms();
    expect(await receipt('TEXT_DELIVERED', context)).toBe(true);
    expect(await receipt('TEXT_DELIVERED', context)).toBe(true);
    expect(await receipt('TEXT_CARRIER_UNREACHABLE', context)).toBe(true);
    expect(await logOf(alert)).toMatchObject([{ status: 'delivered', reason: null }]);
    const delivered = guard.metrics
      .slice(metricsBefore)
      .filter(
        ({ dimensions }) => dimensions && 'outcome' in dimensions && dimensions.outcome === 'delivered',
      );
    expect(delivered).toHaveLength(1);
  });

  test('After an SMS receipt of a failure, the notification has the reason, and Guard notes that nobody was notified', async () => {
    const { alert, context } = await sentSms();
    await receipt('TEXT_CARRIER_UNREACHABLE', context);
    const log = await logOf(alert);
    expect(log).toContainEqual(expect.objectContaining({ status: 'failed', reason: 'carrier_unreachable' }));
    expect(log).toContainEqual(expect.objectContaining({ reason: 'nobody_notified' }));
    expect(nobodyCount()).toBe(1);
    await receipt('TEXT_DELIVERED', context);
    expect(await logOf(alert)).toContainEqual(expect.objectContaining({ status: 'delivered', reason: null }));
  });

  test.each(['acknowledge', 'resolve'])(
    'An SMS receipt of a failure raises no alarm if a person chose to %s the alert before',
    async (action) => {
      const { alert, context } = await sentSms();
      await act(alert, action);
      guard.clock.advance(180 * MINUTE);
      await receipt('TEXT_TTL_EXPIRED', context);
      await pass(2);
      expect(await logOf(alert)).toMatchObject([{ status: 'failed', reason: 'expired' }]);
      expect(nobodyCount()).toBe(0);
    },
  );

  test('SMS receipts with a status that is not final, or for an unknown notification, are ignored', async () => {
    const { alert, context } = await sentSms();
    expect(await receipt('TEXT_QUEUED', context)).toBe(true);
    expect(await receipt('TEXT_DELIVERED', undefined)).toBe(true);
    expect(await receipt('TEXT_DELIVERED', { ...context, id: newId(guard.clock.now, randomBytes) })).toBe(
      true,
    );
    expect(await logOf(alert)).toMatchObject([{ status: 'sent' }]);
  });

  test('An SMS receipt that arrives before the provider’s answer to the attempt is kept', async () => {
    await channels('operator', ['sms']);
    await rule();
    people.answer = async () => {
      await receipt('TEXT_DELIVERED', people.attempted[0]?.context);
      return { outcome: 'unknown', reason: 'no_answer' };
    };
    const alert = await raise();
    await people.notify();
    await pass(3);
    expect(people.attempted).toHaveLength(1);
    expect(await logOf(alert)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });
});

describe('limits', () => {
  test('In a storm, each person gets five messages, then summaries each minute, and each alert is in one of them', async () => {
    const size = repetitions({ few: 20, many: 520 });
    const callers = ['master', 'admin', 'operator'] as const;
    for (const caller of callers) await channels(caller, ['push']);
    await rule({ recipients: callers.map((it) => ({ user_id: ids[it] })) });
    const alerts: { id: string }[] = [];
    for (let number = 0; number < size; number += 1) alerts.push(await raise());
    await people.route();
    await people.work();
    expect(people.attempted).toHaveLength(callers.length * 5);
    await act(alerts[size - 1] ?? { id: '' }, 'acknowledge');
    await pass(2);
    const summaries = people.attempted.slice(callers.length * 5);
    const inSummaries = Array.from({ length: Math.ceil((size - 6) / 500) }, (_, place) =>
      Math.min(500, size - 6 - place * 500),
    );
    expect(summaries.map(({ text }) => text.subject)).toEqual(
      inSummaries.flatMap((count) => callers.map(() => en.summary.alerts(count, 'CRITICAL'))),
    );
    const items = (await notificationItems()).filter(({ data }) =>
      alerts.some(({ id }) => id === data.subject_id),
    );
    const count = (
      matches: (data: { status: string; reason: string | null; in_summary: boolean }) => boolean,
    ) => items.filter(({ data }) => matches(data)).length;
    expect(count(({ in_summary: isIn, status }) => isIn && status === 'sent')).toBe(
      callers.length * (size - 6),
    );
    expect(count(({ status, in_summary: isIn }) => status === 'sent' && !isIn)).toBe(callers.length * 5);
    expect(count(({ reason }) => reason === 'acknowledged')).toBe(callers.length);
    expect(nobodyCount()).toBe(0);
  }, 600_000);
});

describe('severity in a storm', () => {
  const textsOf = () => people.attempted.map(({ text }) => text.text);

  test('In a storm of low alerts, a critical fire is sent at once with its own text, then a summary names the held alerts', async () => {
    await channels('operator', ['sms']);
    await rule();
    for (let number = 0; number < 7; number += 1) await raise({ severity: 'low', type: 'tamper' });
    await people.notify();
    expect(people.attempted).toHaveLength(5);
    const fire = await raise({ type: 'fire' });
    await people.notify();
    expect(people.attempted).toHaveLength(6);
    expect(people.attempted.at(-1)?.text.text).toMatch(
      new RegExp(`^CRITICAL fire at .+\\. ${guard.url}/console\\?alert=${fire.id}$`),
    );
    expect((await logOf(fire))[0]).toMatchObject({ status: 'sent', in_summary: false, attempts: 1 });
    await pass(1);
    expect(textsOf().slice(6)).toEqual([
      expect.stringMatching(new RegExp(`^${en.summary.alerts(2, 'LOW')}: tamper at .+ \\(2\\)\\. `)),
    ]);
  });

  test('In a storm, five alerts of each higher severity are sent at once, although lower ones are held', async () => {
    await channels('operator', ['push']);
    await rule();
    const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;
    for (const severity of severities) {
      for (let number = 0; number < 6; number += 1) await raise({ severity });
      await people.notify();
    }
    const own = people.attempted.map(({ text }) => text.subject.split(' ')[0]);
    expect(own).toHaveLength(25);
    for (const severity of severities)
      expect(own.filter((it) => it === severity.toUpperCase())).toHaveLength(5);
    // Five critical ones leave no place for others.
    for (const severity of severities) await raise({ severity });
    await people.notify();
    expect(people.attempted).toHaveLength(25);
    await pass(1);
    expect(people.attempted.slice(25).map(({ text }) => text.subject)).toEqual([
      `${en.summary.alerts(2, 'CRITICAL')}, ${en.summary.others(8)}`,
    ]);
  });

  test('Messages about resolved alerts do not count towards the limit of messages about raised alerts', async () => {
    await channels('master', ['push']);
    const alerts = [];
    for (let number = 0; number < 7; number += 1) alerts.push(await raise());
    await rule({ recipients: [{ user_id: ids.master }], events: ['alert.resolved', 'alert.raised'] });
    for (const alert of alerts) await act(alert, 'resolve');
    await people.notify();
    expect(people.attempted.map(({ text }) => text.subject.split(':')[0])).toEqual(
      alerts.slice(0, 5).map(() => 'Resolved'),
    );
    await raise({ severity: 'low' });
    await people.notify();
    expect(people.attempted.at(-1)?.text.subject).toMatch(/^LOW panic at /);
    await pass(1);
    expect(people.attempted.slice(6).map(({ text }) => text.subject)).toEqual([en.summary.events(2)]);
  });

  test('A summary names an alert as critical if it became critical after its message was held', async () => {
    await channels('operator', ['email']);
    await rule();
    const report = (severity: string) => raise({ severity, type: 'fire' });
    for (let number = 0; number < 5; number += 1) await report('high');
    const held = await report('high');
    await people.notify();
    expect(people.attempted).toHaveLength(5);
    const item = await itemOf(`ALERT#${held.id}`);
    const Item = { ...item, data: { ...item?.data, severity: 'critical' } };
    await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item }));
    await pass(1);
    await guard.table.client.send(new PutCommand({ TableName: guard.table.name, Item: item }));
    expect(textsOf().at(-1)).toMatch(
      new RegExp(`^${en.summary.alerts(1, 'CRITICAL')}\\.\n\nCRITICAL fire at .+\n`),
    );
  });
});

describe('costs', () => {
  test('Notifying one person by one channel costs at most 14 read and 8 write units', async () => {
    await channels('operator', ['push']);
    await rule();
    await raise();
    people.units = { read: 0, write: 0 };
    await people.notify();
    expect(people.attempted).toHaveLength(1);
    expect(people.units.read).toBeLessThanOrEqual(14);
    expect(people.units.write).toBeLessThanOrEqual(8);
  });

  test('A notification that is held for a summary costs at most 10 read and 6 write units, including its share of the summary', async () => {
    await channels('operator', ['push']);
    await rule();
    for (let number = 0; number < 6; number += 1) await raise();
    await people.notify();
    people.units = { read: 0, write: 0 };
    for (let number = 0; number < HELD; number += 1) await raise();
    await people.notify();
    await pass(1);
    expect(people.attempted).toHaveLength(6);
    expect(people.units.read / HELD).toBeLessThanOrEqual(10);
    expect(people.units.write / HELD).toBeLessThanOrEqual(6);
  });
});
