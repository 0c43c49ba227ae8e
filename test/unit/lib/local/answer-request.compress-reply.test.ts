import { gunzipSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MINIMUM_COMPRESSION_BYTES } from '../../../../lib/cdk/api/compression.ts';
import { compressReply } from '../../../../lib/local/answer-request.ts';

const large = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'ä'.repeat(600) };

test.each(['gzip', 'br, gzip', 'GZIP;q=0.5', 'deflate, gzip, br', 'gzip;q=1.0, identity;q=0.5'])(
  'The local server compresses a response with gzip for %s',
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

test('The local server compresses a response that has at least the minimum size in bytes', async () => {
  const exactly = { ...large, body: 'x'.repeat(MINIMUM_COMPRESSION_BYTES) };
  expect(await compressReply(exactly, 'gzip')).not.toBe(exactly);
  const below = { ...large, body: exactly.body.slice(1) };
  expect(await compressReply(below, 'gzip')).toBe(below);
});

test.each([undefined, '', '*', 'identity', 'br', 'gzip;q=0', 'br;q=1.0, gzip;q=0.9', 'gzip;q=x'])(
  'The local server does not compress a response for %s',
  async (accepted) => {
    expect(await compressReply(large, accepted)).toBe(large);
  },
);

test('The local server does not compress a response that the function has encoded', async () => {
  const encoded = { ...large, headers: { 'content-encoding': 'br' } };
  expect(await compressReply(encoded, 'gzip')).toBe(encoded);
});
