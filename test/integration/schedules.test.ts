import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OVERRIDES, SCHEDULES } from '../../shared/schedules/schedule.ts';
import { getItem } from '../../shared/table/reads.ts';
import { type CallAs, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { PASSWORD } from '../support/new-entity.ts';
import { playRounds } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

/** It is 2026-11-20 12:00:30 UTC, a Friday. */
let guard: TestGuard;
let as: CallAs;
let tenantId: string;
let master: { id: string; name: string };
let operator: { id: string; name: string };
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  master = (await as('master', 'GET /api/v1/auth/me')).body;
  tenantId = (await as('master', 'GET /api/v1/auth/me')).body.tenant_id;
  operator = (await as('operator', 'GET /api/v1/auth/me')).body;
});
afterAll(() => guard.stop());

const WEEKLY = { starts_on: '2026-11-02', handoff_time: '08:00', every: 'week', length: 1 };
const UNRESTRICTED = { weekdays: null, from: null, to: null };
const inputOf = (...rotations: object[]) => ({
  name: 'Nights',
  time_zone: 'Europe/Berlin',
  rotations: rotations.map((rotation) => ({ ...WEEKLY, user_ids: [master.id, operator.id], ...rotation })),
});
const create = (json: object = inputOf({})) => as('admin', 'POST /api/v1/schedules', { json });
/** The path of a new schedule. */
const newSchedule = async (...rotations: object[]) =>
  `/api/v1/schedules/${(await create(inputOf(...(rotations.length > 0 ? rotations : [{}])))).body.id}`;
const remove = (path: string) => as('admin', `DELETE ${path}`);
const override = (path: string, json: object, headers: Record<string, string> = {}) =>
  as('admin', `POST ${path}/overrides`, { json, headers });
const onCall = async (path: string, at?: string) =>
  (await as('operator', `GET ${path}/on-call${at ? `?at=${at}` : ''}`)).body;
const shifts = async (path: string, since: string, until: string) =>
  (await as('operator', `GET ${path}/shifts?since=${since}&until=${until}`)).body;
let people = 0;
async function newPerson(fields: object = {}): Promise<string> {
  people += 1;
  const name = `Person ${people}`;
  const json = {
    name,
    email: `on-call-${people}@acme.test`,
    role: 'operator',
    password: PASSWORD,
    ...fields,
  };
  return (await as('master', 'POST /api/v1/users', { json })).body.id;
}
async function deleteSchedules(): Promise<void> {
  for (const { id } of await listAll(as, 'admin', '/api/v1/schedules'))
    await remove(`/api/v1/schedules/${id}`);
}

test('A tenant admin creates a schedule, which operators of the tenant can read, but viewers and other tenants cannot', async () => {
  const answer = await create();
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(String),
      tenant_id: tenantId,
      name: 'Nights',
      time_zone: 'Europe/Berlin',
      rotations: [{ ...WEEKLY, user_ids: [master.id, operator.id], ...UNRESTRICTED }],
      created_at: '2026-11-20T12:00:30.000+00:00',
      updated_at: '2026-11-20T12:00:30.000+00:00',
    },
  ]);
  const path = `/api/v1/schedules/${answer.body.id}`;
  expect(answer.headers.get('location')).toBe(guard.url + path);
  expect((await as('operator', `GET ${path}`)).body).toEqual(answer.body);
  expect((await listAll(as, 'operator', '/api/v1/schedules'))[0]).toEqual(answer.body);
  expect((await as('viewer', `GET ${path}`)).status).toBe(403);
  expect((await as('globex', `GET ${path}`)).status).toBe(404);
});

test.each<[string, object, string[]]>([
  ['no rotation', { rotations: [] }, ['rotations']],
  ['six rotations', { rotations: Array(6).fill({}) }, ['rotations']],
  ['an offset instead of a time zone', { time_zone: '+01:00' }, ['time_zone']],
  ['a time zone that only ICU knows', { time_zone: 'SystemV/PST8PDT' }, ['time_zone']],
  ['an ambiguous abbreviation', { time_zone: 'AST' }, ['time_zone']],
  ['an empty name', { name: ' ' }, ['name']],
  ['unknown fields', { tenant_id: MISSING_ID }, ['tenant_id']],
])('Creating a schedule answers 422 to %s', async (_, fields, wrong) => {
  const answer = await create({ ...inputOf({}), ...fields });
  expect([answer.status, Object.keys(answer.body.errors)].flat()).toEqual(
    expect.arrayContaining([422, ...wrong]),
  );
});

test.each<[string, object, string]>([
  ['a rotation of nobody', { user_ids: [] }, 'user_ids'],
  ['more than 50 turns', { user_ids: Array(51).fill(MISSING_ID) }, 'user_ids'],
  ['a day that does not exist', { starts_on: '2026-02-29' }, 'starts_on'],
  ['a year before 2000', { starts_on: '1999-12-31' }, 'starts_on'],
  ['an hour that does not exist', { handoff_time: '24:00' }, 'handoff_time'],
  ['an unknown unit', { every: 'month' }, 'every'],
  ['a turn of no days', { length: 0 }, 'length'],
  ['no weekday', { weekdays: [] }, 'weekdays'],
  ['an unknown weekday', { weekdays: ['someday'] }, 'weekdays.0'],
  ['a time without minutes', { from: '8' }, 'from'],
  ['unknown fields', { until: '2026-12-31' }, 'until'],
  ['a user of another tenant', { user_ids: [MISSING_ID] }, 'user_ids.0'],
])('Creating a schedule answers 422 to %s, with the error at the field', async (_, fields, wrong) => {
  const { status, body } = await create(inputOf({}, fields));
  expect([status, Object.keys(body.errors)]).toEqual([422, [`rotations.1.${wrong}`]]);
});

test('A schedule shows who is on call and until when; from the time of the handoff, it shows the next person', async () => {
  const path = await newSchedule();
  // The third turn, of the first person again, began on Monday the 16th.
  expect(await onCall(path)).toEqual({
    at: '2026-11-20T12:00:30.000+00:00',
    on_call: [{ user_id: master.id, name: master.name, until: '2026-11-23T07:00:00.000+00:00' }],
    unavailable: [],
    gap: false,
  });
  const handoff = '2026-11-23T07:00:00.000%2B00:00';
  expect((await onCall(path, handoff)).on_call).toEqual([
    { user_id: operator.id, name: operator.name, until: '2026-11-30T07:00:00.000+00:00' },
  ]);
  expect(await onCall(path, '2026-11-02T06:59:59Z')).toMatchObject({ on_call: [], gap: true });
});

test('The field until is null when one person is always on call', async () => {
  const path = await newSchedule({ user_ids: [operator.id] });
  expect((await onCall(path)).on_call).toEqual([{ user_id: operator.id, name: operator.name, until: null }]);
});

test('The shifts and gaps of a schedule together cover exactly the requested range', async () => {
  const path = await newSchedule({
    user_ids: [operator.id],
    weekdays: ['friday'],
    from: '22:00',
    to: '06:00',
  });
  const answer = await shifts(path, '2026-11-20T22:00:00Z', '2026-11-22T00:00:00%2B01:00');
  const shift = { user_id: operator.id, name: operator.name, status: 'active', override_id: null };
  expect(answer).toEqual({
    since: '2026-11-20T22:00:00.000+00:00',
    until: '2026-11-21T23:00:00.000+00:00',
    time_zone: 'Europe/Berlin',
    shifts: [{ since: '2026-11-20T22:00:00.000+00:00', until: '2026-11-21T05:00:00.000+00:00', ...shift }],
    gaps: [{ since: '2026-11-21T05:00:00.000+00:00', until: '2026-11-21T23:00:00.000+00:00' }],
  });
});

test.each<[string, string, string, string]>([
  ['ends before it begins', '2026-11-20T00:00:00Z', '2026-11-19T00:00:00Z', 'until'],
  ['is empty', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', 'until'],
  ['is longer than 100 days', '2026-11-20T00:00:00Z', '2027-02-28T00:00:01Z', 'until'],
  ['has no time', '2026-11-20', '2026-11-21T00:00:00Z', 'since'],
])('The shifts of a schedule answer 422 to a range that %s', async (_, since, until, wrong) => {
  const path = await newSchedule();
  const { status, body } = await as('operator', `GET ${path}/shifts?since=${since}&until=${until}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [wrong]]);
  const missing = await as('operator', `GET ${path}/shifts`);
  expect(Object.keys(missing.body.errors)).toEqual(['since', 'until']);
});

test.each(['blocked', 'inactive', 'deleted'])(
  'While the person on call is %s, the schedule shows their shift as a gap',
  async (status) => {
    const id = await newPerson();
    const path = await newSchedule({ user_ids: [id] });
    expect((await onCall(path)).gap).toBe(false);
    const user = `/api/v1/users/${id}`;
    if (status === 'deleted') await as('master', `DELETE ${user}`);
    else await as('master', `PATCH ${user}`, { json: { status } });
    const name = status === 'deleted' ? null : expect.stringMatching(/^Person/);
    expect(await onCall(path)).toMatchObject({
      on_call: [],
      unavailable: [{ user_id: id, name, status, until: null }],
      gap: true,
    });
    const [since, until] = ['2026-11-20T00:00:00.000+00:00', '2026-11-21T00:00:00.000+00:00'];
    const range = [since, until].map((it) => it.replace('+', '%2B')) as [string, string];
    expect(await shifts(path, ...range)).toMatchObject({
      shifts: [{ since, until, user_id: id, name, status }],
      gaps: [{ since, until }],
    });
  },
);

test('A change to the rotations of a schedule replaces all of them, is 422 with a deleted user, and 412 with an outdated If-Match', async () => {
  const gone = await newPerson();
  const path = await newSchedule({ user_ids: [gone] }, {});
  await as('master', `DELETE /api/v1/users/${gone}`);
  const read = await as('admin', `GET ${path}`);
  const headers = { 'If-Match': read.headers.get('etag') ?? '' };
  const renamed = await as('admin', `PATCH ${path}`, { json: { name: 'Days' }, headers });
  expect([renamed.status, renamed.body.name, renamed.body.rotations]).toEqual([
    200,
    'Days',
    read.body.rotations,
  ]);
  const stale = await as('admin', `PATCH ${path}`, { json: { name: 'Late' }, headers });
  expect(stale.status).toBe(412);
  const kept = await as('admin', `PATCH ${path}`, { json: { rotations: read.body.rotations } });
  expect([kept.status, Object.keys(kept.body.errors)]).toEqual([422, ['rotations.0.user_ids.0']]);
  const [, second] = read.body.rotations;
  const changed = await as('admin', `PATCH ${path}`, { json: { rotations: [second] } });
  expect([changed.status, changed.body.rotations]).toEqual([200, [second]]);
});

const CHRISTMAS = { since: '2026-12-24T08:00:00.000+00:00', until: '2026-12-26T08:00:00.000+00:00' };

test('An override of a schedule puts a person on call until it ends or is deleted, and does not change the schedule’s ETag', async () => {
  const path = await newSchedule({ user_ids: [master.id] });
  const etag = (await as('admin', `GET ${path}`)).headers.get('etag');
  const made = await override(path, { ...CHRISTMAS, user_id: operator.id });
  const shown = {
    id: made.body.id,
    schedule_id: path.split('/').at(-1),
    user_id: operator.id,
    name: operator.name,
    ...CHRISTMAS,
    created_at: '2026-11-20T12:00:30.000+00:00',
  };
  expect([made.status, made.body]).toEqual([201, shown]);
  expect(made.headers.get('location')).toBe(`${guard.url}${path}/overrides/${made.body.id}`);
  expect((await as('operator', `GET ${path}/overrides`)).body.data).toEqual([shown]);
  expect((await as('admin', `GET ${path}`)).headers.get('etag')).toBe(etag);
  const during = await shifts(path, '2026-12-24T00:00:00Z', '2026-12-27T00:00:00Z');
  expect(
    during.shifts.map((it: { user_id: string; override_id: string }) => [it.user_id, it.override_id]),
  ).toEqual([
    [master.id, null],
    [operator.id, made.body.id],
    [master.id, null],
  ]);
  expect((await onCall(path, '2026-12-25T00:00:00Z')).on_call[0]).toMatchObject({ name: operator.name });
  const headers = { 'If-Match': '"x"' };
  const stale = await as('admin', `DELETE ${path}/overrides/${made.body.id}`, { headers });
  expect(stale.status).toBe(412);
  const current = { 'If-Match': made.headers.get('etag') ?? '' };
  const removed = await as('admin', `DELETE ${path}/overrides/${made.body.id}`, { headers: current });
  expect(removed.status).toBe(204);
  expect((await remove(`${path}/overrides/${made.body.id}`)).status).toBe(404);
  expect((await onCall(path, '2026-12-25T00:00:00Z')).on_call[0]).toMatchObject({ name: master.name });
});

test.each<[string, object, string]>([
  ['a user of another tenant', { user_id: MISSING_ID }, 'user_id'],
  ['an end before its beginning', { until: '2026-12-24T08:00:00Z' }, 'until'],
  ['an end that is over', { since: '2026-11-19T08:00:00Z', until: '2026-11-20T12:00:30Z' }, 'until'],
  ['unknown fields', { name: 'x' }, 'name'],
])('Creating an override of a schedule answers 422 to %s', async (_, fields, wrong) => {
  const path = await newSchedule();
  const { status, body } = await override(path, { user_id: operator.id, ...CHRISTMAS, ...fields });
  expect([status, Object.keys(body.errors)]).toEqual([422, [wrong]]);
});

test('Creating a schedule or an override twice with one Idempotency-Key creates one', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const json = inputOf({});
  const [first, second] = [
    await as('admin', 'POST /api/v1/schedules', { json, headers }),
    await as('admin', 'POST /api/v1/schedules', { json, headers }),
  ];
  expect([second.status, second.body]).toEqual([201, first.body]);
  const path = `/api/v1/schedules/${first.body.id}`;
  const at = { ...CHRISTMAS, user_id: operator.id };
  const again = { 'Idempotency-Key': 'once more' };
  const made = await Promise.all([override(path, at, again), override(path, at, again)]);
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expect((await as('operator', `GET ${path}/overrides`)).body.data).toEqual([made[0].body]);
});

/** Replaces the overrides of a schedule in the table, by others with these ends. */
async function storeOverrides(path: string, ends: readonly string[]): Promise<void> {
  const id = path.split('/').at(-1) ?? '';
  const overrides = ends.map((until, place) => ({
    id: MISSING_ID.slice(0, -3) + String(100 + place),
    user_id: operator.id,
    since: '2026-11-19T00:00:00.000+00:00',
    until,
    created_at: '2026-11-19T00:00:00.000+00:00',
  }));
  await guard.table.client.send(
    new UpdateCommand({
      TableName: guard.table.name,
      Key: SCHEDULES.key(tenantId, id),
      UpdateExpression: 'SET overrides = :overrides',
      ExpressionAttributeValues: { ':overrides': overrides },
    }),
  );
}
const endsOf = (count: number, until: string) => Array<string>(count).fill(until);

test('Concurrent requests cannot create more than 100 overrides of a schedule that have not ended', async () => {
  const path = await newSchedule();
  const soon = '2026-11-20T12:01:00.000+00:00';
  await storeOverrides(path, [soon, ...endsOf(96, CHRISTMAS.until)]);
  const createAtOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, () => override(path, { user_id: operator.id, ...CHRISTMAS })));
  const refused = (await createAtOnce(5)).filter(({ status }) => status !== 201);
  expect(refused.map(({ body }) => body.code)).toEqual(['too_many_overrides', 'too_many_overrides']);
  guard.clock.advance(30_000);
  expect((await createAtOnce(2)).map(({ status }) => status).sort()).toEqual([201, 409]);
  guard.clock.advance(-30_000);
  expect((await as('operator', `GET ${path}/overrides`)).body.data).toHaveLength(101);
});

test('Creating an override of a schedule deletes all but the newest 100 overrides that have ended', async () => {
  const path = await newSchedule();
  const [oldest, over] = ['2026-11-19T12:00:00.000+00:00', '2026-11-20T12:00:30.000+00:00'];
  await storeOverrides(path, [...endsOf(50, over), oldest, CHRISTMAS.until, oldest, ...endsOf(50, over)]);
  const { id } = (await override(path, { user_id: operator.id, ...CHRISTMAS })).body;
  const data: { id: string; until: string }[] = (await as('operator', `GET ${path}/overrides`)).body.data;
  expect(data.filter(({ until }) => until === over)).toHaveLength(100);
  expect(data.filter(({ until }) => until !== over).map((it) => [it.until, it.id === id])).toEqual([
    [CHRISTMAS.until, false],
    [CHRISTMAS.until, true],
  ]);
});

test('Fields that another release has added to an override of a schedule are kept by later changes, and not shown', async () => {
  const path = await newSchedule();
  const id = path.split('/').at(-1) ?? '';
  const first = (await override(path, { user_id: operator.id, ...CHRISTMAS })).body.id;
  await guard.table.client.send(
    new UpdateCommand({
      TableName: guard.table.name,
      Key: SCHEDULES.key(tenantId, id),
      UpdateExpression: 'SET overrides[0].future = :future',
      ExpressionAttributeValues: { ':future': 'kept' },
    }),
  );
  await override(path, { user_id: master.id, ...CHRISTMAS });
  const item = await getItem(guard.table, SCHEDULES.key(tenantId, id));
  expect(item?.[OVERRIDES]).toMatchObject([{ id: first, future: 'kept' }, { user_id: master.id }]);
  const [shown] = (await as('operator', `GET ${path}/overrides`)).body.data;
  expect(Object.keys(shown)).not.toContain('future');
});

test('Concurrent changes of a schedule and its overrides are all kept, and deleting the schedule deletes its overrides', async () => {
  await playRounds(repetitions({ few: 2, many: 60 }), async () => {
    const path = await newSchedule();
    const old = (await override(path, { user_id: operator.id, ...CHRISTMAS })).body.id;
    const answers = await Promise.all([
      as('admin', `PATCH ${path}`, { json: { name: 'Days' } }),
      as('admin', `PATCH ${path}`, { json: { time_zone: 'America/New_York' } }),
      override(path, { user_id: operator.id, ...CHRISTMAS }),
      override(path, { user_id: master.id, ...CHRISTMAS }),
      remove(`${path}/overrides/${old}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201, 204]);
    const { body } = await as('operator', `GET ${path}`);
    expect([body.name, body.time_zone]).toEqual(['Days', 'America/New_York']);
    const { data } = (await as('operator', `GET ${path}/overrides`)).body;
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [answers[2].body.id, answers[3].body.id].sort(),
    );
    const [first, second] = await Promise.all([
      remove(path),
      override(path, { user_id: master.id, ...CHRISTMAS }),
    ]);
    expect([first.status, [201, 404].includes(second.status)]).toEqual([204, true]);
    expect((await as('admin', `GET ${path}/overrides`)).status).toBe(404);
  });
});

test('Concurrent requests cannot create more than 50 schedules in a tenant, and a deletion makes room for one more', async () => {
  await deleteSchedules();
  for (let made = 0; made < 48; made++) await create();
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
    Array(3).fill('too_many_schedules'),
  );
  const made = answers.find(({ status }) => status === 201);
  await remove(`/api/v1/schedules/${made?.body.id}`);
  expect((await Promise.all([create(), create()])).map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await deleteSchedules();
});

test('A platform admin lists the schedules of all tenants, and creates one only with tenant_id and users of that tenant', async () => {
  const tenants = await listAll(as, 'platform', '/api/v1/tenants');
  const acme = tenants.find(({ name }) => name === 'Acme');
  const globex = tenants.find(({ name }) => name === 'Globex');
  const post = (query: string) => as('platform', `POST /api/v1/schedules${query}`, { json: inputOf({}) });
  const made = await post(`?tenant_id=${acme.id}`);
  expect(made.status).toBe(201);
  expect(await listAll(as, 'platform', '/api/v1/schedules')).toContainEqual(made.body);
  expect(Object.keys((await post(`?tenant_id=${globex.id}`)).body.errors)).toEqual([
    'rotations.0.user_ids.0',
    'rotations.0.user_ids.1',
  ]);
  expect(Object.keys((await post('')).body.errors)).toEqual(['tenant_id']);
});

/** A schedule of two people who take turns of a day. The master is on call now, since 08:00 in Berlin. */
const newDaily = (fields: object = {}) =>
  newSchedule({ user_ids: [operator.id, master.id], starts_on: '2026-11-17', every: 'day', ...fields });
const personAt = async (path: string, at?: string) => (await onCall(path, at)).on_call[0]?.user_id;
const patch = (path: string, json: object) => as('admin', `PATCH ${path}`, { json });
async function rotationOf(path: string) {
  return (await as('operator', `GET ${path}`)).body.rotations[0];
}

test('The person on call now stays on call when other people of the schedule are added, moved or removed', async () => {
  const [path, third] = [await newDaily(), await newPerson()];
  expect(await personAt(path)).toBe(master.id);
  for (const user_ids of [
    [operator.id, master.id, third],
    [third, operator.id, master.id],
    [master.id, third],
  ]) {
    const sent = { ...(await rotationOf(path)), user_ids };
    const { status, body } = await patch(path, { rotations: [sent] });
    // Clients see no anchor, so they may send back what they have read.
    expect([status, body.rotations]).toEqual([200, [sent]]);
    expect([await personAt(path), await rotationOf(path)]).toEqual([master.id, sent]);
  }
  expect(await personAt(path, '2026-11-21T07:00:00.000Z')).toBe(third);
  await patch(path, { rotations: [{ ...(await rotationOf(path)), user_ids: [operator.id, third] }] });
  expect(await personAt(path)).toBe(third);
  await remove(path);
});

test('The person on call now stays on call when a turn’s length, the handoff or the time zone changes; a new first day restarts the rotation', async () => {
  const path = await newDaily();
  const change = async (fields: object) =>
    patch(path, { rotations: [{ ...(await rotationOf(path)), ...fields }] });
  for (const make of [
    () => change({ length: 3 }),
    () => change({ handoff_time: '23:00' }),
    () => patch(path, { time_zone: 'America/Los_Angeles' }),
    () => change({ every: 'week', length: 1 }),
    () => patch(path, { name: 'Days' }),
    () => change({ starts_on: '2026-11-17' }),
  ]) {
    expect([(await make()).status, await personAt(path)]).toEqual([200, master.id]);
  }
  await change({ starts_on: '2026-11-15', every: 'day' });
  expect(await personAt(path)).toBe(operator.id);
  await remove(path);
});

test('The person on call now stays on call when several requests change the people of a schedule at once', async () => {
  const path = await newDaily();
  const others = [await newPerson(), await newPerson(), await newPerson()];
  const rotation = await rotationOf(path);
  const answers = await Promise.all(
    others.map((id) => patch(path, { rotations: [{ ...rotation, user_ids: [id, operator.id, master.id] }] })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await personAt(path)).toBe(master.id);
  await remove(path);
});

test('A preview of a change to a schedule shows the shifts of the next four weeks and who replaces whom, and stores nothing', async () => {
  const [path, third] = [await newDaily(), await newPerson()];
  const before = await as('admin', `GET ${path}`);
  const json = { rotations: [{ ...before.body.rotations[0], user_ids: [operator.id, master.id, third] }] };
  const { status, body } = await as('admin', `POST ${path}/preview`, { json });
  expect([status, body.since, body.until, body.gaps]).toEqual([
    200,
    '2026-11-20T12:00:30.000+00:00',
    '2026-12-18T12:00:30.000+00:00',
    [],
  ]);
  const [change] = body.changes;
  expect(change).toEqual({
    since: '2026-11-21T07:00:00.000+00:00',
    until: '2026-11-22T07:00:00.000+00:00',
    from: { user_id: operator.id, name: operator.name, status: 'active' },
    to: { user_id: third, name: expect.any(String), status: 'active' },
  });
  expect((await as('admin', `GET ${path}`)).body).toEqual(before.body);
  await patch(path, json);
  const { changes, ...previewed } = body;
  expect(await shifts(path, '2026-11-20T12:00:30Z', '2026-12-18T12:00:30Z')).toEqual(previewed);
  expect(changes.length).toBeGreaterThan(10);
  const again = await as('admin', `POST ${path}/preview`, { json });
  expect(again.body.changes).toEqual([]);
  await remove(path);
});

test('A preview of a change to a schedule lists no change while an override applies, and shows a new gap as null', async () => {
  const path = await newDaily();
  await override(path, {
    user_id: operator.id,
    since: '2026-11-20T00:00:00Z',
    until: '2026-12-10T00:00:00Z',
  });
  const rotation = await rotationOf(path);
  const json = { rotations: [{ ...rotation, from: '00:00', to: '12:00' }] };
  const { changes } = (await as('admin', `POST ${path}/preview`, { json })).body;
  expect(changes[0]).toMatchObject({ since: '2026-12-10T11:00:00.000+00:00', to: null });
  await remove(path);
});

test('A preview of a change to a schedule is 422 with the same errors as the change itself, and 403 for operators', async () => {
  const path = await newDaily();
  const preview = (who: Parameters<CallAs>[0], json: object) => as(who, `POST ${path}/preview`, { json });
  const stranger = { rotations: [{ ...(await rotationOf(path)), user_ids: [MISSING_ID] }] };
  for (const json of [{}, { time_zone: 'BST' }, stranger]) {
    const [previewed, changed] = [await preview('admin', json), await patch(path, json)];
    expect([previewed.status, previewed.body.errors]).toEqual([422, changed.body.errors]);
  }
  expect((await preview('operator', { name: 'Days' })).status).toBe(403);
  await remove(path);
});

test('Whoever was on call stays who was on call, whatever is changed later: people, the time zone, a begun override', async () => {
  const [path, third] = [await newDaily(), await newPerson()];
  const before = () => shifts(path, '2026-11-10T00:00:00Z', guard.clock.now.toISOString());
  const people = async () =>
    (await before()).shifts.map((it: { since: string; user_id: string }) => `${it.since} ${it.user_id}`);
  const kept = await people();
  await patch(path, { rotations: [{ ...(await rotationOf(path)), user_ids: [third] }] });
  guard.clock.advance(3_600_000);
  await patch(path, { time_zone: 'Asia/Tokyo' });
  const now = guard.clock.now.getTime();
  const [since, until] = [now + 60_000, now + 7_200_000].map((it) => new Date(it).toISOString());
  const made = await override(path, { user_id: operator.id, since, until });
  expect(made.status).toBe(201);
  guard.clock.advance(3_600_000);
  expect((await people()).slice(0, kept.length)).toEqual(kept);
  const during = await people();
  expect(during.at(-1)).toContain(operator.id);
  expect((await remove(`${path}/overrides/${made.body.id}`)).status).toBe(204);
  expect((await people()).slice(0, during.length)).toEqual(during);
  expect(await personAt(path)).toBe(third);
  expect(await personAt(path, '2026-11-12T12:00:00.000Z')).not.toBe(third);
  await remove(path);
});
