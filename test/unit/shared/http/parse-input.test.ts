import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const response = { description: 'What came in.', body: z.unknown() };

const query = z.strictObject({ status: z.optional(z.string()), page: z.optional(z.string()) });
const ask = (event: object) =>
  callEndpoint({
    route: { request: { query }, response },
    endpoint: ({ query: parsed }) => ({ body: parsed }),
    event,
  });

test.each([
  [{ queryStringParameters: null, multiValueQueryStringParameters: null }, {}],
  [
    { queryStringParameters: { status: 'a' }, multiValueQueryStringParameters: { status: ['a'] } },
    { status: 'a' },
  ],
  [{ queryStringParameters: { status: 'a' } }, { status: 'a' }],
  [
    {
      queryStringParameters: { status: 'a', page: 'b' },
      multiValueQueryStringParameters: { status: ['a'], page: ['b'] },
    },
    { status: 'a', page: 'b' },
  ],
])('The query of a request %j is parsed', async (event, expected) => {
  const answer = await ask(event);
  expect([answer.status, answer.body]).toEqual([200, expected]);
});

test('A query with repeated parameters is rejected with an error for each of them', async () => {
  const { status, body } = await ask({
    queryStringParameters: { status: 'b', page: '2', once: '1' },
    multiValueQueryStringParameters: { status: ['a', 'b'], page: ['1', '1', '2'], once: ['1'] },
  });
  expect([status, body.code]).toEqual([422, 'validation_failed']);
  expect(body.errors).toEqual({
    status: ['The status field must be given once.'],
    page: ['The page field must be given once.'],
  });
});

test('A query that repeats the parameter __proto__ is rejected like any other repetition', async () => {
  const { body } = await ask({
    multiValueQueryStringParameters: JSON.parse('{"__proto__":["1","2"]}'),
  });
  expect(Object.keys(body.errors)).toEqual(['__proto__']);
});

test('The error of a repeated query parameter truncates its name to 100 characters', async () => {
  const { body } = await ask({ multiValueQueryStringParameters: { ['x'.repeat(200)]: ['1', '2'] } });
  expect(body.errors).toEqual({
    ['x'.repeat(100)]: [`The ${'x'.repeat(100)} field must be given once.`],
  });
});

test('A route without a query schema ignores repeated query parameters', async () => {
  const { status } = await callEndpoint({
    event: { multiValueQueryStringParameters: { status: ['a', 'b'] } },
  });
  expect(status).toBe(200);
});

const path = { thing_id: z.string().check(z.regex(/^[a-z ]+$/)) };
const get = (pathParameters: Record<string, string> | null) =>
  callEndpoint({
    route: { path: '/things/{thing_id}', request: { path }, response },
    endpoint: ({ path: parsed, url }) => ({ body: { ...parsed, url } }),
    event: { pathParameters },
  });

test('The path parameters of a request are decoded, and its URL keeps their encoding', async () => {
  const { body } = await get({ thing_id: 'a%20b' });
  expect(body).toEqual({ thing_id: 'a b', url: 'https://guard.test/things/a%20b' });
});

test.each([[{ thing_id: 'A' }], [{ thing_id: '%' }], [{ thing_id: undefined as unknown as string }], [null]])(
  'Invalid path parameters of a request are 404 and not 422: %j',
  async (parameters) => {
    const { status, body } = await get(parameters);
    expect([status, body.code, body.errors]).toEqual([404, 'not_found', undefined]);
  },
);

const body = z.strictObject({ name: z.string().check(z.trim()) });
const post = (sent: object) =>
  callEndpoint({
    route: { method: 'POST', request: { body }, response },
    endpoint: ({ body: parsed }) => ({ body: parsed }),
    event: { body: JSON.stringify(sent), headers: { 'Content-Type': 'application/json' } },
  });

test('The body of a request is parsed by the schema of its route', async () => {
  expect((await post({ name: ' Gate ' })).body).toEqual({ name: 'Gate' });
  const { status, body: answer } = await post({ nmae: 'Gate' });
  expect([status, Object.keys(answer.errors)]).toEqual([422, ['name', 'nmae']]);
});
