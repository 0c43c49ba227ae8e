import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { watchSecrets } from '../support/secret-watch.ts';

const PASSWORD = 'a-password-that-no-log-holds';

let guard: TestGuard;
beforeAll(async () => {
  guard = await startGuard();
});
afterAll(() => guard.stop());

test('The log has one line for each request, with caller and action and without secrets', async () => {
  const master = await guard.signIn('master@acme.test');
  const json = { name: 'New', email: 'new@acme.test', role: 'viewer', password: PASSWORD };
  const created = await guard.call('POST /api/v1/users', { token: master, json });
  const login = { json: { email: 'new@acme.test', password: PASSWORD } };
  const { token } = (await guard.call('POST /api/v1/auth/login', login)).body;
  const refreshed = (await guard.call('POST /api/v1/auth/refresh', { token })).body.token;
  await guard.call('GET /api/v1/auth/me', { token });
  await guard.call('POST /api/v1/auth/login', { json: { ...login.json, password: `${PASSWORD}!` } });
  await guard.call('POST /api/v1/auth/login', {
    body: `{"password":"${PASSWORD}"`,
    headers: { 'Content-Type': 'application/json' },
  });
  await guard.call(`GET /api/v1/alerts?cursor=${PASSWORD}`, { token: refreshed });
  const logout = await guard.call('POST /api/v1/auth/logout', { token: refreshed });

  const lines = requestLines();
  expect(lines.map(({ route, status }) => `${route} ${status}`)).toEqual([
    'login 200',
    'create-user 201',
    'login 200',
    'refresh-token 200',
    'login 401',
    'login 400',
    'list-alerts 422',
    'logout 200',
  ]);
  expect(lines.at(-1)).toMatchObject({
    level: 'INFO',
    request_id: logout.headers.get('x-request-id'),
    correlation_id: logout.headers.get('x-request-id'),
    user_id: created.body.id,
    tenant_id: created.body.tenant_id,
    duration_ms: 0, // the clock of the tests stands still
    write_units: 3, // the counter, and the token in a transaction
    cold_start: false,
  });
  expect(guard.log()).toContain('token_not_found'); // the authorizer says why it refused
  for (const secret of [master, token, refreshed].map((issued) => issued.split('|')[1])) {
    expect(guard.log()).not.toContain(secret);
  }
  const SECRETS = new RegExp(`${PASSWORD}|guard_|argon2|bearer|authorization|secret_hash`, 'i');
  expect(guard.log()).not.toMatch(SECRETS);
});

test('The log names the reason for an error if the response conceals it', async () => {
  const refused = async (email: string) => {
    const json = { email, password: 'guard-demo' };
    expect((await guard.call('POST /api/v1/auth/login', { json })).body.code).toBe('account_not_active');
    return requestLines().at(-1).reason;
  };
  expect(await refused('blocked@acme.test')).toBe('user_blocked');
  expect(await refused('inactive@acme.test')).toBe('user_inactive');
  const platform = await guard.signIn('platform@guard.test');
  const globex = (
    await guard.call('GET /api/v1/auth/me', { token: await guard.signIn('master@globex.test') })
  ).body;
  const inactive = { token: platform, json: { status: 'inactive' } };
  await guard.call(`PATCH /api/v1/tenants/${globex.tenant_id}`, inactive);
  expect(await refused('master@globex.test')).toBe('tenant_not_active');
});

test('At level DEBUG the log shows where an error of a request was thrown, but no request data', async () => {
  const token = await guard.signIn('master@acme.test');
  await guard.call('POST /api/v1/sites', { token, json: { [PASSWORD]: 1 } });
  const [refusal] = guard
    .log()
    .split('\n')
    .flatMap((line) => (line.includes('"message":"refused"') ? [JSON.parse(line)] : []))
    .slice(-1);
  expect(refusal).toMatchObject({ level: 'DEBUG', code: 'validation_failed' });
  expect(refusal.raised[0]).toContain('shared/base/validation.ts');
  expect(guard.log()).not.toContain(PASSWORD);
});

test('The correlation id of a request is logged and returned only if it has the expected format', async () => {
  const called = async (id: string) => {
    const { headers } = await guard.call('GET /health', { headers: { 'x-correlation-ID': id } });
    expect(requestLines().at(-1).correlation_id).toBe(headers.get('x-correlation-id'));
    return headers.get('x-correlation-id') === headers.get('x-request-id')
      ? 'the request id'
      : headers.get('x-correlation-id');
  };
  const id = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  expect(await called(id)).toBe(id);
  expect(await called('a'.repeat(128))).toBe('a'.repeat(128));
  for (const wrong of ['a'.repeat(129), '1|guard_token', 'guard_secret', 'two words', '{"json":1}', '']) {
    expect(await called(wrong)).toBe('the request id');
  }
});

test('Error responses contain the correlation id, except those of the gateway', async () => {
  const headers = { 'X-Correlation-Id': 'abc' };
  const refused = await guard.call('POST /api/v1/auth/login', { headers, body: '{' });
  expect([refused.status, refused.headers.get('x-correlation-id')]).toEqual([415, 'abc']);
  const unknown = await guard.call('GET /nowhere', { headers });
  expect([unknown.status, unknown.headers.get('x-correlation-id')]).toEqual([404, null]);
});

test.each([
  ['a password', 'a secret of mine', (log: (text: string) => void) => log('x a secret of mine y')],
  ['a token', '', (log: (text: string) => void) => log('7|guard_abcdefgh')],
])(
  'The check for secrets in the log, which all integration tests run, finds %s',
  async (_, password, leak) => {
    const watch = watchSecrets();
    const handler = watch.through(async () => ({ body: JSON.stringify({ token: '7|guard_abcdefgh' }) }));
    await handler({ body: JSON.stringify({ password }) }, {});
    expect(() => watch.check()).not.toThrow();
    leak((text) => watch.logger.info(text));
    expect(() => watch.check()).toThrow('A log holds the secret');
  },
);

// biome-ignore lint/suspicious/noExplicitAny: lines of a log
function requestLines(): any[] {
  return guard
    .log()
    .split('\n')
    .flatMap((line) => (line.includes('"message":"request"') ? [JSON.parse(line)] : []));
}
