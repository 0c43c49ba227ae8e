import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../functions/routes.ts';
import { TARGET_KINDS, type TargetKind } from '../../lib/admin/entity-kinds.ts';
import { USERS } from '../../shared/accounts/user.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { NOTIFICATION_RULES } from '../../shared/notify/notification-rule.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import { SITES } from '../../shared/sites/site.ts';
import { type ItemKey, tenantKey, tenantPartition } from '../../shared/table/keys.ts';
import type { KindKeys } from '../../shared/table/kind.ts';
import { encodeCursor } from '../../shared/table/list-page.ts';
import { listEntities } from '../../shared/table/list-read.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { creationOf, kindNamedBy, PASSWORD } from '../support/new-entity.ts';

/**
 * While a release is rolled out or taken back, two releases read and write the same items. One may keep fields in them
 * that the other does not know, or know nothing of the revision that the other raises.
 */

let guard: TestGuard;
let as: CallAs;
let tenantId: string;
let userId: string;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  ({ id: userId, tenant_id: tenantId } = (await as('master', 'GET /api/v1/auth/me')).body);
});
afterAll(() => guard.stop());

type Item = Record<string, unknown>;

async function readItem({ pk, sk }: ItemKey): Promise<Item | undefined> {
  const { table } = guard;
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item;
}

/** The states in which another release may have left an item. */
const OTHER_RELEASES: Record<string, { expression: string; values?: Item; names?: Record<string, string> }> =
  {
    'that holds fields from the future': {
      expression: 'SET #data.#future = :future, #future = :future',
      names: { '#data': 'data', '#future': 'from_the_future' },
      values: { ':future': { kept: [1, 'two'] } },
    },
    'that holds no revision': {
      expression: 'REMOVE #revision, #recent',
      names: { '#revision': 'revision', '#recent': 'recent_writes' },
    },
  };

async function leaveAs({ pk, sk }: ItemKey, { expression, values, names }: (typeof OTHER_RELEASES)[string]) {
  const { table } = guard;
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: expression,
      ExpressionAttributeNames: names,
      ...(values ? { ExpressionAttributeValues: values } : {}),
    }),
  );
}

let count = 0;
const unique = () => {
  count += 1;
  return `two-releases-${count}`;
};

async function created(caller: Caller, path: string, json: unknown): Promise<string> {
  const answer = await as(caller, `POST ${path}`, { json });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

async function create(kind: TargetKind, siteId?: string): Promise<string> {
  const { path, json } = creationOf(kind, { unique: unique(), userId, ...(siteId ? { siteId } : {}) });
  return created(kind === 'tenant' ? 'platform' : 'master', path, json);
}
const newSite = () => create('site');
const newDevice = async () => create('device', await newSite());
const newUser = () => create('user');
const newWebhook = () => create('webhook');
const tokens = new Map<string, string>();
const newSignedIn = async () => {
  const id = await newUser();
  const { email } = (await as('master', `GET /api/v1/users/${id}`)).body;
  const login = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  tokens.set(id, login.body.token);
  return id;
};
const changeOneself = (id: string, json: object) =>
  guard.call('PATCH /api/v1/auth/me', { token: tokens.get(id), json });
const newTenant = () => create('tenant');
const newAlert = async () => create('alert', await newSite());

const newResolvedAlert = async () => {
  const id = await newAlert();
  await as('master', `POST /api/v1/alerts/${id}/resolve`);
  return id;
};

const newPlannedAlert = async () => {
  await create('action_plan');
  return newAlert();
};

const key = (kind: KindKeys) => (id: string) => kind.key(tenantId, id);

/** A note is an entry. The note of the matrix must only leave the alert as expected. */
const noteAs = (caller: Caller, id: string) =>
  as(caller, `POST /api/v1/alerts/${id}/notes`, { json: { text: 'x' } });

type ItemChange = [
  name: string,
  make: () => Promise<string>,
  keyOf: (id: string) => ItemKey,
  change: (id: string) => Promise<{ status: number }>,
];

const CHANGED_FIELDS: Partial<Record<TargetKind, object>> = {
  webhook: { description: 'x' },
  test: { ends_at: '2026-11-20T21:00:00.000+00:00' },
};

/** The change and the deletion of each kind of a tenant. */
const ORDINARY_CHANGES = routes.flatMap((route): ItemChange[] => {
  const { name, method, path } = route;
  const target = kindNamedBy(route);
  const isOrdinary = target && target !== 'tenant' && /^\/api\/v1\/[\w-]+\/\{\w+\}$/.test(path);
  if (!isOrdinary || (method !== 'PATCH' && method !== 'DELETE')) return [];
  const json = CHANGED_FIELDS[target] ?? { name: 'Other' };
  const options = method === 'PATCH' ? { json } : {};
  return [
    [
      name,
      async () => create(target, await newSite()),
      (id) => TARGET_KINDS[target].key(tenantId, id),
      (id) => as('master', `${method} ${path.replace(/\{\w+\}/, id)}`, options),
    ],
  ];
});

/** Every change of an existing item: creation, key and request. */
const CHANGES: ItemChange[] = [
  ...ORDINARY_CHANGES,
  [
    'set a site’s escalation',
    newSite,
    key(SITES),
    (id) => as('master', `PATCH /api/v1/sites/${id}`, { json: { escalation: { critical: [2] } } }),
  ],
  [
    'move device',
    newDevice,
    key(DEVICES),
    async (id) => as('master', `PATCH /api/v1/devices/${id}`, { json: { site_id: await newSite() } }),
  ],
  [
    'block user',
    newUser,
    key(USERS),
    (id) => as('master', `PATCH /api/v1/users/${id}`, { json: { status: 'blocked' } }),
  ],
  [
    'change a password',
    newUser,
    key(USERS),
    (id) => as('master', `PATCH /api/v1/users/${id}`, { json: { password: 'another long password' } }),
  ],
  [
    'change an e-mail',
    newUser,
    key(USERS),
    (id) => as('master', `PATCH /api/v1/users/${id}`, { json: { email: `${unique()}@acme.test` } }),
  ],
  ['PATCH oneself', newSignedIn, key(USERS), (id) => changeOneself(id, { name: unique() })],
  [
    'change the own password',
    newSignedIn,
    key(USERS),
    (id) => changeOneself(id, { password: PASSWORD, current_password: PASSWORD }),
  ],
  [
    'give a webhook another secret',
    newWebhook,
    key(WEBHOOKS),
    (id) => as('master', `POST /api/v1/webhooks/${id}/rotate`),
  ],
  [
    'put a person on call instead of the rotations',
    () => create('schedule'),
    key(SCHEDULES),
    (id) => {
      const json = { user_id: userId, since: '2026-12-24T08:00:00Z', until: '2026-12-26T08:00:00Z' };
      return as('master', `POST /api/v1/schedules/${id}/overrides`, { json });
    },
  ],
  [
    'PATCH tenant',
    newTenant,
    tenantKey,
    (id) => as('platform', `PATCH /api/v1/tenants/${id}`, { json: { status: 'inactive' } }),
  ],
  [
    'set an escalation',
    newTenant,
    tenantKey,
    (id) => as('platform', `PUT /api/v1/escalation?tenant_id=${id}`, { json: { critical: [2, 5] } }),
  ],
  ['DELETE tenant', newTenant, tenantKey, (id) => as('platform', `DELETE /api/v1/tenants/${id}`)],
  ['acknowledge', newAlert, key(ALERTS), (id) => as('master', `POST /api/v1/alerts/${id}/acknowledge`)],
  ['resolve', newAlert, key(ALERTS), (id) => as('master', `POST /api/v1/alerts/${id}/resolve`)],
  [
    'reopen',
    newResolvedAlert,
    key(ALERTS),
    (id) => as('master', `POST /api/v1/alerts/${id}/reopen`, { json: { note: 'x' } }),
  ],
  [
    'record the outcome of a step',
    newPlannedAlert,
    key(ALERTS),
    (id) => as('master', `POST /api/v1/alerts/${id}/plan/steps/call`, { json: { outcome: 'done' } }),
  ],
  ['note', newAlert, key(ALERTS), (id) => noteAs('master', id)],
];

describe.each(Object.entries(OTHER_RELEASES))('an item %s', (_, left) => {
  test.each(CHANGES)(
    'Changing an item keeps the fields that this release does not know: %s',
    async (_, make, keyOf, change) => {
      const id = await make();
      const itemKey = keyOf(id);
      await leaveAs(itemKey, left);
      const before = await readItem(itemKey);
      const answer = await change(id);
      expect(answer.status).toBeOneOf([200, 201, 204]);
      const after = await readItem(itemKey);
      // A test is ended, not deleted.
      if (answer.status === 204 && !itemKey.sk.startsWith(TARGET_KINDS.test.prefix())) {
        expect(after).toBeUndefined();
        return;
      }
      expect(after?.['revision']).toBe(Number(before?.['revision'] ?? 0) + 1);
      expect(after?.['from_the_future']).toEqual(before?.['from_the_future']);
      expect(after?.['data']).toMatchObject(
        before?.['from_the_future'] ? { from_the_future: before['from_the_future'] } : { id },
      );
    },
  );
});

test('A login keeps the fields of a user that this release does not know', async () => {
  const email = `${unique()}@acme.test`;
  const id = await created('master', '/api/v1/users', {
    name: unique(),
    email,
    role: 'viewer',
    password: 'a long enough password',
  });
  const itemKey = USERS.key(tenantId, id);
  const left = OTHER_RELEASES['that holds fields from the future'];
  if (left) await leaveAs(itemKey, left);
  const login = await guard.call('POST /api/v1/auth/login', {
    json: { email, password: 'a long enough password' },
  });
  expect(login.status).toBe(200);
  expect(await readItem(itemKey)).toMatchObject({
    from_the_future: { kept: [1, 'two'] },
    data: { from_the_future: { kept: [1, 'two'] }, last_login_at: expect.any(String) },
    revision: 2,
  });
});

test('Racing changes of an alert are all kept when another release does not increase the revision', async () => {
  const id = await newAlert();
  const { table } = guard;
  const itemKey = ALERTS.key(tenantId, id);
  const acknowledged = as('master', `POST /api/v1/alerts/${id}/acknowledge`);
  // The other release writes the whole of `data`, and only while it is what was read.
  const before = await readItem(itemKey);
  const data = {
    ...(before?.['data'] as Item),
    status: 'resolved',
    updated_at: '2026-11-20T12:00:31.000+00:00',
  };
  const other = await table.client
    .send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: itemKey.pk, sk: itemKey.sk },
        UpdateExpression: 'SET #data = :data',
        ConditionExpression: '#data = :before',
        ExpressionAttributeNames: { '#data': 'data' },
        ExpressionAttributeValues: { ':data': data, ':before': before?.['data'] },
      }),
    )
    .then(
      () => 'written',
      () => 'refused',
    );
  const { status } = await acknowledged;
  expect([status, other]).toBeOneOf([
    [200, 'refused'],
    [409, 'written'],
  ]);
});

test('Release 0.9.0 rejects a webhook with an encrypted secret, because it cannot sign with it', async () => {
  const id = await newWebhook();
  const schemaOf090 = z.array(z.object({ secret: z.string(), until: z.optional(z.string()) }));
  const { secrets } = (await readItem(key(WEBHOOKS)(id))) ?? {};
  expect(secrets).toHaveLength(1);
  expect(schemaOf090.safeParse(secrets).success).toBe(false);
});

test('A change of a notification rule keeps the fields of its recipients that this release does not know', async () => {
  const id = await create('notification_rule');
  const expression = 'SET #data.recipients[0].from_the_future = :future';
  await leaveAs(key(NOTIFICATION_RULES)(id), {
    expression,
    names: { '#data': 'data' },
    values: { ':future': true },
  });
  const renamed = await as('master', `PATCH /api/v1/notification-rules/${id}`, { json: { name: 'Other' } });
  expect([renamed.status, renamed.body.recipients]).toEqual([200, [{ user_id: userId }]]);
  const recipients = [{ user_id: userId, from_the_future: true }];
  expect(await readItem(key(NOTIFICATION_RULES)(id))).toMatchObject({ data: { name: 'Other', recipients } });
});

test('The previous release reads the outcome of a plan’s step as a note, and keeps the plan of an alert', async () => {
  const id = await newPlannedAlert();
  const json = { outcome: 'failed', note: 'Nobody opened' };
  await as('master', `POST /api/v1/alerts/${id}/plan/steps/call`, { json });
  const [entry] = (await as('master', `GET /api/v1/alerts/${id}/events`)).body.data;
  const stored = await readItem(ALERT_EVENTS.key(tenantId, id, entry.id));
  expect(stored?.['data']).toMatchObject({ action: 'noted', note: 'Nobody opened' });
  expect(entry).toMatchObject({ action: 'plan_step', step: 'call', outcome: 'failed' });
  const { plan, plan_steps } = (await readItem(key(ALERTS)(id))) ?? {};
  await as('master', `POST /api/v1/alerts/${id}/acknowledge`);
  expect(await readItem(key(ALERTS)(id))).toMatchObject({ plan, plan_steps });
});

describe('a webhook for reopened alerts', () => {
  const ALL = ['alert.raised', 'alert.reopened', 'device.online'];
  const KNOWN = ['alert.raised', 'device.online'];
  const make = () => created('master', '/api/v1/webhooks', { url: 'http://localhost:9/', events: ALL });
  const read = async (id: string) => (await as('master', `GET /api/v1/webhooks/${id}`)).body;

  test('A webhook for reopened alerts shows the previous release only the events that it knows', async () => {
    const id = await make();
    expect(await readItem(key(WEBHOOKS)(id))).toMatchObject({ data: { events: KNOWN } });
    expect((await read(id)).events).toEqual(ALL);
    await as('master', `DELETE /api/v1/webhooks/${id}`);
  });

  test('A webhook for reopened alerts has the events that the previous release set', async () => {
    const id = await make();
    const expression = 'SET #data.events = :events';
    const events = ['alert.raised'];
    await leaveAs(key(WEBHOOKS)(id), {
      expression,
      names: { '#data': 'data' },
      values: { ':events': events },
    });
    expect((await read(id)).events).toEqual(events);
    const json = { events: ['alert.reopened'] };
    await as('master', `PATCH /api/v1/webhooks/${id}`, { json });
    expect((await read(id)).events).toEqual(json.events);
    await as('master', `DELETE /api/v1/webhooks/${id}`);
  });
});

describe('a device that is not watched, of a release in which people set its status', () => {
  const HEARTBEAT = 60;
  const findIn = async (id: string) => {
    const lists = await Promise.all(
      ['online', 'offline', 'unknown'].map(async (status) => {
        const { body } = await as('master', `GET /api/v1/devices?limit=100&status=${status}`);
        return body.data.some((it: { id: string }) => it.id === id) ? [status] : [];
      }),
    );
    return lists.flat();
  };
  const stored = async (id: string) => (await readItem(DEVICES.key(tenantId, id)))?.['data'];

  test.each(['online', 'offline'] as const)(
    'A device that was set %s is unknown, and watched like any other',
    async (status) => {
      const id = await newDevice();
      const { entity } = DEVICES.read((await readItem(DEVICES.key(tenantId, id))) ?? {});
      // Indexed by the status, as that release did.
      const { platform_status, tenant_status, site_status } = DEVICES.item({ ...entity, status });
      await leaveAs(DEVICES.key(tenantId, id), {
        expression: 'SET #data.#status = :status, #p = :p, #t = :t, #s = :s',
        names: {
          '#data': 'data',
          '#status': 'status',
          '#p': 'platform_status',
          '#t': 'tenant_status',
          '#s': 'site_status',
        },
        values: { ':status': status, ':p': platform_status, ':t': tenant_status, ':s': site_status },
      });
      const path = `/api/v1/devices/${id}`;
      expect((await as('master', `GET ${path}`)).body.status).toBe('unknown');
      expect(await findIn(id)).toEqual(['unknown']);
      await as('master', `PATCH ${path}`, { json: { name: 'Hatch' } });
      expect(await findIn(id)).toEqual(['unknown']);
      const on = await as('master', `PATCH ${path}`, { json: { heartbeat_seconds: HEARTBEAT } });
      expect([on.body.status, (await as('master', `GET ${path}`)).body.status]).toEqual([
        'offline',
        'offline',
      ]);
      expect(await findIn(id)).toEqual(['offline']);
      const off = await as('master', `PATCH ${path}`, { json: { heartbeat_seconds: null } });
      expect(off.body.status).toBe('unknown');
      expect(await findIn(id)).toEqual(['unknown']);
    },
  );

  test('A device that is not watched is stored with a status that the previous release reads', async () => {
    const id = await newDevice();
    expect(await stored(id)).toMatchObject({ status: 'online' });
    const json = { heartbeat_seconds: HEARTBEAT };
    await as('master', `PATCH /api/v1/devices/${id}`, { json });
    await as('master', `PATCH /api/v1/devices/${id}`, { json: { heartbeat_seconds: null } });
    expect(await stored(id)).toMatchObject({ status: 'online' });
  });
});

describe('a list with an item of another release', () => {
  async function leaveDevice(expression: string, value: unknown): Promise<void> {
    const { table } = guard;
    const [device] = (await as('master', 'GET /api/v1/devices')).body.data;
    const { pk, sk } = DEVICES.key(device.tenant_id, device.id);
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: `SET ${expression} = :value`,
        ExpressionAttributeNames: { '#data': 'data' },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  }

  test('A list does not show fields of an item that this release does not know', async () => {
    await leaveDevice('#data.from_the_future', 'secret');
    const list = await as('master', 'GET /api/v1/devices');
    expect(list.status).toBe(200);
    expect(list.text).not.toContain('from_the_future');
  });

  test('A list with a stored value that this release does not know is a fault, not an invalid response', async () => {
    await leaveDevice('#data.serial', 7);
    const list = await as('master', 'GET /api/v1/devices');
    expect([list.status, list.body.code]).toEqual([500, 'internal_error']);
  });
});

describe('cursors of the release that read a tenant’s alerts from the table', () => {
  const path = '/api/v1/alerts';

  test('Cursors of the release that read a tenant’s alerts from the table continue in the index, forward and back', async () => {
    for (let count = 0; count < 5; count++) await newAlert();
    const { body: whole } = await as('master', `GET ${path}?limit=100`);
    const ids = whole.data.map(({ id }: { id: string }) => id);
    const { body: me } = await as('master', 'GET /api/v1/auth/me');
    const plan = {
      rounds: [[{ index: undefined, value: tenantPartition(tenantId), prefix: ALERTS.prefix() }]],
      filter: {},
      range: {},
      readAhead: 0,
    };
    const first = await listEntities(guard.table, ALERTS, plan, { position: undefined, limit: 2 });
    const { next } = first;
    if (!next) throw new Error('There is a second page');
    const second = await listEntities(guard.table, ALERTS, plan, { position: next, limit: 2 });
    const { prev } = second;
    if (!prev) throw new Error('There is a page before the second');
    const go = async (position: typeof next) => {
      const cursor = encodeCursor(position, [me.id, path]);
      const { body } = await as('master', `GET ${path}?limit=2&cursor=${cursor}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await go(next)).toEqual(ids.slice(2, 4));
    expect(await go(prev)).toEqual(ids.slice(0, 2));
  });
});

test('An alert of a release that also wrote indexes by type keeps these attributes and is in the alert lists', async () => {
  const id = await newAlert();
  const older = {
    expression: 'SET #platform_type = :older, #tenant_type = :older',
    names: { '#platform_type': 'platform_type', '#tenant_type': 'tenant_type' },
    values: { ':older': 'TENANT#older#ALERT#panic' },
  };
  await leaveAs(ALERTS.key(tenantId, id), older);
  expect((await as('master', `POST /api/v1/alerts/${id}/resolve`)).status).toBe(200);
  const after = await readItem(ALERTS.key(tenantId, id));
  expect([after?.['platform_type'], after?.['tenant_type']]).toEqual(Array(2).fill(older.values[':older']));
  for (const query of ['limit=100', 'limit=100&type=panic', 'limit=100&type=panic&status=resolved']) {
    const { body } = await as('master', `GET /api/v1/alerts?${query}`);
    expect(body.data).toContainEqual(expect.objectContaining({ id, status: 'resolved' }));
  }
});
