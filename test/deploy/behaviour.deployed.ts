import { beforeAll, describe, expect, test } from 'vitest';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { ADMIN, call, create, PASSWORD, pathOfLink, signIn } from './deployed-guard.ts';

/** Signs in once. */
const viewerEmail = `vic-${Date.now()}@example.com`;
let master: string;
let viewer: string;
let siteId: string;
const alertIds: string[] = [];

beforeAll(async () => {
  const users = {
    master: { name: 'Mia', email: `mia-${Date.now()}@example.com`, password: PASSWORD },
    viewer: { name: 'Vic', email: viewerEmail, password: PASSWORD },
  };
  await create('/api/v1/tenants', await signIn(ADMIN), { name: 'Globex', master: users.master });
  master = await signIn(users.master);
  siteId = (await create('/api/v1/sites', master, { name: 'Headquarters' })).id;
  const { id } = await create('/api/v1/users', master, { ...users.viewer, role: 'viewer' });
  await call(`PUT /api/v1/users/${id}/sites`, { token: master, json: { site_ids: [siteId] } });
  viewer = await signIn(users.viewer);
  for (const severity of ['low', 'high', 'low', 'high', 'low']) {
    const json = { site_id: siteId, type: 'intrusion', severity, message: 'Movement while armed' };
    alertIds.unshift((await create('/api/v1/alerts', master, json)).id);
  }
});

describe('a list', () => {
  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  test('The links of a list lead through all its pages and back, on the same stage', async () => {
    const pages: string[][] = [];
    let path: string | undefined = '/api/v1/alerts?limit=2';
    let back: string | null = null;
    while (path) {
      const { body } = await call(`GET ${path}`, { token: viewer });
      expect(pathOfLink(body.meta.path)).toBe('/api/v1/alerts');
      pages.push(idsOf(body));
      back = body.links.prev;
      path = body.links.next === null ? undefined : pathOfLink(body.links.next);
    }
    expect(pages).toEqual([alertIds.slice(0, 2), alertIds.slice(2, 4), alertIds.slice(4)]);
    const { body } = await call(`GET ${pathOfLink(back ?? '')}`, { token: viewer });
    expect(idsOf(body)).toEqual(pages[1]);
  });

  test('Pages of a filtered list are full, and their links keep the filters', async () => {
    const { body } = await call(`GET /api/v1/sites/${siteId}/alerts?severity=low&limit=2`, { token: viewer });
    expect(idsOf(body)).toEqual([alertIds[0], alertIds[2]]);
    const next = pathOfLink(body.links.next);
    expect(new URLSearchParams(next.split('?')[1]).get('severity')).toBe('low');
    expect(idsOf((await call(`GET ${next}`, { token: viewer })).body)).toEqual([alertIds[4]]);
  });
});

describe('an error has the service’s own body', () => {
  const missing = '019a0000-0000-7000-8000-000000000000';
  const largeBody = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(65_536) });
  const withJson = { 'Content-Type': 'application/json' };
  const changed = (token: string) => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');

  test.each<[number, string, string, () => Parameters<typeof call>]>([
    [401, 'unauthenticated', 'no token', () => ['GET /api/v1/alerts']],
    [401, 'unauthenticated', 'a malformed token', () => ['GET /api/v1/alerts', { token: '1|guard_x' }]],
    [401, 'unauthenticated', 'a forged token', () => ['GET /api/v1/alerts', { token: changed(viewer) }]],
    [
      403,
      'forbidden',
      'a request without permission',
      () => [`DELETE /api/v1/sites/${siteId}`, { token: viewer }],
    ],
    [404, 'not_found', 'an unknown id', () => [`GET /api/v1/sites/${missing}`, { token: master }]],
    [404, 'not_found', 'an unknown path', () => ['GET /api/v1/nothing', { token: master }]],
    [404, 'not_found', 'an unknown method', () => ['DELETE /api/v1/alerts', { token: master }]],
    [
      400,
      'malformed_json',
      'half a body',
      () => ['POST /api/v1/auth/login', { body: '{', headers: withJson }],
    ],
    [
      413,
      'payload_too_large',
      'too large a body',
      () => ['POST /api/v1/auth/login', { body: largeBody, headers: withJson }],
    ],
    [
      415,
      'unsupported_media_type',
      'a body of another type',
      () => ['POST /api/v1/auth/login', { body: 'a=b', headers: { 'Content-Type': 'text/plain' } }],
    ],
    [422, 'validation_failed', 'a wrong limit', () => ['GET /api/v1/alerts?limit=none', { token: viewer }]],
    [
      422,
      'validation_failed',
      'a foreign cursor',
      () => ['GET /api/v1/alerts?cursor=bm9uZQ', { token: viewer }],
    ],
  ])('An error is answered with %i %s for %s', async (status, code, _, request) => {
    const answer = await call(...request());
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
    expect(answer.body).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  test('Creating a user with an e-mail address that another user has is answered with 409', async () => {
    const json = { name: 'Twin', email: ADMIN.email, role: 'viewer', password: PASSWORD };
    const answer = await call('POST /api/v1/users', { token: master, json });
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
  });
});

test('A rejected login does not reveal whether the e-mail address exists', async () => {
  const [known, unknown] = await Promise.all(
    [viewerEmail, 'nobody@example.com'].map((email) =>
      call('POST /api/v1/auth/login', { json: { email, password: 'wrong password' } }),
    ),
  );
  expect({ ...known?.body, request_id: '' }).toEqual({ ...unknown?.body, request_id: '' });
  expect(known?.status).toBe(401);
});

test('Logins beyond 5 a minute are answered with 429 and the time to wait', async () => {
  const json = { email: 'many@example.com', password: 'wrong password' };
  // A few at a time: MiniStack starts a process for each concurrent call.
  const answers = await runInLanes(Array.from({ length: 16 }), 4, () =>
    call('POST /api/v1/auth/login', { json }),
  );
  const refused = answers.filter(({ status }) => status === 429);
  // If a minute ends meanwhile, 10 succeed.
  expect(answers.filter(({ status }) => status === 401).length).toBe(16 - refused.length);
  const limits = refused.map(({ headers }) => headers.get('x-ratelimit-limit'));
  expect([6, 7, 8, 9, 10, 11], `refused by limits of ${limits.join()}`).toContain(refused.length);
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  }
});

test('Browser pages of any origin may call the API', async () => {
  const preflight = await call('OPTIONS /api/v1/alerts', {
    headers: { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
});
