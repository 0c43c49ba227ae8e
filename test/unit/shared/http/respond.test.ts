import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../../../shared/base/errors.ts';
import { etagOf } from '../../../../shared/base/etag.ts';
import { withMeta } from '../../../../shared/base/schema.ts';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const thing = withMeta(z.object({ name: z.string() }), { id: 'Thing' });
const OK = { description: 'The thing.', body: thing };

const failing = (error: unknown) => () => {
  throw error;
};

test('A response has the status of its route and only the declared fields', async () => {
  const answer = await callEndpoint({
    route: { response: { ...OK, status: 202 } },
    endpoint: () => ({ body: { name: 'Gate', password_hash: 'secret' } }),
  });
  expect([answer.status, answer.text]).toEqual([202, '{"name":"Gate"}']);
  expect(answer.headers).toEqual({
    'Content-Type': 'application/json',
    'X-Request-Id': 'request-1',
    'X-Correlation-Id': 'request-1',
    'Cache-Control': 'no-store',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers':
      'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, ETag, Idempotency-Replayed, WWW-Authenticate, X-Request-Id, X-Correlation-Id',
  });
});

test('A response contains no field that its schema does not declare, at any depth', async () => {
  const user = z.object({ id: z.string() });
  const body = withMeta(z.object({ list: z.array(z.object({ user: z.optional(user) })) }), { id: 'Things' });
  const { text } = await callEndpoint({
    route: { response: { ...OK, body } },
    endpoint: () => ({
      body: { list: [{ user: { id: '1', password_hash: 'secret' }, token: 'secret' }], note: 'secret' },
    }),
  });
  expect(text).toBe('{"list":[{"user":{"id":"1"}}]}');
});

test('If a handler returns no body, the response body is empty', async () => {
  const answer = await callEndpoint({ route: { response: { status: 204, description: 'Gone.' } } });
  expect([answer.status, answer.text]).toEqual([204, '']);
});

test('A text body of a response is sent unchanged, with the Cache-Control of its route', async () => {
  const response = {
    description: 'Styles.',
    body: z.string(),
    contentType: 'text/css',
    cacheControl: 'max-age=60',
  };
  const call = { route: { response }, endpoint: () => ({ body: 'a { }' }) };
  const answer = await callEndpoint(call);
  expect(answer.text).toBe('a { }');
  expect(answer.headers).toMatchObject({
    'Content-Type': 'text/css',
    'Cache-Control': 'max-age=60',
    Vary: 'Accept-Encoding',
  });
  const toOneOrigin = await callEndpoint({ ...call, settings: { corsOrigin: 'https://app.test' } });
  expect(toOneOrigin.headers['Vary']).toBe('Origin, Accept-Encoding');
});

test('A response allows only the configured CORS origin, and its Vary header names Origin', async () => {
  const { headers } = await callEndpoint({ settings: { corsOrigin: 'https://app.test' } });
  expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': 'https://app.test', Vary: 'Origin' });
});

test('A response contains the headers that its handler sets', async () => {
  const { headers } = await callEndpoint({ endpoint: () => ({ headers: { Location: '/things/1' } }) });
  expect(headers['Location']).toBe('/things/1');
});

test.each([
  [undefined, '/houses/1/things/Gate%20%2F'],
  ['/things/{id}', '/things/Gate%20%2F'],
  ['/houses/{house_id}/things', '/houses/1/things'],
  [null, undefined],
] as const)('A response of 201 has a Location: for %o it is %s', async (location, expected) => {
  const body = withMeta(z.object({ id: z.string() }), { id: 'Thing' });
  const { headers } = await callEndpoint({
    route: {
      path: '/houses/{house_id}/things',
      request: { path: { house_id: z.string() } },
      response: { ...OK, body, status: 201, ...(location === undefined ? {} : { location }) },
    },
    event: { pathParameters: { house_id: '1' } },
    endpoint: () => ({ body: { id: 'Gate /' } }),
  });
  expect(headers['Location']).toBe(expected && `https://guard.test${expected}`);
});

test('A response has an ETag, and a request with the same ETag in If-None-Match gets 304', async () => {
  const etag = etagOf({ name: 'Gate' });
  const call = {
    route: { response: { ...OK, etag: true } },
    endpoint: () => ({ body: { name: 'Gate' } }),
  };
  const fresh = await callEndpoint(call);
  expect([fresh.status, fresh.headers['ETag']]).toEqual([200, etag]);
  const kept = await callEndpoint({ ...call, event: { headers: { 'If-None-Match': etag } } });
  expect([kept.status, kept.text, kept.headers['ETag']]).toEqual([304, '', etag]);
  const other = await callEndpoint({ ...call, event: { headers: { 'If-None-Match': '"other"' } } });
  expect(other.status).toBe(200);
  const changed = await callEndpoint({
    ...call,
    route: { ...call.route, method: 'PATCH' },
    event: { headers: { 'If-None-Match': etag } },
  });
  expect(changed.status).toBe(200);
});

test('A response has no ETag if its route declares none', async () => {
  const { headers } = await callEndpoint({
    route: { response: OK },
    endpoint: () => ({ body: { name: 'Gate' } }),
  });
  expect(headers).not.toHaveProperty('ETag');
});

test('An expected error of a handler is answered with its status and body, and not logged as unexpected', async () => {
  const error = new ApiError('forbidden');
  const { status, body, headers, logged } = await callEndpoint({ endpoint: failing(error) });
  expect([status, body]).toEqual([
    403,
    { message: 'This action is unauthorized.', code: 'forbidden', request_id: 'request-1' },
  ]);
  expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' });
  expect(headers).not.toHaveProperty('WWW-Authenticate');
  expect(headers).not.toHaveProperty('Retry-After');
  expect(logged.map(({ level }) => level)).toEqual(['info']);
});

test('The response to an invalid token also reports it in WWW-Authenticate (RFC 6750, section 3)', async () => {
  const { status, headers } = await callEndpoint({ endpoint: failing(new ApiError('unauthenticated')) });
  expect([status, headers['WWW-Authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
});

test('An unexpected error of a handler is logged and answered without details', async () => {
  const error = new TypeError('the table is on fire');
  const { status, text, body, logged } = await callEndpoint({ endpoint: failing(error) });
  expect([status, body.code]).toEqual([500, 'internal_error']);
  expect(text).not.toContain('fire');
  expect(logged[0]).toEqual({
    level: 'error',
    message: 'Unexpected error',
    fields: { request_id: 'request-1', correlation_id: 'request-1', error },
  });
});

test('A handler that throws undefined is logged as an error', async () => {
  const { status, logged } = await callEndpoint({ endpoint: failing(undefined) });
  expect(status).toBe(500);
  expect(logged[0]?.fields.error).toEqual(new Error('unknown'));
});

test('A transient error of a handler is answered with 503 and Retry-After', async () => {
  const error = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
  const { status, body, headers } = await callEndpoint({ endpoint: failing(error) });
  expect([status, body.code, headers['Retry-After']]).toEqual([503, 'service_unavailable', '1']);
});

test('The headers that an error sets override those of every response', async () => {
  const { headers } = await callEndpoint({
    route: { access: 'signed_in' },
    role: 'viewer',
    answers: [{ Attributes: { requests: new Set(['a']) } }],
    endpoint: failing(new ApiError('too_many_requests', { headers: { 'X-RateLimit-Limit': '50' } })),
  });
  expect(headers).toMatchObject({ 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '59' });
});
