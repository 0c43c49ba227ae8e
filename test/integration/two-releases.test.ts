import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { TARGET_KINDS, type TargetKind } from '../../lib/admin/entity-kinds.ts';
import { USERS } from '../../shared/accounts/user.ts';
import { cancelAlert, restoreAlert } from '../../shared/alerts/act-on-alert.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { isDivided } from '../../shared/alerts/alert-form.ts';
import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { NOTIFICATION_RULES } from '../../shared/notify/notification-rule.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import { SITES } from '../../shared/sites/site.ts';
import { INDEX_NAMES, TIMER_INDEX } from '../../shared/table/definition.ts';
import { type ItemKey, tenantKey } from '../../shared/table/keys.ts';
import type { KindKeys } from '../../shared/table/kind.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { creationOf, kindNamedBy, PASSWORD } from '../support/new-entity.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';
import { makeWhole } from '../support/whole-alert.ts';

/**
 * While a release is rolled out or taken back, two releases read and write the same items. One may keep fields in them
 * that the other does not know, or know nothing of the revision that the other raises.
 */

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let tenantId: string;
let userId: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
  ({ id: userId, tenant_id: tenantId } = (await as('master', 'GET /api/v1/auth/me')).body);
});
afterAll(async () => {
  await timers.stop();
  await guard.stop();
});

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

const newAcknowledgedAlert = async () => {
  const id = await newAlert();
  await as('master', `POST /api/v1/alerts/${id}/acknowledge`);
  return id;
};

const parkedUntil = () => ({
  json: { until: new Date(guard.clock.now.getTime() + 3_600_000).toISOString(), reason: 'x' },
});

const newParkedAlert = async () => {
  const id = await newAcknowledgedAlert();
  await as('master', `POST /api/v1/alerts/${id}/park`, parkedUntil());
  return id;
};

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

/** Every change of an alert. */
const CHANGES_OF_ALERTS: ItemChange[] = [
  ['acknowledge', newAlert, key(ALERTS), (id) => as('master', `POST /api/v1/alerts/${id}/acknowledge`)],
  ['resolve', newAlert, key(ALERTS), (id) => as('master', `POST /api/v1/alerts/${id}/resolve`)],
  [
    'take over',
    newAcknowledgedAlert,
    key(ALERTS),
    (id) => as('platform', `POST /api/v1/alerts/${id}/take-over`),
  ],
  [
    'park',
    newAcknowledgedAlert,
    key(ALERTS),
    (id) => as('master', `POST /api/v1/alerts/${id}/park`, parkedUntil()),
  ],
  ['unpark', newParkedAlert, key(ALERTS), (id) => as('master', `POST /api/v1/alerts/${id}/unpark`)],
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
  ...CHANGES_OF_ALERTS,
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
      const { from_the_future } = before ?? {};
      if (from_the_future) expect(after?.['data']).toMatchObject({ from_the_future });
    },
  );
});

const newKeyed = async (): Promise<string> => {
  const site_id = await newSite();
  await as('master', `PATCH /api/v1/sites/${site_id}`, { json: { escalation: { medium: [1] } } });
  const json = { site_id, type: 'panic', severity: 'medium', message: 'x', dedup_key: 'button' };
  return created('master', '/api/v1/alerts', json);
};

const newAcknowledgedKeyed = async () => {
  const id = await newKeyed();
  await as('master', `POST /api/v1/alerts/${id}/acknowledge`);
  return id;
};

const newRealAlert = async () => {
  const id = await newAlert();
  await as('master', `POST /api/v1/alerts/${id}/resolve`, { json: { resolution: 'real' } });
  return id;
};

/** Reports an event with the dedup key of an alert. */
async function report(id: string, event: object): Promise<{ status: number }> {
  const { site_id, dedup_key } = (await as('master', `GET /api/v1/alerts/${id}`)).body;
  const json = { events: [{ site_id, dedup_key, ...event }] };
  return (await as('master', 'POST /api/v1/reports', { json })).body.results[0];
}

/** Guard hears of an alert from its panel. */
async function hear(id: string, change: typeof restoreAlert): Promise<{ status: number }> {
  const stored = ALERTS.read((await readItem(key(ALERTS)(id))) ?? {});
  await change(guard.table, stored, { actor: GUARD_ITSELF, ...actionTime(guard.clock.now, randomBytes) });
  return { status: 200 };
}

const again = { action: 'raise', type: 'panic', severity: 'medium', message: 'x' };

async function wait(minutes: number): Promise<{ status: number }> {
  guard.clock.advance(minutes * 60_000);
  await timers.tick();
  return { status: 200 };
}

/** The changes of alerts by reports, by time, and to pictures. */
const OTHER_CHANGES_OF_ALERTS: ItemChange[] = [
  [
    'raise the severity',
    newKeyed,
    key(ALERTS),
    (id) => report(id, { ...again, id: unique(), severity: 'critical' }),
  ],
  ['a later alarm', newAcknowledgedKeyed, key(ALERTS), (id) => report(id, { ...again, id: unique() })],
  ['resolve by key', newKeyed, key(ALERTS), (id) => report(id, { action: 'resolve' })],
  ['restore', newAlert, key(ALERTS), (id) => hear(id, restoreAlert)],
  [
    'cancel',
    newAlert,
    key(ALERTS),
    (id) =>
      hear(id, (table, alert, context) =>
        cancelAlert(table, alert, { user_number: '1', user_name: null }, context),
      ),
  ],
  ['escalate', newKeyed, key(ALERTS), () => wait(2)],
  ['remind', newAcknowledgedAlert, key(ALERTS), () => wait(31)],
  ['return after parking', newParkedAlert, key(ALERTS), () => wait(61)],
  [
    'hold pictures',
    newRealAlert,
    key(ALERTS),
    (id) => as('master', `PUT /api/v1/alerts/${id}/pictures/hold`),
  ],
];

/** The indexes of alerts without a device. */
const OF_OPEN = ['platform_status', 'site_status', 'tenant_status'];
const OF_RESOLVED = [
  'platform',
  'platform_severity',
  'platform_type_severity',
  'site',
  'site_severity',
  'site_type',
  'site_type_severity',
  'tenant_severity',
  'tenant_type_severity',
];

/** The attributes of the indexes of an item, by their names. */
function indexesOf(item: Item): Item {
  const names = INDEX_NAMES.filter((name) => name !== TIMER_INDEX && item[name] !== undefined).sort();
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

describe.each([
  ['the whole form, as an older release raises it', true],
  ['the divided form', false],
])('an alert of %s', (_, isWhole) => {
  test.each([...CHANGES_OF_ALERTS, ...OTHER_CHANGES_OF_ALERTS])(
    'A change of an alert keeps the alert’s form, adds to its history, and leaves it in the right lists: %s',
    async (_, make, keyOf, change) => {
      const id = await make();
      if (isWhole) await makeWhole(guard.table, { id, tenant_id: tenantId });
      const before = ALERTS.read((await readItem(keyOf(id))) ?? {});
      const formerHistory = await historyOf(guard.table, before.entity);
      expect(formerHistory).toHaveLength(before.entity.version);
      const { status } = await change(id);
      expect(status).toBeOneOf([200, 201, 204]);

      const item = (await readItem(keyOf(id))) ?? {};
      const { entity, log, form } = ALERTS.read(item);
      const history = await historyOf(guard.table, entity);
      expect(history.slice(0, formerHistory.length)).toEqual(formerHistory);
      expect(history).toHaveLength(entity.version);

      const isOpen = entity.status !== 'resolved';
      const wasResolved = history.some(({ action }) => action === 'resolved');
      expect([isDivided(form), log === undefined]).toEqual([!isWhole, isWhole]);
      const names = [
        ...(isOpen || isWhole ? OF_OPEN : []),
        ...(wasResolved || isWhole ? OF_RESOLVED : []),
        ...(isWhole ? ['tenant'] : []),
      ];
      expect(Object.keys(indexesOf(item))).toEqual(names.sort());
      expect(indexesOf(item)).toEqual(indexesOf(ALERTS.itemLike(item, entity)));
      const listed = `TENANT#${tenantId}#ALERT#${isWhole ? entity.status : 'open'}`;
      expect(item['tenant_status']).toBe(names.includes('tenant_status') ? listed : undefined);
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
    data: { from_the_future: { kept: [1, 'two'] } },
    revision: 2,
  });
});

describe('the last login of a user, as two releases store it', () => {
  const [EARLIER, LATER] = ['2026-11-01T08:00:00.000+00:00', '2026-11-02T08:00:00.000+00:00'];
  const STORED: [name: string, inData: string | null | undefined, beside: string | undefined][] = [
    ['in `data`, as by release 1.0', LATER, undefined],
    ['in `data` after a release that stores it beside', LATER, EARLIER],
    ['beside `data`', null, LATER],
    ['beside `data` after release 1.0', EARLIER, LATER],
    ['beside `data`, without the field of release 1.0', undefined, LATER],
  ];

  async function newStored([, inData, beside]: (typeof STORED)[number]): Promise<string> {
    const id = await newSignedIn();
    const set = [
      ...(inData === undefined ? [] : ['#data.#time = :inData']),
      ...(beside ? ['#time = :beside'] : []),
    ];
    const removed = [...(inData === undefined ? ['#data.#time'] : []), ...(beside ? [] : ['#time'])];
    await leaveAs(USERS.key(tenantId, id), {
      expression: `SET ${set.join(', ')} ${removed.length > 0 ? `REMOVE ${removed.join(', ')}` : ''}`,
      names: { '#data': 'data', '#time': 'last_login_at' },
      values: {
        ...(inData === undefined ? {} : { ':inData': inData }),
        ...(beside ? { ':beside': beside } : {}),
      },
    });
    return id;
  }

  const LISTS: [Caller, string][] = [
    ['master', 'users?limit=100'],
    ['master', 'users?limit=100&status=active'],
    ['master', 'users?limit=100&role=operator'],
    ['master', 'users?limit=100&role=operator&status=active'],
    ['master', 'people?limit=100&role=operator'],
    ['platform', 'users?limit=100'],
    ['platform', 'users?limit=100&role=operator'],
  ];

  test.each(STORED)('Each answer shows the later of the times of a user’s logins: %s', async (...stored) => {
    const id = await newStored(stored);
    const { body } = await as('master', `GET /api/v1/users/${id}`);
    expect(body.last_login_at).toBe(LATER);
    const own = await guard.call('GET /api/v1/auth/me', { token: tokens.get(id) });
    expect(own.body).toEqual(body);
    for (const [caller, path] of LISTS) {
      const { data } = (await as(caller, `GET /api/v1/${path}`)).body;
      const shown = data.filter((user: { id: string }) => user.id === id);
      expect([path, shown]).toEqual([path, [expect.objectContaining(body)]]);
    }
  });

  test.each(STORED)('A change of a user leaves both times of logins as they are: %s', async (...stored) => {
    const id = await newStored(stored);
    const timesOf = async () => {
      const item = await readItem(USERS.key(tenantId, id));
      return [item, item?.['data'] as Item].map((it) => it?.['last_login_at'] ?? null);
    };
    const before = await timesOf();
    const changed = await as('master', `PATCH /api/v1/users/${id}`, { json: { name: unique() } });
    expect([changed.status, changed.body.last_login_at]).toEqual([200, LATER]);
    expect(await timesOf()).toEqual(before);
    expect((await changeOneself(id, { name: unique() })).body.last_login_at).toBe(LATER);
    expect(await timesOf()).toEqual(before);
  });

  test.each(STORED)('A login is later than all stored times: %s', async (...stored) => {
    const id = await newStored(stored);
    const { email } = (await as('master', `GET /api/v1/users/${id}`)).body;
    const before = await readItem(USERS.key(tenantId, id));
    const { body } = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
    expect(body.user.last_login_at > LATER).toBe(true);
    const { body: shown } = await as('master', `GET /api/v1/users/${id}`);
    expect(shown).toEqual(body.user);
    // Indexes copy `data`, so a login that changed it would cost seven write units more.
    expect((await readItem(USERS.key(tenantId, id)))?.['data']).toEqual(before?.['data']);
  });
});

test('If this release and one that does not increase the revision change an alert at once, exactly one change succeeds', async () => {
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

  test('A list does not show stored fields that this release does not know', async () => {
    await leaveDevice('#data.from_the_future', 'secret');
    const list = await as('master', 'GET /api/v1/devices');
    expect(list.status).toBe(200);
    expect(list.text).not.toContain('from_the_future');
  });

  test('A list gets 500 instead of an invalid response if a stored value has a type that this release does not know', async () => {
    await leaveDevice('#data.serial', 7);
    const list = await as('master', 'GET /api/v1/devices');
    expect([list.status, list.body.code]).toEqual([500, 'internal_error']);
  });
});
