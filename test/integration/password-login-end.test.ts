import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { USERS } from '../../shared/accounts/user.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startMail, type TestMail } from '../support/mail.ts';
import { PASSWORD } from '../support/new-entity.ts';

let guard: TestGuard;
let mail: TestMail;
let as: CallAs;
beforeAll(async () => {
  guard = await startGuard({ settings: { mailFrom: 'guard@example.com' } });
  mail = await startMail(guard);
});
beforeEach(async () => {
  as = await signInCallers(guard);
});
afterAll(async () => {
  await mail.stop();
  await guard.stop();
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) =>
  new Date(guard.clock.now.getTime() + hours * HOUR_MS).toISOString().replace('Z', '+00:00');

let count = 0;
async function newPerson(fields: object = {}) {
  const email = `person-${count++}@acme.test`;
  const json = {
    name: 'Petra',
    email,
    role: 'operator',
    password: PASSWORD,
    sso_login_enabled: true,
    ...fields,
  };
  const { body } = await as('master', 'POST /api/v1/users', { json });
  const change = (changes: object) => as('master', `PATCH /api/v1/users/${body.id}`, { json: changes });
  return { id: body.id as string, tenantId: body.tenant_id as string, email, change };
}

const signIn = async (email: string) =>
  (await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } })).body;
const endOf = async (id: string) =>
  (await as('master', `GET /api/v1/people?user_id=${id}`)).body.data[0].password_login_ends_at;

test('Until the end of a password login the password signs in, and from that millisecond on it is refused, while sessions that began before go on and can be renewed', async () => {
  const { id, email, change } = await newPerson();
  const endsAt = inHours(2);
  const changed = await change({ password_login_ends_at: endsAt });
  expect(changed.status).toBe(200);
  // The object of a user has twelve fields.
  expect(Object.keys(changed.body)).toHaveLength(12);
  expect(changed.body.password_login_enabled).toBe(true);
  expect(await endOf(id)).toBe(endsAt);
  guard.clock.advance(2 * HOUR_MS - 1);
  const { token } = await signIn(email);
  const status = await guard.call('GET /api/v1/auth/me/totp', { token });
  expect(status.body).toEqual({
    enabled: false,
    recovery_codes_left: 0,
    required_from: null,
    password_login_ends_at: endsAt,
  });
  guard.clock.advance(1);
  expect((await signIn(email)).code).toBe('password_login_disabled');
  const renewed = await guard.call('POST /api/v1/auth/refresh', { token });
  expect((await guard.call('GET /api/v1/auth/me', { token: renewed.body.token })).status).toBe(200);
  const json = { current_password: PASSWORD };
  const factor = await guard.call('POST /api/v1/auth/me/totp', { token: renewed.body.token, json });
  expect(factor.body.code).toBe('password_login_disabled');
  expect((await change({ password_login_ends_at: null })).status).toBe(200);
  expect((await signIn(email)).token).toBeDefined();
});

test('A wrong password after the end of a password login does not reveal that the login has ended', async () => {
  const { email, change } = await newPerson();
  await change({ password_login_ends_at: inHours(0) });
  const json = { email, password: 'another long password' };
  expect((await guard.call('POST /api/v1/auth/login', { json })).body.code).toBe('invalid_credentials');
});

test('Other changes keep the end of a password login, disabling the login drops it, and each is in the audit log', async () => {
  const { id, change: changeNow } = await newPerson();
  const change = (changes: object) => {
    guard.clock.advance(1);
    return changeNow(changes);
  };
  const [first, second] = [inHours(1), inHours(5)];
  const before = (await as('master', `GET /api/v1/users/${id}`)).headers.get('etag') ?? '';
  await change({ password_login_ends_at: first });
  const headers = { 'If-Match': before };
  const json = { password_login_ends_at: null };
  expect((await as('master', `PATCH /api/v1/users/${id}`, { json, headers })).status).toBe(412);
  await change({ name: 'Petra Renamed' });
  expect(await endOf(id)).toBe(first);
  await change({ password_login_ends_at: second });
  await change({ password_login_enabled: false });
  await change({ password_login_enabled: true });
  expect(await endOf(id)).toBeNull();
  const { data } = (await as('master', `GET /api/v1/audit-events?entity_id=${id}`)).body;
  const ends = data.flatMap(({ changes }: { changes: { field: string }[] }) =>
    changes.filter(({ field }) => field === 'password_login_ends_at'),
  );
  expect(ends).toEqual([
    { field: 'password_login_ends_at', from: second, to: null },
    { field: 'password_login_ends_at', from: first, to: second },
    { field: 'password_login_ends_at', from: null, to: first },
  ]);
});

test('A disabled password login has no end', async () => {
  const { change } = await newPerson();
  const given = { password_login_enabled: false, password_login_ends_at: inHours(1) };
  const { status, body } = await change(given);
  expect([status, body.errors]).toEqual([
    422,
    {
      password_login_ends_at: ['The password_login_ends_at field is only for an enabled password login.'],
    },
  ]);
  expect((await change({ ...given, password_login_ends_at: null })).status).toBe(200);
});

test('After the end of a password login, a user is sent no reset of the password, and no invitation', async () => {
  const { id, email, change } = await newPerson({ password: undefined });
  await mail.deliver();
  await change({ password_login_ends_at: inHours(1) });
  const invite = () => as('master', `POST /api/v1/users/${id}/invitation`);
  expect((await invite()).status).toBe(202);
  guard.clock.advance(HOUR_MS);
  as = await signInCallers(guard);
  expect((await invite()).body.code).toBe('invitation_not_open');
  await mail.deliver();
  expect((await guard.call('POST /api/v1/auth/password-resets', { json: { email } })).status).toBe(202);
  expect(await mail.deliver()).toEqual([]);
});

test('A change by a release that does not know the end of a password login keeps it', async () => {
  const { id, tenantId, email, change } = await newPerson();
  const endsAt = inHours(0);
  await change({ password_login_ends_at: endsAt });
  // As an older release writes: the fields that it changes, and no others.
  await guard.table.client.send(
    new UpdateCommand({
      TableName: guard.table.name,
      Key: USERS.key(tenantId, id),
      UpdateExpression: 'SET #data.#name = :name',
      ExpressionAttributeNames: { '#data': 'data', '#name': 'name' },
      ExpressionAttributeValues: { ':name': 'Petra Elsewhere' },
    }),
  );
  await change({ role: 'viewer' });
  expect(await endOf(id)).toBe(endsAt);
  expect((await signIn(email)).code).toBe('password_login_disabled');
});
