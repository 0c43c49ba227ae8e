import { describe, expect, test } from 'vitest';
import { type Answer, AUTHORIZATION, makeRoute, policy, send, startGateway } from './gateway-harness.ts';

const GUARDED = [makeRoute({ access: 'signed_in', path: '/things/{thing_id}' })];

function expectError(answer: Answer, status: number, code: string) {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(answer.body)).toEqual({
    message: expect.any(String),
    code,
    request_id: answer.headers['x-amzn-requestid'],
  });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
}

test('While the table is not available, the local gateway answers 503 and runs no function', async () => {
  let available = false;
  const { port, events, authorizerEvents } = await startGateway({
    routes: [makeRoute({}), ...GUARDED],
    isAvailable: () => available,
  });
  expectError(await send(port, 'GET', '/things'), 503, 'service_unavailable');
  const headers = { Authorization: AUTHORIZATION };
  expectError(await send(port, 'GET', '/things/1', { headers }), 503, 'service_unavailable');
  expectError(await send(port, 'GET', '/nothing'), 404, 'not_found');
  expect([...events, ...authorizerEvents]).toEqual([]);
  available = true;
  expect((await send(port, 'GET', '/things')).status).toBe(200);
});

test('The local gateway passes on the request and the response unchanged', async () => {
  const { port, events } = await startGateway({
    routes: [makeRoute({ method: 'POST', path: '/things/{thing_id}' })],
    endpoint: () => ({
      statusCode: 201,
      headers: { 'content-type': 'text/plain', 'X-CaSe': '1' },
      multiValueHeaders: { 'Set-Cookie': ['a', 'b'] },
      body: 'grüße',
    }),
  });
  const headers = { 'X-CaSe': ['a', 'b'], Host: 'guard.test:1' };
  const answer = await send(port, 'POST', '/things/a%2Fb?q=1&q=2', { headers, body: '{"a":"ü"}' });
  expect(answer).toMatchObject({ status: 201, body: 'grüße' });
  expect(answer.headers['content-type']).toBe('text/plain');
  expect(answer.headers['set-cookie']).toEqual(['a', 'b']);
  expect(answer.rawHeaders).toContain('X-CaSe');
  expect(events[0]).toMatchObject({
    path: '/things/a%2Fb',
    pathParameters: { thing_id: 'a%2Fb' },
    queryStringParameters: { q: '2' },
    multiValueHeaders: { 'X-CaSe': ['a', 'b'] },
    body: '{"a":"ü"}',
    requestContext: { domainName: 'guard.test:1', identity: { sourceIp: '127.0.0.1' } },
  });
});

test('On the local gateway, the event of a public route contains no authorizer context', async () => {
  const { port, events } = await startGateway();
  await send(port, 'GET', '/things', { headers: { Authorization: 'anything' } });
  expect(events[0]?.requestContext).not.toHaveProperty('authorizer');
});

test('The local gateway passes on a request body, whatever its content type and method', async () => {
  const { port, events } = await startGateway();
  await send(port, 'GET', '/things', {
    headers: { 'Content-Type': ';;;', 'Content-Length': '1' },
    body: '{',
  });
  expect(events[0]?.body).toBe('{');
});

test('A 204 response of the local gateway has no body and no Content-Length', async () => {
  const { port } = await startGateway({ endpoint: () => ({ statusCode: 204, body: 'x' }) });
  const answer = await send(port, 'GET', '/things');
  expect(answer).toMatchObject({ status: 204, body: '' });
  expect(answer.headers['content-length']).toBeUndefined();
});

test('With a stage, the local gateway answers only paths that begin with the stage', async () => {
  const { port, events } = await startGateway({ stage: 'dev' });
  expect((await send(port, 'GET', '/dev/things')).status).toBe(200);
  expect(events[0]).toMatchObject({ path: '/things', requestContext: { path: '/dev/things' } });
  expectError(await send(port, 'GET', '/things'), 404, 'not_found');
});

test('The local gateway’s log does not contain the query of a request', async () => {
  const { port, lines } = await startGateway();
  await send(port, 'GET', '/things?token=secret');
  expect(lines).toEqual([expect.stringMatching(/^GET \/things 200 \d+ ms$/)]);
});

test('The local gateway’s log masks WebSocket tickets, API keys and tokens in a path', async () => {
  const { port, lines } = await startGateway();
  await send(port, 'GET', '/live;ticket=8117254130011007%7Cguard_t_0a1B2c3D');
  expect(lines).toEqual([expect.stringMatching(/^GET \/live;ticket=8117254130011007%7Cguard_… 404 \d+ ms$/)]);
});

test.each([{}, { Authorization: '' }, { Authorization: 'Bearer x' }, { authorization: `${AUTHORIZATION}!` }])(
  'The local gateway rejects a request with %j without running the authorizer',
  async (headers) => {
    const { port, authorizerEvents, events } = await startGateway({ routes: GUARDED });
    const answer = await send(port, 'GET', '/things/1', { headers });
    expectError(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect([...authorizerEvents, ...events]).toEqual([]);
  },
);

test('The local gateway passes the authorizer’s context to the function, even if the header name Authorization has unusual case', async () => {
  const { port, authorizerEvents, events } = await startGateway({
    routes: GUARDED,
    authorizer: () => policy('Allow', { context: { token_id: 7 } }),
  });
  expect((await send(port, 'GET', '/things/1', { headers: { aUTHORIZATION: AUTHORIZATION } })).status).toBe(
    200,
  );
  expect(authorizerEvents[0]).toMatchObject({ type: 'TOKEN', authorizationToken: AUTHORIZATION });
  expect(events[0]?.requestContext.authorizer).toEqual({ principalId: 'user-1', token_id: '7' });
});

test.each([
  ['a Deny', () => policy('Deny'), 401, 'unauthenticated', 'Bearer error="invalid_token"'],
  ['a refusal', () => Promise.reject(new Error('Unauthorized')), 401, 'unauthenticated', 'Bearer'],
  ['a fault', () => Promise.reject(new Error('boom')), 503, 'service_unavailable', undefined],
  ['no policy', () => ({}), 500, 'internal_error', undefined],
])(
  'After %s of the authorizer, the local gateway answers with an error and does not run the function',
  async (_, authorizer, status, code, challenge) => {
    const { port, events } = await startGateway({ routes: GUARDED, authorizer });
    const answer = await send(port, 'GET', '/things/1', { headers: { Authorization: AUTHORIZATION } });
    expectError(answer, status, code);
    expect(answer.headers['www-authenticate']).toBe(challenge);
    expect(events).toEqual([]);
  },
);

test.each([
  ['GET', '/nothing'],
  ['PATCH', '/things'],
  ['HEAD', '/things'],
  ['PURGE', '/things'],
  ['GET', '/%zz'],
  ['GET', '//things'],
  ['GET', '/things/../things'],
])('The local gateway answers 404 to %s %s', async (method, path) => {
  const { port, events } = await startGateway();
  const answer = await send(port, method, path);
  if (method === 'HEAD') expect(answer).toMatchObject({ status: 404, body: '' });
  else expectError(answer, 404, 'not_found');
  expect(events).toEqual([]);
});

test.each([
  ['throws', () => Promise.reject(new Error('boom'))],
  ['returns nothing', () => undefined],
  ['returns a malformed response', () => ({ status: 200 })],
  ['returns a value that JSON cannot represent', () => ({ statusCode: 200, body: 1n })],
  [
    'returns a header that would split the response',
    () => ({ statusCode: 200, headers: { A: 'a\r\nB: b' } }),
  ],
])('The local gateway answers 502 if a function %s', async (_, endpoint) => {
  const { port, lines } = await startGateway({ endpoint });
  expectError(await send(port, 'GET', '/things'), 502, 'internal_error');
  expect(lines[0]).toMatch(/^get-thing (failed|returned a malformed)/);
});

test('The local gateway answers 504 if a function takes too long', async () => {
  const { port } = await startGateway({
    integrationTimeoutMilliseconds: 1,
    endpoint: () => Promise.withResolvers().promise,
  });
  expectError(await send(port, 'GET', '/things'), 504, 'gateway_timeout');
});

test('The local gateway answers a CORS preflight of an unknown path, so that the page sees the 404', async () => {
  const { port } = await startGateway({ corsOrigin: 'https://app.test' });
  const preflight = await send(port, 'OPTIONS', '/nothing');
  expect(preflight).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE' },
  });
  const answer = await send(port, 'GET', '/nothing', { headers: { Origin: 'https://app.test' } });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([404, 'https://app.test']);
});

test('The local gateway answers no CORS preflight of an unknown path if no page may call', async () => {
  const { port } = await startGateway({ corsOrigin: 'none' });
  expect((await send(port, 'OPTIONS', '/nothing')).status).toBe(404);
});

describe('the pages of this machine', () => {
  const Origin = 'http://localhost:5173';

  test('The local gateway names the page that asks in each response, as functions and caches do not know it', async () => {
    const endpoint = () => ({ statusCode: 200, headers: { Vary: 'Accept-Encoding' }, body: '{}' });
    const { port } = await startGateway({ corsOrigin: 'localhost', endpoint });
    for (const [method, path, status] of [
      ['GET', '/things', 200],
      ['GET', '/nothing', 404],
      ['OPTIONS', '/things', 204],
      ['OPTIONS', '/nothing', 204],
    ] as const) {
      const answer = await send(port, method, path, { headers: { Origin } });
      expect([method, path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([
        method,
        path,
        status,
        Origin,
      ]);
      expect(answer.headers['access-control-expose-headers']).toContain('ETag');
      expect(answer.headers['vary']).toContain('Origin');
    }
    const { headers } = await send(port, 'GET', '/things');
    expect(headers).toMatchObject({ vary: 'Accept-Encoding, Origin' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('The local gateway logs which page it refused, because a browser does not say why fetching failed', async () => {
    const { port, lines } = await startGateway({ corsOrigin: 'localhost' });
    const answer = await send(port, 'GET', '/things', { headers: { Origin: 'https://evil.example' } });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, 'origin_not_allowed']);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(lines[0]).toBe(
      'refused a page of "https://evil.example": GUARD_CORS_ORIGIN allows one origin, or localhost',
    );
  });
});

test('The local gateway answers a CORS preflight with the methods of the path', async () => {
  const routes = [makeRoute({}), makeRoute({ method: 'POST', access: 'signed_in' })];
  const { port, events } = await startGateway({ routes, corsOrigin: 'https://app.test' });
  const answer = await send(port, 'OPTIONS', '/things');
  expect(answer).toMatchObject({ status: 204, body: '' });
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': 'https://app.test',
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': expect.stringContaining('Authorization'),
    'access-control-max-age': expect.stringMatching(/^\d+$/),
    vary: 'Origin',
  });
  expect(events).toEqual([]);
});
