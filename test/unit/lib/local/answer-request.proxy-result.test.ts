import { expect, test } from 'vitest';
import { parseProxyResult } from '../../../../lib/local/answer-request.ts';

test('The proxy result of a function becomes an HTTP response with its status, headers and body', () => {
  const result = { statusCode: 201, headers: { 'Content-Type': 'text/html', 'X-Flag': true }, body: 'hi' };
  expect(parseProxyResult(result)).toEqual({
    status: 201,
    headers: { 'Content-Type': ['text/html'], 'X-Flag': ['true'] },
    body: 'hi',
  });
});

test('The default content type of a function’s response on the local server is JSON', () => {
  expect(parseProxyResult({ statusCode: 200 })).toEqual({
    status: 200,
    headers: { 'Content-Type': ['application/json'] },
    body: '',
  });
  expect(parseProxyResult({ statusCode: 200, headers: { 'content-type': 'a/b' } })).toMatchObject({
    headers: { 'content-type': ['a/b'] },
  });
});

test('Both maps of headers in a function’s proxy result are merged without duplicates', () => {
  const result = {
    statusCode: 200,
    headers: { A: '1', B: '3', C: '4' },
    multiValueHeaders: { A: ['1', '2'], B: ['2'] },
  };
  expect(parseProxyResult(result)).toMatchObject({ headers: { A: ['1', '2'], B: ['2', '3'], C: ['4'] } });
});

test('The local server renames the header WWW-Authenticate of a function, as API Gateway does', () => {
  expect(parseProxyResult({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer' } })).toMatchObject({
    headers: { 'x-amzn-Remapped-WWW-Authenticate': ['Bearer'] },
  });
});

test.each([
  null,
  undefined,
  'text',
  [],
  {},
  { statusCode: '200' },
  { statusCode: 200.5 },
  { statusCode: 99 },
  { statusCode: 600 },
  { statusCode: 200, body: {} },
  { statusCode: 200, body: 1 },
  { statusCode: 200, headers: { A: 1 } },
  { statusCode: 200, headers: { A: ['1'] } },
  { statusCode: 200, multiValueHeaders: { A: '1' } },
  { statusCode: 200, another: 1 },
  { statusCode: 200, headers: { A: 'a\r\nB: b' } },
  { statusCode: 200, headers: { 'A B': 'a' } },
  { statusCode: 200, multiValueHeaders: { A: ['ok', 'a\u2028'] } },
])('The proxy result %j of a function is malformed', (result) => {
  expect(parseProxyResult(result)).toEqual({ malformed: expect.any(String) });
});

test('The reason for a malformed proxy result contains no values of the result', () => {
  const result = { statusCode: 200, headers: { A: 'secret\n' } };
  expect(JSON.stringify(parseProxyResult(result))).not.toContain('secret');
});
