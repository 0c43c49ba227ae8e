import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { connectAs } from '../support/live-client.ts';
import { startMail, type TestMail } from '../support/mail.ts';
import { PASSWORD } from '../support/new-entity.ts';

const DAY_MS = 86_400_000;

let guard: TestGuard;
let mail: TestMail;
let as: CallAs;
beforeAll(async () => {
  guard = await startGuard({ live: { isSerial: true }, settings: { mailFrom: 'guard@example.com' } });
  mail = await startMail(guard);
  as = await signInCallers(guard);
});
afterAll(async () => {
  await mail.stop();
  await guard.stop();
});

const personOf = async (id: string, caller: 'master' | 'admin' = 'master') =>
  (await as(caller, `GET /api/v1/people?user_id=${id}`)).body.data[0];

test('The list of people shows of a user whether they are at the desk, and how many sites they see', async () => {
  const { body: me } = await as('operator', 'GET /api/v1/auth/me');
  const idle = await personOf(me.id);
  expect(idle).toEqual({
    ...(await as('master', `GET /api/v1/users/${me.id}`)).body,
    second_factor: false,
    password_login_ends_at: null,
    channels: [],
    invitation: 'none',
    invitation_expires_at: null,
    site_count: expect.any(Number),
    at_desk: false,
  });
  const client = await connectAs(guard, await guard.signIn('operator@acme.test'));
  expect(await personOf(me.id, 'admin')).toMatchObject({ at_desk: true });
  client.socket.close();
  await client.closed;
  const { body: master } = await as('master', 'GET /api/v1/auth/me');
  expect(await personOf(master.id)).toMatchObject({ site_count: null, role: 'tenant_master' });
});

test('The list of people shows an invitation as open until it expires, and whether a channel is verified', async () => {
  const json = { name: 'Ina Invited', email: 'ina@acme.test', role: 'operator' };
  const { body: user } = await as('master', 'POST /api/v1/users', { json });
  // The mail is still in the queue.
  expect(await personOf(user.id)).toMatchObject({ invitation: 'expired', invitation_expires_at: null });
  await mail.deliver();
  const invited = await personOf(user.id);
  expect(invited).toMatchObject({ invitation: 'open', site_count: 0 });
  expect(Date.parse(invited.invitation_expires_at)).toBeGreaterThan(guard.clock.now.getTime() + 2 * DAY_MS);
  guard.clock.advance(3 * DAY_MS + 1);
  as = await signInCallers(guard);
  expect(await personOf(user.id)).toMatchObject({ invitation: 'expired', invitation_expires_at: null });
  await as('master', `PATCH /api/v1/users/${user.id}`, { json: { password: PASSWORD } });
  expect(await personOf(user.id)).toMatchObject({ invitation: 'none' });
  const { token } = (
    await guard.call('POST /api/v1/auth/login', { json: { email: json.email, password: PASSWORD } })
  ).body;
  const channel = { kind: 'email', address: 'ina@home.test' };
  await guard.call('POST /api/v1/auth/me/channels', { token, json: channel });
  expect(await personOf(user.id)).toMatchObject({ channels: [{ kind: 'email', verified: false }] });
});

test.each(['role=operator', 'status=active', 'role=operator&status=active'])(
  'With %s, the list of people has the users that the list of users has',
  async (query) => {
    for (const caller of ['master', 'platform'] as const) {
      const read = async (list: 'people' | 'users') =>
        (await as(caller, `GET /api/v1/${list}?${query}&limit=100`)).body.data;
      const ids = (await read('people')).map(({ id }: { id: string }) => id);
      expect(ids).not.toEqual([]);
      expect(ids).toEqual((await read('users')).map(({ id }: { id: string }) => id));
    }
  },
);

test('The list of people filters as the list of users does, page by page, and shows nobody of another tenant', async () => {
  const { body: users } = await as('master', 'GET /api/v1/users?limit=100');
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  const all = await as('master', 'GET /api/v1/people?limit=100');
  expect(ids(all.body.data)).toEqual(ids(users.data));
  const first = await as('master', 'GET /api/v1/people?limit=2');
  const second = await as('master', `GET /api/v1/people?limit=2&cursor=${first.body.meta.next_cursor}`);
  expect(ids([...first.body.data, ...second.body.data])).toEqual(ids(users.data.slice(0, 4)));
  const operators = await as('master', 'GET /api/v1/people?role=operator&status=active&limit=100');
  expect(new Set(operators.body.data.map(({ role }: { role: string }) => role))).toEqual(
    new Set(['operator']),
  );
  const [one] = operators.body.data;
  const find = async (caller: 'master' | 'platform' | 'globex', query: string) =>
    (await as(caller, `GET /api/v1/people?user_id=${one.id}${query}`)).body.data.length;
  expect(await find('master', '')).toBe(1);
  expect(await find('master', '&role=viewer')).toBe(0);
  expect(await find('master', '&status=blocked')).toBe(0);
  expect(await find('platform', '')).toBe(0);
  expect(await find('platform', `&tenant_id=${one.tenant_id}`)).toBe(1);
  expect(await find('globex', '')).toBe(0);
});

test('The list of a user’s own sessions shows the program that renewed one, and which of them is connected', async () => {
  const [old, other] = [await guard.signIn('viewer@acme.test'), await guard.signIn('viewer@acme.test')];
  const headers = { 'User-Agent': `Firefox\u00e9 ${'x'.repeat(300)}` };
  const { body } = await guard.call('POST /api/v1/auth/refresh', { token: old, headers });
  await connectAs(guard, body.token);
  const { data } = (await guard.call('GET /api/v1/auth/sessions', { token: other })).body;
  const shown = (token: string) => data.find(({ id }: { id: number }) => id === Number.parseInt(token, 10));
  expect(shown(body.token)).toMatchObject({
    connected: true,
    ip_address: '127.0.0.1',
    user_agent: `Firefox? ${'x'.repeat(191)}`,
  });
  expect(shown(other)).toMatchObject({ connected: false, user_agent: 'node' });
});
