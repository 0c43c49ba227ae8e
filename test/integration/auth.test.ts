import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
beforeAll(async () => {
  guard = await startGuard();
});
afterAll(() => guard.stop());

const login = (json: unknown) => guard.call('POST /api/v1/auth/login', { json });
const me = (token: string) => guard.call('GET /api/v1/auth/me', { token });
const ISO_8601_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

describe('POST /api/v1/auth/login', () => {
  test('A login returns a token and the 12 fields of the user, and records the login time', async () => {
    const answer = await login({ email: 'operator@acme.test', password: 'guard-demo' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['token', 'user']);
    expect(answer.body.token).toMatch(/^[1-9][0-9]*\|guard_[0-9A-Za-z]{76}$/);
    expect(Object.keys(answer.body.user).sort()).toEqual(
      [
        'id',
        'name',
        'email',
        'role',
        'status',
        'password_login_enabled',
        'sso_login_enabled',
        'role_managed_by_sso',
        'tenant_id',
        'last_login_at',
        'created_at',
        'updated_at',
      ].sort(),
    );
    expect(answer.body.user).toMatchObject({
      email: 'operator@acme.test',
      role: 'operator',
      status: 'active',
    });
    expect(answer.body.user.last_login_at).toBe('2026-11-20T12:00:30.000+00:00');
    expect(answer.body.user.created_at).toMatch(ISO_8601_WITH_OFFSET);
    expect((await me(answer.body.token)).body.last_login_at).toBe('2026-11-20T12:00:30.000+00:00');
  });

  test('A login trims the e-mail address and compares it in lower case', async () => {
    const answer = await login({ email: '  Operator@ACME.test ', password: 'guard-demo' });
    expect(answer.status).toBe(200);
  });

  test('A failed login does not reveal whether the e-mail address is known', async () => {
    const [unknown, wrong] = await Promise.all([
      login({ email: 'nobody@acme.test', password: 'guard-demo' }),
      login({ email: 'operator@acme.test', password: 'wrong' }),
    ]);
    expect(unknown.status).toBe(401);
    expect(wrong.status).toBe(401);
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
    expect(unknown.body).toMatchObject({ code: 'invalid_credentials' });
  });

  test.each(['inactive', 'blocked'])(
    'A login with the right password to an account with the status %s gets 403',
    async (status) => {
      const answer = await login({ email: `${status}@acme.test`, password: 'guard-demo' });
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('account_not_active');
    },
  );

  test.each(['inactive', 'blocked'])(
    'A wrong password does not reveal that an account is %s',
    async (status) => {
      const answer = await login({ email: `${status}@acme.test`, password: 'wrong' });
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe('invalid_credentials');
    },
  );

  test('A login with invalid fields gets 422 with the name of each field', async () => {
    const answer = await login({ email: 'operator', remember: true });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      message: 'The email field must be a valid email address. (and 2 more errors)',
    });
    expect(Object.keys(answer.body.errors).sort()).toEqual(['email', 'password', 'remember']);
  });

  test('A login without a body gets 422', async () => {
    const answer = await guard.call('POST /api/v1/auth/login');
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['email', 'password']);
  });

  test('A login with malformed JSON gets 400', async () => {
    const answer = await guard.call('POST /api/v1/auth/login', {
      body: '{"email":',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('malformed_json');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'A login with a body of type %s gets 415',
    async (contentType) => {
      const answer = await guard.call('POST /api/v1/auth/login', {
        body: 'email=operator@acme.test',
        headers: { 'Content-Type': contentType },
      });
      expect(answer.status).toBe(415);
      expect(answer.body.code).toBe('unsupported_media_type');
    },
  );

  test('The Content-Type of a JSON body is accepted in any case and with any parameters', async () => {
    const answer = await guard.call('POST /api/v1/auth/login', {
      body: JSON.stringify({ email: 'operator@acme.test', password: 'guard-demo' }),
      headers: { 'CONTENT-TYPE': 'application/json; charset=utf-8' },
    });
    expect(answer.status).toBe(200);
  });

  test('A request body of 64 KiB is accepted, and one byte more gets 413', async () => {
    const around = JSON.stringify({ email: 'operator@acme.test', password: '' }).length;
    const send = (bytes: number) =>
      login({ email: 'operator@acme.test', password: 'x'.repeat(bytes - around) });
    const [largest, larger] = [await send(65_536), await send(65_537)];
    expect([largest.status, Object.keys(largest.body.errors)]).toEqual([422, ['password']]);
    expect([larger.status, larger.body.code]).toEqual([413, 'payload_too_large']);
  });
});

describe('POST /api/v1/auth/refresh', () => {
  test('Refreshing a token returns a new one and ends the old one', async () => {
    const old = await guard.signIn('operator@acme.test');
    const answer = await guard.call('POST /api/v1/auth/refresh', { token: old });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['token']);
    expect((await me(old)).status).toBe(401);
    expect((await me(answer.body.token)).status).toBe(200);
  });

  test('Exactly one of many racing refreshes of a token succeeds, and its new token works', async () => {
    const token = await guard.signIn('operator@acme.test');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => guard.call('POST /api/v1/auth/refresh', { token })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
    expect((await me(won[0]?.body.token)).status).toBe(200);
  });

  test('The new token of a refresh is valid for a full lifetime', async () => {
    const token = await guard.signIn('operator@acme.test');
    guard.clock.advance(23 * 3_600_000);
    const { body } = await guard.call('POST /api/v1/auth/refresh', { token });
    guard.clock.advance(23 * 3_600_000);
    expect((await me(body.token)).status).toBe(200);
  });
});

describe('POST /api/v1/auth/logout', () => {
  test('A logout ends only the token that it was sent with', async () => {
    const [token, other] = [
      await guard.signIn('operator@acme.test'),
      await guard.signIn('operator@acme.test'),
    ];
    const answer = await guard.call('POST /api/v1/auth/logout', { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Logged out.' });
    expect((await me(token)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
  });
});

describe('tokens', () => {
  test('The token of a login is valid for 24 hours and expires exactly then', async () => {
    const token = await guard.signIn('operator@acme.test');
    guard.clock.advance(24 * 3_600_000 - 1);
    expect((await me(token)).status).toBe(200);
    guard.clock.advance(1);
    expect((await me(token)).status).toBe(401);
  });

  test('GET /api/v1/auth/me returns the user of the token', async () => {
    const answer = await me(await guard.signIn('viewer@acme.test'));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ email: 'viewer@acme.test', role: 'viewer' });
    expect(Object.keys(answer.body)).toHaveLength(12);
  });

  test('An error response never contains the token of the request', async () => {
    const token = await guard.signIn('operator@acme.test');
    await guard.call('POST /api/v1/auth/logout', { token });
    const answer = await me(token);
    expect(answer.text).not.toContain(token.split('|')[1]);
    expect(answer.text).not.toContain('guard_');
  });
});

describe('requests without a valid token', () => {
  const unknown = () =>
    guard.signIn('operator@acme.test').then(async (token) => {
      await guard.call('POST /api/v1/auth/logout', { token });
      return `Bearer ${token}`;
    });

  test.each<[string, () => Promise<string | undefined>, string]>([
    ['no Authorization header', async () => undefined, 'Bearer'],
    ['another scheme', async () => 'Basic Zm9vOmJhcg==', 'Bearer'],
    ['a malformed token', async () => 'Bearer nonsense', 'Bearer'],
    ['an unknown token', unknown, 'Bearer error="invalid_token"'],
    [
      'a token with a wrong checksum',
      async () => (await unknown()).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'Bearer error="invalid_token"',
    ],
    [
      'a token with the id of another',
      async () => `Bearer 1|${(await guard.signIn('operator@acme.test')).split('|')[1]}`,
      'Bearer error="invalid_token"',
    ],
  ])('A request without a valid token, with %s, gets the same 401', async (_, header, challenge) => {
    const authorization = await header();
    const answer = await guard.call('GET /api/v1/alerts', {
      headers: authorization ? { Authorization: authorization } : {},
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
    expect({ ...answer.body, request_id: '' }).toEqual({
      message: 'Unauthenticated.',
      code: 'unauthenticated',
      request_id: '',
    });
  });
});

test('GET /health needs no token and writes no rate counter', async () => {
  const answer = await guard.call('GET /health');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: 'ok', release: 'test' });
  expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
});

test.each(['/health', '/console', '/docs/api', '/docs/api.json'])(
  'HEAD %s has the headers of GET and no body',
  async (path) => {
    const ask = async (method: string) => {
      const answer = await fetch(`${guard.url}${path}`, { method });
      // These differ from request to request, and with how a client keeps its connection.
      const varying = /^(date|connection|keep-alive|x-request-id|x-correlation-id|x-amzn-.*)$/;
      const headers = [...answer.headers].filter(([name]) => !varying.test(name));
      return { status: answer.status, headers, text: await answer.text() };
    };
    const get = await ask('GET');
    expect(get).toMatchObject({ status: 200, text: expect.stringMatching(/./) });
    expect(await ask('HEAD')).toEqual({ ...get, text: '' });
  },
);

test('A preflight of /health allows HEAD', async () => {
  const { headers } = await fetch(`${guard.url}/health`, { method: 'OPTIONS' });
  expect(headers.get('access-control-allow-methods')).toBe('GET,HEAD');
});

test('A failed login sends the same reads and one write to the table, whether its e-mail address is known or not', async () => {
  const commands: string[] = [];
  const counted = await startGuard({
    wrapTable: (table) => {
      table.client.middlewareStack.add(
        (next, { commandName }) =>
          (args) => {
            commands.push(commandName ?? '');
            return next(args);
          },
        { step: 'initialize' },
      );
      return table;
    },
  });
  try {
    const sent = async (email: string) => {
      commands.length = 0;
      await counted.call('POST /api/v1/auth/login', { json: { email, password: 'wrong' } });
      return [...commands];
    };
    const isRead = (command: string) => /^(Get|BatchGet|Query)/.test(command);
    const known = await sent('operator@acme.test');
    const unknown = await sent('nobody@acme.test');
    expect(known.filter(isRead).length).toBeGreaterThan(1);
    expect(unknown.filter(isRead)).toEqual(known.filter(isRead));
    // The write of an unknown one is rejected, and takes as long as the event of a known one.
    expect(unknown.length).toBe(known.length);
  } finally {
    await counted.stop();
  }
});
