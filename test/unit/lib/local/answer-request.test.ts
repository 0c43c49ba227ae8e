import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressReply, parseProxyResult } from '../../../../lib/local/answer-request.ts';
import { MINIMUM_COMPRESSION_BYTES } from '../../../../shared/http/gateway-responses.ts';

describe('proxyResult', () => {
  test('The local server turns a function’s result into an HTTP response with the same status, headers and body', () => {
    const result = { statusCode: 201, headers: { 'Content-Type': 'text/html', 'X-Flag': true }, body: 'hi' };
    expect(parseProxyResult(result)).toEqual({
      status: 201,
      headers: { 'Content-Type': ['text/html'], 'X-Flag': ['true'] },
      body: 'hi',
    });
  });

  test('The local server adds the content type JSON to a function’s response without a content type', () => {
    expect(parseProxyResult({ statusCode: 200 })).toEqual({
      status: 200,
      headers: { 'Content-Type': ['application/json'] },
      body: '',
    });
    expect(parseProxyResult({ statusCode: 200, headers: { 'content-type': 'a/b' } })).toMatchObject({
      headers: { 'content-type': ['a/b'] },
    });
  });

  test('The local server merges headers and multiValueHeaders of a function’s result without duplicates', () => {
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
  ])('The local server rejects the malformed function result %j', (result) => {
    expect(parseProxyResult(result)).toEqual({ malformed: expect.any(String) });
  });

  test('The local server’s error about a malformed function result contains no values of the result', () => {
    const result = { statusCode: 200, headers: { A: 'secret\n' } };
    expect(JSON.stringify(parseProxyResult(result))).not.toContain('secret');
  });
});

describe('compressReply', () => {
  const large = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'ä'.repeat(600) };

  test.each(['gzip', 'br, gzip', 'GZIP;q=0.5', 'deflate, gzip, br', 'gzip;q=1.0, identity;q=0.5'])(
    'The local server compresses a response with gzip for the Accept-Encoding %s',
    async (accepted) => {
      const { status, headers, body } = await compressReply(large, accepted);
      expect({ status, headers }).toEqual({
        status: 200,
        headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' },
      });
      expect(gunzipSync(body).toString()).toBe(large.body);
    },
  );

  test('The local server compresses a response with deflate if the client accepts nothing else', async () => {
    const { headers, body } = await compressReply(large, 'deflate');
    expect(headers).toMatchObject({ 'Content-Encoding': 'deflate' });
    expect(inflateSync(body).toString()).toBe(large.body);
  });

  test('The local server compresses a response only if its size is at least the minimum in bytes', async () => {
    const exactly = { ...large, body: 'x'.repeat(MINIMUM_COMPRESSION_BYTES) };
    expect(await compressReply(exactly, 'gzip')).not.toBe(exactly);
    const below = { ...large, body: exactly.body.slice(1) };
    expect(await compressReply(below, 'gzip')).toBe(below);
  });

  test.each([undefined, '', '*', 'identity', 'br', 'gzip;q=0', 'br;q=1.0, gzip;q=0.9', 'gzip;q=x'])(
    'The local server does not compress a response for the Accept-Encoding %s',
    async (accepted) => {
      expect(await compressReply(large, accepted)).toBe(large);
    },
  );

  test('The local server does not compress a response that already has a Content-Encoding', async () => {
    const encoded = { ...large, headers: { 'content-encoding': 'br' } };
    expect(await compressReply(encoded, 'gzip')).toBe(encoded);
  });
});
