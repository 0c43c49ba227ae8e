import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { entryItems } from '../support/history-of.ts';
import type { Answer } from '../support/send-request.ts';

let guard: TestGuard;
let as: CallAs;
let tenantId: string;
let siteId: string;
let alertId: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  as = await signInCallers(guard);
  const site = (await as('master', 'POST /api/v1/sites', { json: { name: 'Idempotent' } })).body;
  [tenantId, siteId] = [site.tenant_id, site.id];
  alertId = (await as('master', 'POST /api/v1/alerts', { json: alert({}) })).body.id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

let count = 0;
const unique = (what = 'key') => {
  count += 1;
  return `${what} ${count}`;
};

const REPLAYED = 'idempotency-replayed';
const isReplayed = ({ headers }: Answer) => headers.get(REPLAYED) === 'true';

const send = (caller: Caller, path: string, key: string, json: object) =>
  as(caller, `POST ${path}`, { json, headers: { 'Idempotency-Key': key, 'Guard-Strict': '1' } });

/** The parts of a response that a repetition must equal. */
const seen = ({ status, body, headers }: Answer) => ({
  status,
  body,
  location: headers.get('location'),
  etag: headers.get('etag'),
});

/** Number of entities of the tenant with a name, alerts with a message, or history entries with a note. */
async function countNamed(name: string): Promise<number> {
  const items: Record<string, unknown>[] = [];
  for await (const item of queryAll(guard.table, tenantPartition(tenantId))) items.push(item);
  const isEntry = ({ sk }: Record<string, unknown>) => String(sk).startsWith(ALERT_EVENTS.prefix());
  return [...items.filter((item) => !isEntry(item)), ...entryItems(items)].filter(({ data }) => {
    const thing = data as { name?: string; message?: string; note?: string } | undefined;
    return [thing?.name, thing?.message, thing?.note].includes(name);
  }).length;
}

const nameOf = ({ body }: Answer): string => body.name ?? body.message ?? body.note;

const alert = (fields: object) => ({
  site_id: siteId,
  type: 'panic',
  severity: 'low',
  message: 'x',
  ...fields,
});

/** Every route with idempotency keys, with a different body for each call. */
const CREATIONS: [what: string, path: () => string, body: (name: string) => object][] = [
  ['a site', () => '/api/v1/sites', (name) => ({ name })],
  ['a zone', () => `/api/v1/sites/${siteId}/zones`, (name) => ({ name })],
  [
    'a device with a serial',
    () => `/api/v1/sites/${siteId}/devices`,
    (name) => ({ name, type: 'camera', serial: name.replace(' ', '-') }),
  ],
  ['an alert', () => '/api/v1/alerts', (message) => alert({ message })],
  [
    'an alert with a dedup key',
    () => '/api/v1/alerts',
    (message) => alert({ message, dedup_key: message, metadata: { firmware: '2.4.1' } }),
  ],
  ['a note', () => `/api/v1/alerts/${alertId}/notes`, (text) => ({ text })],
];

describe.each(CREATIONS)('creating %s with an idempotency key', (_, pathOf, bodyOf) => {
  test('A repeated request with an idempotency key gets the first response and creates nothing more', async () => {
    const [key, name] = [unique(), unique('thing')];
    const first = await send('master', pathOf(), key, bodyOf(name));
    expect([first.status, isReplayed(first)]).toEqual([201, false]);
    for (let round = 0; round < 2; round++) {
      const again = await send('master', pathOf(), key, bodyOf(name));
      expect(isReplayed(again)).toBe(true);
      expect(seen(again)).toEqual(seen(first));
    }
    expect(await countNamed(name)).toBe(1);
  });

  test('Concurrent requests with one idempotency key create one entity and get the same response', async () => {
    const [key, name] = [unique(), unique('thing')];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('master', pathOf(), key, bodyOf(name))),
    );
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    const [first, ...others] = answers.map(seen);
    expect(first?.status).toBe(201);
    expect(others).toEqual(Array(7).fill(first));
    expect(await countNamed(name)).toBe(1);
  });

  test('If concurrent requests with one idempotency key have two bodies, those with one body all succeed, and the others get 422', async () => {
    const key = unique();
    const names = [unique('thing'), unique('thing')] as const;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (__, place) => send('master', pathOf(), key, bodyOf(names[place % 2] ?? ''))),
    );
    const created = await Promise.all(names.map(countNamed));
    expect(created.toSorted()).toEqual([0, 1]);
    const done = created.indexOf(1);
    for (const [place, answer] of answers.entries()) {
      if (place % 2 === done) expect([answer.status, nameOf(answer)]).toEqual([201, names[done]]);
      else expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused']);
    }
  });

  test('An idempotency key is forgotten after exactly 24 hours', async () => {
    const [key, name] = [unique(), unique('thing')];
    const first = await send('master', pathOf(), key, bodyOf(name));
    guard.clock.advance(24 * 3_600_000 - 1);
    expect(seen(await send('master', pathOf(), key, bodyOf(name)))).toEqual(seen(first));
    guard.clock.advance(1);
    const other = unique('thing');
    const second = await send('master', pathOf(), key, bodyOf(other));
    expect([second.status, isReplayed(second), nameOf(second)]).toEqual([201, false, other]);
    expect(isReplayed(await send('master', pathOf(), key, bodyOf(other)))).toBe(true);
  });
});

describe('alerts that Guard repairs, with an idempotency key', () => {
  const raise = (key: string, json: object) =>
    as('master', 'POST /api/v1/alerts', { json, headers: { 'Idempotency-Key': key } });

  test('A different alert with a used idempotency key is raised with a warning, and repeating either alert raises nothing more', async () => {
    const [key, names] = [unique(), [unique('thing'), unique('thing')] as const];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, place) => raise(key, alert({ message: names[place % 2] }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(await Promise.all(names.map(countNamed))).toEqual([1, 1]);
    const warned = answers.filter(({ body }) => body.warnings?.[0].code === 'idempotency_key_reused');
    expect(new Set(warned.map(nameOf)).size).toBe(1);
    guard.clock.advance(24 * 3_600_000 - 1_000);
    const again = await raise(key, alert({ message: names[0] }));
    expect([again.status, isReplayed(again)]).toEqual([201, true]);
  });

  test('Repeating a repaired alert with its idempotency key of 200 characters returns the first response with its warnings', async () => {
    const [key, message] = ['k'.repeat(200), unique('thing')];
    const sent = alert({ message, occurred_at: '1970-01-01T00:00:00Z', colour: 'red' });
    const first = await raise(key, sent);
    expect(first.body.warnings.map(({ code }: { code: string }) => code)).toEqual([
      'unknown_field',
      'clock_wrong',
    ]);
    guard.clock.advance(60_000);
    const again = await raise(key, sent);
    expect([isReplayed(again), again.body]).toEqual([true, first.body]);
    expect(await countNamed(message)).toBe(1);
  });
});

describe('one more occurrence of an open alert, with an idempotency key', () => {
  const path = '/api/v1/alerts';
  const occurrencesOf = async (id: string) =>
    (await as('master', `GET ${path}/${id}`)).body.occurrences as number;

  test.each([
    ['of the same severity', 'low'],
    ['of a higher severity', 'critical'],
  ])(
    'A repeated occurrence of an open alert with an idempotency key is counted once and gets 200 again: %s',
    async (_, severity) => {
      const dedup_key = unique('trouble');
      const { body: first } = await as('master', `POST ${path}`, { json: alert({ dedup_key }) });
      const key = unique();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => send('master', path, key, alert({ dedup_key, severity }))),
      );
      expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
      const [one, ...others] = answers.map(seen);
      expect([one?.status, one?.body.id, one?.body.severity]).toEqual([200, first.id, severity]);
      expect(others).toEqual(Array(7).fill(one));
      expect(await occurrencesOf(first.id)).toBe(2);
    },
  );

  test('Racing occurrences of an open alert are counted once for each idempotency key', async () => {
    const dedup_key = unique('trouble');
    const keys = Array.from({ length: 10 }, () => unique());
    const raise = (key: string) => send('master', path, key, alert({ dedup_key }));
    const answers = await Promise.all([...keys, ...keys].map(raise));
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(10);
    expect(answers.filter((answer) => !isReplayed(answer) && answer.status === 201)).toHaveLength(1);
    const ids = new Set(answers.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(await occurrencesOf(answers[0]?.body.id)).toBe(10);
  });

  test('A repeated occurrence with an idempotency key gets the same response after the alert is resolved', async () => {
    const dedup_key = unique('trouble');
    const { body: first } = await as('master', `POST ${path}`, { json: alert({ dedup_key }) });
    const key = unique();
    const counted = await send('master', path, key, alert({ dedup_key }));
    await as('master', `POST ${path}/${first.id}/resolve`);
    expect(seen(await send('master', path, key, alert({ dedup_key })))).toEqual(seen(counted));
    const next = await send('master', path, unique(), alert({ dedup_key }));
    expect([next.status, next.body.id === first.id]).toEqual([201, false]);
  });
});

describe('an idempotency key', () => {
  const path = '/api/v1/sites';

  test('An idempotency key cannot be reused with another body, path or query', async () => {
    const [key, name] = [unique(), unique('thing')];
    const zones = `/api/v1/sites/${siteId}/zones`;
    expect((await send('master', path, key, { name })).status).toBe(201);
    for (const [otherPath, json] of [
      [path, { name: unique('thing') }],
      [path, { name, address: 'Gate 7' }],
      [zones, { name }],
      [`${path}?tenant_id=${tenantId}`, { name }],
    ] as const) {
      const answer = await send('master', otherPath, key, json);
      expect([answer.status, answer.body.code, isReplayed(answer)]).toEqual([
        422,
        'idempotency_key_reused',
        false,
      ]);
    }
    expect(await countNamed(name)).toBe(1);
  });

  test('The order of fields in a body does not matter for its idempotency key', async () => {
    const [key, name] = [unique(), unique('thing')];
    const write = (body: string) =>
      as('master', `POST ${path}`, {
        body,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      });
    const first = await write(`{"name":"${name}","address":"Gate 7"}`);
    const again = await write(`{ "address": "Gate\\u00207", "name": "${name}" }`);
    expect([first.status, isReplayed(again)]).toEqual([201, true]);
    expect(seen(again)).toEqual(seen(first));
  });

  test('The same idempotency key of different callers creates an entity for each', async () => {
    const [key, name] = [unique(), unique('thing')];
    const callers: [Caller, string][] = [
      ['master', path],
      ['admin', path],
      ['globex', path],
      ['platform', `${path}?tenant_id=${tenantId}`],
    ];
    for (const [caller, where] of callers) {
      const answer = await send(caller, where, key, { name });
      expect([caller, answer.status, isReplayed(answer)]).toEqual([caller, 201, false]);
      const again = await send(caller, where, key, { name });
      expect([caller, isReplayed(again)]).toEqual([caller, true]);
      expect(seen(again)).toEqual(seen(answer));
    }
    expect(await countNamed(name)).toBe(3); // the fourth is in another tenant
  });

  test.each(['a b', '#'.repeat(64), 'TENANT#x#y'])(
    'The value of an idempotency key may be %s',
    async (key) => {
      const name = unique('thing');
      expect((await send('master', path, key, { name })).status).toBe(201);
      expect(isReplayed(await send('master', path, key, { name }))).toBe(true);
    },
  );

  test.each(['', 'x'.repeat(65), 'é'])('The value of an idempotency key may not be %j', async (key) => {
    const name = unique('thing');
    const answer = await send('master', path, key, { name });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(answer.body.errors)).toEqual(['Idempotency-Key']);
    expect(await countNamed(name)).toBe(0);
  });

  test('An idempotency key does not bypass access control', async () => {
    const [key, name] = [unique(), unique('thing')];
    const user = { name: 'Soon a viewer', email: `${unique('idempotent').replace(' ', '-')}@acme.test` };
    const password = 'a long enough password';
    const json = { ...user, role: 'tenant_admin', password };
    const { body } = await as('master', 'POST /api/v1/users', { json });
    const login = await guard.call('POST /api/v1/auth/login', { json: { email: user.email, password } });
    const create = () =>
      guard.call(`POST ${path}`, {
        token: login.body.token,
        json: { name },
        headers: { 'Idempotency-Key': key },
      });
    expect((await create()).status).toBe(201);
    await as('master', `PATCH /api/v1/users/${body.id}`, { json: { role: 'viewer' } });
    expect((await create()).status).toBe(403);
  });

  test('An error response is not stored for an idempotency key, because nothing was created', async () => {
    const devices = `/api/v1/sites/${siteId}/devices`;
    const [key, serial] = [unique(), unique('serial')];
    const taken = await as('master', `POST ${devices}`, { json: { name: 'Taken', type: 'camera', serial } });
    const json = { name: unique('thing'), type: 'camera', serial };
    for (let round = 0; round < 2; round++) {
      const answer = await send('master', devices, key, json);
      expect([answer.status, answer.body.code]).toEqual([409, 'serial_taken']);
    }
    await as('master', `DELETE /api/v1/devices/${taken.body.id}`);
    const answer = await send('master', devices, key, json);
    expect([answer.status, isReplayed(answer)]).toEqual([201, false]);
  });

  test('A repeated request with an idempotency key gets the stored response, not the current entity', async () => {
    const [key, name] = [unique(), unique('thing')];
    const first = await send('master', path, key, { name });
    await as('master', `PATCH /api/v1/sites/${first.body.id}`, { json: { name: 'Renamed' } });
    expect(seen(await send('master', path, key, { name }))).toEqual(seen(first));
    await as('master', `DELETE /api/v1/sites/${first.body.id}`);
    expect(seen(await send('master', path, key, { name }))).toEqual(seen(first));
    expect(await countNamed(name)).toBe(0);
  });

  test('A response that another release stored for an idempotency key is returned without unknown fields', async () => {
    const [key, name] = [unique(), unique('thing')];
    const first = await send('master', path, key, { name });
    const { table } = guard;
    for await (const { pk, sk, body } of queryAll(table, tenantPartition(tenantId), 'IDEMPOTENCY#')) {
      const answer: { id: string } = JSON.parse(String(body));
      if (answer.id !== first.body.id) continue;
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk, sk },
          UpdateExpression: 'SET #body = :body, #future = :future',
          ExpressionAttributeNames: { '#body': 'body', '#future': 'from_the_future' },
          ExpressionAttributeValues: { ':body': JSON.stringify({ ...answer, future: 1 }), ':future': 1 },
        }),
      );
    }
    const again = await send('master', path, key, { name });
    expect([isReplayed(again), seen(again)]).toEqual([true, seen(first)]);
  });

  test('The largest possible response can be stored for an idempotency key', async () => {
    const key = unique();
    const json = { name: '🚨'.repeat(120), type: 'camera', serial: '"'.repeat(100) };
    const devices = `/api/v1/sites/${siteId}/devices`;
    const first = await send('master', devices, key, json);
    expect(first.status).toBe(201);
    expect(seen(await send('master', devices, key, json))).toEqual(seen(first));
  });
});

test('A repeated request with an idempotency key counts towards the rate limit', async () => {
  const limited = await startGuard({ settings: { apiRequestsPerMinute: 60 } });
  try {
    const token = await limited.signIn('master@acme.test');
    const create = () =>
      limited.call('POST /api/v1/sites', {
        token,
        json: { name: 'Counted' },
        headers: { 'Idempotency-Key': 'x' },
      });
    const remaining = [await create(), await create(), await create()].map(({ headers }) =>
      headers.get('x-ratelimit-remaining'),
    );
    expect(remaining).toEqual(['59', '58', '57']);
  } finally {
    await limited.stop();
  }
});
