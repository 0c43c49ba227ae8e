import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenKey } from '../../shared/table/keys.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { connectAs, tryToConnect } from '../support/live-client.ts';
import { PASSWORD } from '../support/new-entity.ts';
import { race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let platform: string;
beforeAll(async () => {
  guard = await startGuard({ live: { isSerial: true } });
  platform = await guard.signIn('platform@guard.test');
});
afterAll(() => guard.stop());

const ME = '/api/v1/auth/me';
const HOUR_MS = 3_600_000;
const SETUP = 'second_factor_setup_required';
const call = (token: string, request: string, json?: object, headers = {}) =>
  guard.call(request, { token, headers, ...(json ? { json } : {}) });
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: guard.clock.now.getTime() });

/** A tenant with a signed-in master. */
async function newTenant() {
  const email = `${randomBytes(6).toString('hex')}@required.test`;
  const master = { name: 'Master', email, password: PASSWORD };
  const { id } = (await call(platform, 'POST /api/v1/tenants', { name: 'Required', master })).body;
  const { token, user } = (
    await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } })
  ).body;
  return { id: id as string, email, token: token as string, userId: user.id as string };
}

async function setUp(token: string): Promise<string> {
  const { secret } = (await call(token, `POST ${ME}/totp`, { current_password: PASSWORD })).body;
  const { status, text } = await call(token, `POST ${ME}/totp/confirm`, { otp: codeOf(secret) });
  if (status !== 200) throw new Error(text);
  return secret;
}

const require = (tenantId: string, second_factor = 'required') =>
  call(platform, `PUT /api/v1/security?tenant_id=${tenantId}`, { second_factor });
/** The status of a list, with the code of an error. */
const reach = async (token: string) => {
  const { status, body } = await call(token, 'GET /api/v1/sites');
  return body.code ?? status;
};

test('Once a tenant requires a second factor, a password session without one may only set it up, read its account and refresh', async () => {
  const { token, email } = await newTenant();
  expect((await call(token, 'PUT /api/v1/security', { second_factor: 'required' })).status).toBe(200);
  expect(await reach(token)).toBe(SETUP);
  expect((await call(token, 'GET /api/v1/security')).body.code).toBe(SETUP);
  expect((await call(token, 'POST /api/v1/live/tickets')).body.code).toBe(SETUP);
  expect((await call(token, `PATCH ${ME}`, { name: 'Renamed' })).body.code).toBe(SETUP);
  expect((await call(token, `GET ${ME}`)).status).toBe(200);
  const renewed = (await call(token, 'POST /api/v1/auth/refresh')).body.token;
  expect(await reach(renewed)).toBe(SETUP);
  const secret = await setUp(renewed);
  expect(await reach(renewed)).toBe(200);
  const again = (await call(renewed, 'POST /api/v1/auth/refresh')).body.token;
  expect(await reach(again)).toBe(200);
  guard.clock.advance(60_000);
  const json = { email, password: PASSWORD, otp: codeOf(secret) };
  expect(await reach((await guard.call('POST /api/v1/auth/login', { json })).body.token)).toBe(200);
  guard.clock.advance(60_000);
  const removal = { current_password: PASSWORD, otp: codeOf(secret) };
  expect((await call(again, `POST ${ME}/totp/disable`, removal)).status).toBe(204);
  expect(await reach(again)).toBe(SETUP);
});

test('Before the date of a requirement nobody is held up and those without a second factor are reminded; from it on they set it up when they sign in, and earlier sessions go on for a day', async () => {
  const { token, email } = await newTenant();
  const { now } = guard.clock;
  const from = new Date(now.getTime() + 6 * HOUR_MS).toISOString().replace('Z', '+00:00');
  const dated = { second_factor: 'required', second_factor_required_from: from, keep_signed_in: 'allowed' };
  expect((await call(token, 'PUT /api/v1/security', dated)).body).toEqual(dated);
  expect((await call(token, 'GET /api/v1/security')).body).toEqual(dated);
  const login = async () =>
    (await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } })).body.token;
  const before = await login();
  expect(await reach(before)).toBe(200);
  expect((await call(before, `GET ${ME}/totp`)).body).toEqual({
    enabled: false,
    recovery_codes_left: 0,
    required_from: from,
    password_login_ends_at: null,
  });
  guard.clock.advance(6 * HOUR_MS);
  expect(await reach(await login())).toBe(SETUP);
  expect(await reach(before)).toBe(200);
  // A renewed session is the same session.
  const renewed = (await call(before, 'POST /api/v1/auth/refresh')).body.token;
  expect(await reach(renewed)).toBe(200);
  guard.clock.advance(18 * HOUR_MS - 1);
  const again = (await call(renewed, 'POST /api/v1/auth/refresh')).body.token;
  guard.clock.advance(6 * HOUR_MS);
  expect(await reach(again)).toBe(200);
  guard.clock.advance(1);
  expect(await reach(again)).toBe(SETUP);
  await setUp(again);
  expect(await reach(again)).toBe(200);
  platform = await guard.signIn('platform@guard.test');
});

test('A second factor that is optional has no date from which it is required', async () => {
  const { token } = await newTenant();
  const json = { second_factor: 'optional', second_factor_required_from: '2026-12-01T00:00:00Z' };
  const { status, body } = await call(token, 'PUT /api/v1/security', json);
  expect([status, body.errors]).toEqual([
    422,
    {
      second_factor_required_from: [
        'The second_factor_required_from field is only for a required second factor.',
      ],
    },
  ]);
});

test('Where a tenant requires a second factor, API keys and sessions of single sign-on need none', async () => {
  const { id, token, userId } = await newTenant();
  const key = (await call(token, 'POST /api/v1/keys', { name: 'Panel' })).body.key;
  const { client, name: TableName } = guard.table;
  const other = (await newTenant()).token;
  await client.send(
    new UpdateCommand({
      TableName,
      Key: tokenKey(id, userId, Number.parseInt(token, 10)),
      UpdateExpression: 'SET #data.authentication = :sso',
      ExpressionAttributeNames: { '#data': 'data' },
      ExpressionAttributeValues: { ':sso': { method: 'sso' } },
    }),
  );
  expect((await require(id)).status).toBe(200);
  expect([await reach(token), await reach(other)]).toEqual([200, 200]);
  expect(await reach((await call(token, 'POST /api/v1/auth/refresh')).body.token)).toBe(200);
  expect((await call(key, 'POST /api/v1/reports', { events: [{ type: 'heartbeat' }] })).status).toBe(200);
});

test('When a tenant requires a second factor, open connections of sessions without one are closed, and their tickets open none', async () => {
  const { id, token } = await newTenant();
  const [client, ticket] = [await connectAs(guard, token), await call(token, 'POST /api/v1/live/tickets')];
  await require(id);
  await client.closed;
  expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'reach_changed' });
  expect(await tryToConnect(ticket.body.url)).not.toBe(101);
});

test('Once a tenant requires a second factor, sessions without one are rejected even while copies of its status are added or removed', async () => {
  const { id, token } = await newTenant();
  const { name, endpoint } = guard.table;
  const spread = (...options: string[]) =>
    runAdminHere(['spread-tenant', '--tenant-id', id, '--table', name, '--endpoint', endpoint, ...options]);
  const tokens = [token];
  for (let session = 0; session < 7; session++) {
    const { body } = await call(tokens.at(-1) ?? '', `GET ${ME}`);
    const json = { email: body.email, password: PASSWORD };
    tokens.push((await guard.call('POST /api/v1/auth/login', { json })).body.token);
  }
  const reaches = async () => [...new Set(await Promise.all(tokens.map(reach)))];
  await spread();
  for (let round = 0; round < repetitions({ few: 2, many: 15 }); round++) {
    expect(await reaches()).toEqual([200]);
    const [required] = await race(
      round,
      async () => [(await require(id)).status, await reaches()],
      () => Promise.all([spread(...(round % 2 ? ['--off'] : [])), reaches()]),
    );
    expect([required, await reaches()]).toEqual([[200, [SETUP]], [SETUP]]);
    await call(platform, `PATCH /api/v1/tenants/${id}`, { status: 'inactive' });
    await call(platform, `PATCH /api/v1/tenants/${id}`, { status: 'active' });
    expect(await reaches()).toEqual([SETUP]);
    expect((await require(id, 'optional')).status).toBe(200);
    await spread();
  }
});

test('With If-Match, a tenant’s second-factor setting is changed only if nobody else has changed it since it was read', async () => {
  const { token } = await newTenant();
  const read = await call(token, 'GET /api/v1/security');
  expect(read.body).toEqual({
    second_factor: 'optional',
    second_factor_required_from: null,
    keep_signed_in: 'allowed',
  });
  const headers = { 'If-Match': read.headers.get('etag') ?? '' };
  const json = { second_factor: 'required' };
  expect((await call(token, 'PUT /api/v1/security', json, headers)).status).toBe(200);
  await setUp(token);
  expect((await call(token, 'PUT /api/v1/security', { second_factor: 'optional' }, headers)).status).toBe(
    412,
  );
});
