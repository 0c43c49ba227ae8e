import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createUser } from '../../shared/accounts/change-users.ts';
import { issueToken, tokenItem } from '../../shared/accounts/token.ts';
import type { AuthenticatedUser } from '../../shared/base/actor.ts';
import { newId } from '../../shared/base/ids.ts';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Settings } from '../../shared/lambda/settings.ts';
import { commit } from '../../shared/table/commit.ts';
import { putOwn } from '../../shared/table/writes.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

/** Requests to the API in a minute, for each user. */
const LIMIT = 20;
const HOUR = 3_600_000;

const PERSON = {
  role: 'tenant_admin',
  status: 'active',
  password_login_enabled: true,
  sso_login_enabled: false,
  role_managed_by_sso: false,
} as const;

let guard: TestGuard;
let begin: Date;
beforeAll(async () => {
  guard = await startGuard({
    settings: {
      authRequestsPerMinute: 5,
      apiRequestsPerMinute: LIMIT,
      loginRequestsPerAddressPerMinute: 30,
      failedLoginsPerHour: 10,
    },
  });
  begin = guard.clock.now;
});
afterAll(() => guard.stop());
// Two hours later, in the middle of a minute, nothing is counted yet.
beforeEach(() => {
  begin = new Date(begin.getTime() + 2 * HOUR);
  guard.clock.now = begin;
});

const login = (email: string, password = 'guard-demo') =>
  guard.call('POST /api/v1/auth/login', { json: { email, password } });
/** Runs the login function as API Gateway would for a client at any address, since a loopback client has only one. */
function signInFrom(address: string, body: object): Promise<APIGatewayProxyResult> {
  const event = {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    requestContext: { requestId: 'r', path: '/api/v1/auth/login', identity: { sourceIp: address } },
  };
  return guard.invoke('login', event);
}

const count = (statuses: readonly { status: number }[], status: number) =>
  statuses.filter((answer) => answer.status === status).length;

describe('rate limits of the API', () => {
  test('If a user sends many requests at once, exactly as many pass as the rate limit allows in a minute', async () => {
    const [token, other] = [await guard.signIn('operator@acme.test'), await guard.signIn('viewer@acme.test')];
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 10 }, () => guard.call('GET /api/v1/auth/me', { token })),
    );
    expect(count(answers, 200)).toBe(LIMIT);
    expect(count(answers, 429)).toBe(10);
    expect((await guard.call('GET /api/v1/auth/me', { token: other })).status).toBe(200);
  });

  test('An API key with read access has its own rate limit, as high as a user’s, and last_used_at records its use', async () => {
    const token = await guard.signIn('master@acme.test');
    const json = { name: 'Wall', access: 'read' };
    const { key, id } = (await guard.call('POST /api/v1/keys', { token, json })).body;
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 5 }, () => guard.call('GET /api/v1/alerts/summary', { token: key })),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([LIMIT, 5]);
    const { body } = await guard.call(`GET /api/v1/keys/${id}`, { token });
    expect(body.last_used_at).not.toBeNull();
  });

  test('Actions on alerts have their own rate counter, which polling does not use up', async () => {
    const token = await guard.signIn('master@acme.test');
    const [site] = (await guard.call('GET /api/v1/sites', { token })).body.data;
    const json = { site_id: site.id, type: 'panic', severity: 'low', message: 'x' };
    const { id } = (await guard.call('POST /api/v1/alerts', { token, json })).body;
    guard.clock.advance(60_000);
    const poll = () => guard.call('GET /api/v1/auth/me', { token });
    await Promise.all(Array.from({ length: LIMIT }, poll));
    expect((await poll()).status).toBe(429);
    const act = (action: string) => guard.call(`POST /api/v1/alerts/${id}/${action}`, { token });
    const first = await act('acknowledge');
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, String(LIMIT - 1)]);
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => act('resolve')));
    expect([count(answers, 200), count(answers, 429)]).toEqual([LIMIT - 1, 1]);
  });

  test('The rate limit of a user counts all of their tokens together', async () => {
    const [one, two] = [await guard.signIn('operator@acme.test'), await guard.signIn('operator@acme.test')];
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 10 }, (_, place) =>
        guard.call('GET /api/v1/auth/me', { token: place % 2 ? one : two }),
      ),
    );
    expect(count(answers, 200)).toBe(LIMIT);
  });

  test('Responses contain the remaining requests of the rate limit, and a rejection the time to wait', async () => {
    const token = await guard.signIn('operator@acme.test');
    const first = await guard.call('GET /api/v1/auth/me', { token });
    expect(first.headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    expect(first.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT - 1));
    expect(first.headers.get('retry-after')).toBeNull();
    await Promise.all(Array.from({ length: LIMIT - 1 }, () => guard.call('GET /api/v1/auth/me', { token })));
    const refused = await guard.call('GET /api/v1/auth/me', { token });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests', message: 'Too Many Attempts.' });
    expect(refused.headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('x-ratelimit-reset')).toBe(String(begin.getTime() / 1000 + 30));
  });

  test('A user above the rate limit is admitted again exactly at the start of the next minute', async () => {
    const token = await guard.signIn('operator@acme.test');
    await Promise.all(Array.from({ length: LIMIT }, () => guard.call('GET /api/v1/auth/me', { token })));
    guard.clock.advance(29_999);
    const last = await guard.call('GET /api/v1/auth/me', { token });
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
    guard.clock.advance(1);
    expect((await guard.call('GET /api/v1/auth/me', { token })).status).toBe(200);
  });

  test('A request that is answered with 404 counts towards the rate limit', async () => {
    const token = await guard.signIn('viewer@acme.test');
    const id = '019a0000-0000-7000-8000-000000000000';
    const answer = await guard.call(`POST /api/v1/alerts/${id}/acknowledge`, { token });
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([404, String(LIMIT - 1)]);
  });
});

describe('the limit of a tenant', () => {
  /** A method that half of its throttle lets 60 requests a minute of a tenant through. */
  const NARROW = { polled: 1e9, report: 1e9, auth: 1e9, start: 120, alert: 1e9, other: 1e9 };
  const startStrict = async (settings: Partial<Settings>) => {
    const strict = await startGuard({ settings });
    onTestFinished(() => strict.stop());
    const get = (token: string) => strict.call('GET /api/v1/auth/me', { token });
    const send = async (times: number, token: string) => {
      const answers = [];
      for (let request = 0; request < times; request++) answers.push(await get(token));
      return answers;
    };
    const platform = await strict.signIn('platform@guard.test');
    const tenantOf = async (email: string) => {
      const { body } = await get(await strict.signIn(email));
      const path = `/api/v1/tenants/${body.tenant_id}`;
      const read = async () => (await strict.call(`GET ${path}`, { token: platform })).body;
      const set = (json: object, headers = {}) =>
        strict.call(`PATCH ${path}`, { token: platform, json, headers });
      return { id: body.tenant_id as string, path, read, set };
    };
    return { strict, get, send, tenantOf, platform };
  };

  test('A tenant that exceeds its limit at an endpoint gets 429 there, but its reports, its actions on alerts and other tenants are served', async () => {
    const { strict, get, send } = await startStrict({ throttles: NARROW });
    const [token, colleague, stranger] = await Promise.all(
      ['operator@acme.test', 'master@acme.test', 'master@globex.test'].map((email) => strict.signIn(email)),
    );
    if (!token || !colleague || !stranger) throw new Error('Nobody signed in.');
    const { body } = await strict.call('POST /api/v1/keys', { token: colleague, json: { name: 'Gateway' } });
    expect(count(await send(60, token), 200)).toBe(60);
    expect(strict.metrics).toContainEqual({ name: 'TenantsNearLimit', value: 1 });
    const beyond = await send(5, colleague);
    expect(count(beyond, 429)).toBe(3); // the function counted the first two late
    const refused = beyond.at(-1);
    expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['too_many_requests', '30']);
    expect((await get(stranger)).status).toBe(200);
    const report = { events: [{ action: 'resolve', dedup_key: 'none' }] };
    expect((await strict.call('POST /api/v1/reports', { token: body.key, json: report })).status).toBe(200);
    const id = '019a0000-0000-7000-8000-000000000000';
    const action = await strict.call(`POST /api/v1/alerts/${id}/acknowledge`, { token: colleague });
    expect(action.status).toBe(404);
    strict.clock.advance(30_000);
    expect((await get(token)).status).toBe(200);
  });

  test('500 users of one tenant are all served in the same minute, and each user is limited to 60 requests', async () => {
    const { strict, tenantOf } = await startStrict({
      apiRequestsPerMinute: 60,
      tenantRequestsPerMinute: 30_000,
    });
    const { id: tenantId, read } = await tenantOf('master@globex.test');
    const caller = { role: 'platform_admin' } as AuthenticatedUser;
    const tokens: string[] = [];
    for (let person = 0; person < 500; person++) {
      const input = { ...PERSON, name: `Person ${person}`, email: `person-${person}@globex.test` };
      const id = newId(strict.clock.now, randomBytes);
      const at = formatTimestamp(strict.clock.now);
      await createUser(strict.table, input, { id, tenantId, at, caller, isInvited: true });
      const token = issueToken({ tenantId, userId: id }, randomBytes);
      const session = { sessionVersion: 1, now: strict.clock.now, lifetimeMinutes: 60 };
      await commit(strict.table, [putOwn(strict.table, tokenItem(token, session))]);
      tokens.push(token.plainText);
    }
    const { other, start } = (await read()).request_limits;
    expect(Math.min(other, start)).toBeGreaterThanOrEqual(500 * 60);
    const sendAll = (path: string) =>
      runInLanes(tokens, 20, (token) => strict.call(`GET ${path}`, { token }));
    for (const path of ['/api/v1/auth/me', '/api/v1/devices']) {
      expect(count(await sendAll(path), 200)).toBe(500);
    }
    const [one = ''] = tokens;
    const own = await Promise.all(
      Array.from({ length: 70 }, () => strict.call('GET /api/v1/auth/me', { token: one })),
    );
    expect([count(own, 200), count(own, 429)]).toEqual([58, 12]);
  }, 240_000);

  test('A request limit that a platform admin raises for a tenant applies at once, and to this tenant only', async () => {
    const { strict, send, tenantOf } = await startStrict({ throttles: NARROW });
    const [token, stranger] = [
      await strict.signIn('operator@acme.test'),
      await strict.signIn('master@globex.test'),
    ];
    const { read, set } = await tenantOf('operator@acme.test');
    expect(await read()).toMatchObject({ requests_per_minute: null, request_limits: { start: 60 } });
    await send(70, token);
    expect(count(await send(1, token), 429)).toBe(1);
    const raised = await set({ requests_per_minute: 100 });
    expect([raised.status, raised.body.requests_per_minute, raised.body.request_limits.start]).toEqual([
      200, 100, 100,
    ]);
    expect(count(await send(30, token), 200)).toBe(30);
    // Not more than the throttle of the method.
    expect((await set({ requests_per_minute: 5_000 })).body.request_limits.start).toBe(120);
    expect(count(await send(70, stranger), 429)).toBeGreaterThan(5);
    expect((await set({ requests_per_minute: null })).body.request_limits.start).toBe(60);
  });

  test('Only a platform admin can set a tenant’s request limit, and If-Match accepts the ETag of any response with the tenant', async () => {
    const { strict, tenantOf, platform } = await startStrict({ throttles: NARROW });
    const { path, set } = await tenantOf('master@acme.test');
    for (const [email, status] of [
      ['master@acme.test', 403],
      ['master@globex.test', 404],
    ] as const) {
      const token = await strict.signIn(email);
      const json = { requests_per_minute: 100 };
      expect((await strict.call(`PATCH ${path}`, { token, json })).status).toBe(status);
      expect((await strict.call(`GET ${path}`, { token })).status).toBe(status);
    }
    for (const wrong of [0, -1, 1.5, '100', 1e9]) {
      expect((await set({ requests_per_minute: wrong })).status).toBe(422);
    }
    const etagOf = async () =>
      (await strict.call(`GET ${path}`, { token: platform })).headers.get('etag') ?? '';
    const etag = await etagOf();
    // Another person changes what the limit follows from, but not the tenant.
    const json = { ...PERSON, name: 'New', email: 'new@acme.test', password: 'correct horse battery staple' };
    const master = await strict.signIn('master@acme.test');
    expect((await strict.call('POST /api/v1/users', { token: master, json })).status).toBe(201);
    const changed = await set({ requests_per_minute: 70 }, { 'If-Match': etag });
    expect(changed.status).toBe(200);
    expect((await set({ name: 'Acme 2' }, { 'If-Match': etag })).status).toBe(412);
    const next = changed.headers.get('etag') ?? '';
    expect((await set({ name: 'Acme 2' }, { 'If-Match': next })).status).toBe(200);
    const created = await strict.call('POST /api/v1/tenants', { token: platform, json: { name: 'Initech' } });
    const { id } = created.body;
    const headers = { 'If-Match': created.headers.get('etag') ?? '' };
    const update = { token: platform, json: { requests_per_minute: 70 }, headers };
    expect((await strict.call(`PATCH /api/v1/tenants/${id}`, update)).status).toBe(200);
  });
});

describe('rate limits of refresh and logout', () => {
  test('A user may refresh or log out exactly 5 times a minute, counted separately from other requests', async () => {
    let token = await guard.signIn('operator@acme.test');
    for (let round = 0; round < 5; round++) {
      const answer = await guard.call('POST /api/v1/auth/refresh', { token });
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '5']);
      token = answer.body.token;
    }
    expect((await guard.call('POST /api/v1/auth/refresh', { token })).status).toBe(429);
    expect((await guard.call('POST /api/v1/auth/logout', { token })).status).toBe(429);
    expect((await guard.call('GET /api/v1/auth/me', { token })).status).toBe(200);
  });
});

describe('rate limits of logins', () => {
  test('For each pair of an e-mail and a network address, exactly 5 logins a minute pass, with right or wrong passwords', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('operator@acme.test', 'wrong')));
    expect(count(answers, 401)).toBe(5);
    expect(count(answers, 429)).toBe(7);
    const right = await login(' Operator@acme.test');
    expect([right.status, right.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await login('viewer@acme.test')).status).toBe(200);
  });

  test('At most 30 logins a minute pass from one network address, whatever e-mail addresses they name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => login(`someone-${place}@acme.test`)),
    );
    expect(count(answers, 401)).toBe(30);
    expect(count(answers, 429)).toBe(10);
    expect((await login('someone-40@acme.test')).status).toBe(429);
    guard.clock.advance(30_000);
    expect((await login('someone-40@acme.test')).status).toBe(401);
  });

  test.each(['the first time', 'again'])(
    'Colleagues can sign in from one network address within a minute, although other people mistype passwords there: %s',
    async (time) => {
      const emails = ['master', 'admin', 'operator', 'viewer'].map((name) => `${name}@acme.test`);
      for (const email of time === 'again' ? emails : []) expect((await login(email)).status).toBe(200);
      guard.clock.advance(60_000);
      // Others mistype, and use up the limit of those who are not known here but for one.
      const wrong = Array.from({ length: time === 'again' ? 40 : 29 }, (_, place) =>
        login(`nobody-${place}@acme.test`),
      );
      await Promise.all(wrong);
      for (let round = 0; round < 5; round++) {
        for (const email of emails) expect((await login(email)).status).toBe(200);
      }
    },
  );

  test('Logins that are rejected by the limit of one e-mail address do not count towards the limit of their network address', async () => {
    await Promise.all(Array.from({ length: 40 }, () => login('operator@acme.test', 'wrong')));
    expect((await login('viewer@acme.test')).status).toBe(200);
  });

  test('Failed logins to an e-mail address are limited over all network addresses, but not from an address where the user signed in before', async () => {
    const at = (address: string, email: string, password: string) => signInFrom(address, { email, password });
    for (const email of ['operator@acme.test', 'nobody@acme.test']) {
      const isKnown = email === 'operator@acme.test';
      if (isKnown) expect((await at('198.51.100.1', email, 'guard-demo')).statusCode).toBe(200);
      const attempts = await Promise.all(
        Array.from({ length: 14 }, (_, place) => at(`192.0.2.${place}`, email, 'a guess')),
      );
      const statuses = attempts.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(4);
      const refused = attempts.find(({ statusCode }) => statusCode === 429);
      expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'too_many_requests' });
      expect(refused?.headers?.['Retry-After']).toBe('3570');
      expect((await at('203.0.113.9', email, 'guard-demo')).statusCode).toBe(429);
      if (isKnown) expect((await at('198.51.100.1', email, 'guard-demo')).statusCode).toBe(200);
    }
    guard.clock.advance(3_570_000);
    expect((await at('203.0.113.9', 'operator@acme.test', 'guard-demo')).statusCode).toBe(200);
  });

  test('If 20 wrong passwords for one user arrive at once from different network addresses, exactly 10 of them are checked', async () => {
    const email = 'operator@acme.test';
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        signInFrom(`192.0.2.${place}`, { email, password: 'a guess' }),
      ),
    );
    const statuses = attempts.map(({ statusCode }) => ({ status: statusCode }));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 10]);
  });

  test('Successful logins do not count towards the limit of failed logins', async () => {
    for (let login = 0; login < 12; login++) {
      const answer = await signInFrom(`192.0.2.${login}`, {
        email: 'operator@acme.test',
        password: 'guard-demo',
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  test('A login request with an invalid body counts towards the rate limit of logins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => guard.call('POST /api/v1/auth/login', { json: [] })),
    );
    expect([count(answers, 422), count(answers, 429)]).toEqual([5, 1]);
  });
});
