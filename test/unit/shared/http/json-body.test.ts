import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const LARGEST_BYTES = 64 * 1024;

/** A JSON body with an exact number of bytes. */
function bodyOf(bytes: number, character = 'x'): string {
  const [start, end] = ['{"text":"', '"}'];
  const room = bytes - start.length - end.length;
  return start + character.repeat(Math.floor(room / Buffer.byteLength(character))) + end;
}

const send = (
  body: string | null,
  event: object = {},
  headers: object = { 'Content-Type': 'application/json' },
  route: object = {},
) =>
  callEndpoint({
    route: {
      ...route,
      method: 'POST',
      request: { body: z.looseObject({}) },
      response: { description: 'What came in.', body: z.unknown() },
    },
    endpoint: ({ body: parsed }) => ({ body: parsed }),
    event: { body, headers: headers as Record<string, string>, ...event },
  });

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('A request body of 64 KiB is accepted, and one byte more is rejected', async () => {
  expect((await send(bodyOf(LARGEST_BYTES))).status).toBe(200);
  const refused = await send(bodyOf(LARGEST_BYTES + 1));
  expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
});

test('The size of a request body is counted in bytes, not in characters', async () => {
  const { status } = await send(bodyOf(LARGEST_BYTES + 11, 'é'));
  expect(status).toBe(413);
});

test('The size of a base64 request body is that of the decoded body', async () => {
  const isBase64Encoded = true;
  const largest = await send(base64(bodyOf(LARGEST_BYTES)), { isBase64Encoded });
  expect(largest.status).toBe(200);
  const larger = await send(base64(bodyOf(LARGEST_BYTES + 1)), { isBase64Encoded });
  expect(larger.status).toBe(413);
});

test('A body that the route ignores is rejected if it is too large', async () => {
  const call = (bytes: number) => callEndpoint({ route: { method: 'POST' }, event: { body: bodyOf(bytes) } });
  expect((await call(LARGEST_BYTES)).status).toBe(200);
  expect((await call(LARGEST_BYTES + 1)).status).toBe(413);
});

test.each([
  ['accepted if every field of the body is optional', z.object({ note: z.optional(z.string()) }), 200],
  ['rejected if a field of the body is required', z.object({ note: z.string() }), 422],
])('The request body "null" is %s', async (_, body, expected) => {
  const { status } = await callEndpoint({
    route: { method: 'POST', request: { body } },
    event: { body: 'null', headers: { 'Content-Type': 'application/json' } },
  });
  expect(status).toBe(expected);
});

test('A body that the route ignores need not be JSON', async () => {
  const { status } = await callEndpoint({ route: { method: 'POST' }, event: { body: 'no JSON' } });
  expect(status).toBe(200);
});

test.each([null, ''])(
  'An empty request body (%j) is read as an empty object, even without a content type',
  async (body) => {
    const answer = await send(body, {}, {});
    expect([answer.status, answer.text]).toEqual([200, '{}']);
  },
);

test('A request body in JSON is parsed', async () => {
  expect((await send('{"a":[1]}')).body).toEqual({ a: [1] });
  expect((await send(base64('{"a":"é"}'), { isBase64Encoded: true })).body).toEqual({ a: 'é' });
});

test('A request body that is not JSON is rejected, and neither the response nor the log contains it', async () => {
  const { status, body, text, logged } = await send('{"password":"hunter2"');
  expect([status, body.code]).toEqual([400, 'malformed_json']);
  expect(text + JSON.stringify(logged)).not.toContain('hunter2');
});

test.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json ;charset=utf-8',
  'application/merge-patch+json',
])('A request body with the content type %s is accepted', async (contentType) => {
  expect((await send('{}', {}, { 'content-TYPE': contentType })).status).toBe(200);
});

test.each([['text/plain'], ['application/jsonp'], [undefined]])(
  'A request body with the content type %s is rejected',
  async (contentType) => {
    const { status, body } = await send('{}', {}, contentType ? { 'Content-Type': contentType } : {});
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  },
);

test.each(['__proto__', 'constructor'])('A request body with the field %s is rejected', async (field) => {
  const { status, body } = await send(`{"${field}":{"prototype":{"isAdmin":true}}}`);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'validation_failed',
    message: `The ${field} field is not allowed.`,
    errors: { [field]: [`The ${field} field is not allowed.`] },
  });
});

test.each([
  ['{"name":"a","name":"b"}', 'name'],
  ['{"a":{"b":[{"c":1},{"c":1,"d":[],"c":2}]}}', 'a.b.1.c'],
  ['{"na\\u006de":1,"name":2}', 'name'],
  ['{"a":[1,2,{"x":{"a":1,"a":1}}],"b":"}"}', 'a.2.x.a'],
  ['{"a\\"{":1, "a\\"{" :2}', 'a"{'],
  ['[[],{"a":1,"a":1}]', '1.a'],
])('The error of a body that repeats a field names the field with its path: %s', async (body, field) => {
  const refused = await send(body);
  const message = `The ${field} field must be given once.`;
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'validation_failed', message, errors: { [field]: [message] } });
});

test.each([
  '{"a":{"x":1},"b":{"x":1}}',
  '{"a":[{"x":1},{"x":2}]}',
  '{"a":"{\\"a\\":1,","b":["a","a"],"A":1}',
  '{"a":"a","b":"a\\\\"}',
])('A body in which no object has a field twice is accepted: %s', async (body) => {
  expect((await send(body)).status).toBe(200);
});

interface Written {
  readonly text: string;
  readonly repeats: boolean;
}

test('A body is rejected exactly if one of its objects has a field twice', async () => {
  const name = fc.constantFrom('a', 'b', 'c"', '{', '\\', 'é');
  const { value } = fc.letrec<{ value: Written }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string().map((text) => ({ text: JSON.stringify(text), repeats: false })),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
        text: `[${items.map(({ text }) => text).join(' , ')}]`,
        repeats: items.some(({ repeats }) => repeats),
      })),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((fields) => ({
        text: `{${fields.map(([key, { text }]) => `${JSON.stringify(key)} :${text}`).join(',')}}`,
        repeats:
          new Set(fields.map(([key]) => key)).size < fields.length ||
          fields.some(([, { repeats }]) => repeats),
      })),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async ({ text, repeats }) => {
      expect((await send(`{"body":${text}}`)).status).toBe(repeats ? 422 : 200);
    }),
  );
});

test('A body that is not UTF-8 is rejected, also in base64, but the same letters in UTF-8 are accepted', async () => {
  const broken = Buffer.from('{"name":"M\xfcller"}', 'latin1');
  for (const refused of [
    await send(broken.toString('utf8')),
    await send(broken.toString('base64'), { isBase64Encoded: true }),
    await send('{"name":"a\ufffd"}'),
  ]) {
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The request body must be valid JSON in UTF-8.',
    ]);
  }
  expect((await send('{"name":"Müller"}')).body).toEqual({ name: 'Müller' });
});

test('A route that repairs its input keeps the last of repeated fields, and accepts a body that is not UTF-8', async () => {
  const lenient = await send('{"a":1,"a":2,"b":"M\ufffdller"}', {}, undefined, { repairs: true });
  expect([lenient.status, lenient.body]).toEqual([200, { a: 2, b: 'M\ufffdller' }]);
});

test.each(['\ufeff{"a":1}', '\ufeff {"a":1}\r\n'])(
  'A byte order mark before the JSON %j is ignored',
  async (body) => {
    expect((await send(body)).body).toEqual({ a: 1 });
    expect((await send(base64(body), { isBase64Encoded: true })).body).toEqual({ a: 1 });
  },
);

test.each(['gzip', 'br', 'deflate, gzip'])(
  'A body that is compressed with %s is rejected with unsupported_media_type',
  async (coding) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
    const compressed = gzipSync('{}');
    for (const refused of [
      await send(compressed.toString('utf8'), {}, headers),
      await send(compressed.toString('base64'), { isBase64Encoded: true }, headers),
      await send(compressed.toString('utf8')),
      await send('\u000b\ufffd', {}, headers),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_media_type']);
    }
  },
);

test('A body with the header Content-Encoding is accepted if the gateway has decompressed it or nothing was compressed', async () => {
  for (const coding of ['gzip', 'identity', '']) {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
    expect((await send('{"a":1}', {}, headers)).body).toEqual({ a: 1 });
  }
});
