import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const LARGEST_BYTES = 64 * 1024;

/** A JSON body of exactly so many bytes, of which a text is the most. */
function bodyOf(bytes: number, character = 'x'): string {
  const [start, end] = ['{"text":"', '"}'];
  const room = bytes - start.length - end.length;
  return start + character.repeat(Math.floor(room / Buffer.byteLength(character))) + end;
}

const send = (
  body: string | null,
  event: object = {},
  headers: object = { 'Content-Type': 'application/json' },
) =>
  callEndpoint({
    route: {
      method: 'POST',
      request: { body: z.looseObject({}) },
      response: { description: 'What came in.', body: z.unknown() },
    },
    endpoint: ({ body: parsed }) => ({ body: parsed }),
    event: { body, headers: headers as Record<string, string>, ...event },
  });

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a body', () => {
  test('of exactly 64 KiB is taken, and one byte more is refused', async () => {
    expect((await send(bodyOf(LARGEST_BYTES))).status).toBe(200);
    const refused = await send(bodyOf(LARGEST_BYTES + 1));
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('is measured in bytes, not in characters', async () => {
    const { status } = await send(bodyOf(LARGEST_BYTES + 11, 'é'));
    expect(status).toBe(413);
  });

  test('is measured as it is decoded where it came in base 64', async () => {
    const isBase64Encoded = true;
    const largest = await send(base64(bodyOf(LARGEST_BYTES)), { isBase64Encoded });
    expect(largest.status).toBe(200);
    const larger = await send(base64(bodyOf(LARGEST_BYTES + 1)), { isBase64Encoded });
    expect(larger.status).toBe(413);
  });

  test('that a route ignores is refused all the same where it is too large', async () => {
    const call = (bytes: number) =>
      callEndpoint({ route: { method: 'POST' }, event: { body: bodyOf(bytes) } });
    expect((await call(LARGEST_BYTES)).status).toBe(200);
    expect((await call(LARGEST_BYTES + 1)).status).toBe(413);
  });

  test.each([
    ['null is none where none is needed', z.object({ note: z.optional(z.string()) }), 200],
    ['null is no object where one is needed', z.object({ note: z.string() }), 422],
  ])('%s', async (_, body, expected) => {
    const { status } = await callEndpoint({
      route: { method: 'POST', request: { body } },
      event: { body: 'null', headers: { 'Content-Type': 'application/json' } },
    });
    expect(status).toBe(expected);
  });

  test('that a route ignores need not be JSON', async () => {
    const { status } = await callEndpoint({ route: { method: 'POST' }, event: { body: 'no JSON' } });
    expect(status).toBe(200);
  });

  test.each([null, ''])('of nothing (%j) is an empty object, whatever its media type', async (body) => {
    const answer = await send(body, {}, {});
    expect([answer.status, answer.text]).toEqual([200, '{}']);
  });

  test('is parsed', async () => {
    expect((await send('{"a":[1]}')).body).toEqual({ a: [1] });
    expect((await send(base64('{"a":"é"}'), { isBase64Encoded: true })).body).toEqual({ a: 'é' });
  });

  test('that is no JSON is told so, and never shown', async () => {
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
  ])('may be called %s', async (contentType) => {
    expect((await send('{}', {}, { 'content-TYPE': contentType })).status).toBe(200);
  });

  test.each([['text/plain'], ['application/jsonp'], [undefined]])(
    'that is called %s is refused',
    async (contentType) => {
      const { status, body } = await send('{}', {}, contentType ? { 'Content-Type': contentType } : {});
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test.each(['__proto__', 'constructor'])('must not hold the field %s', async (field) => {
    const { status, body } = await send(`{"${field}":{"prototype":{"isAdmin":true}}}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'validation_failed',
      message: `The ${field} field is not allowed.`,
      errors: { [field]: [`The ${field} field is not allowed.`] },
    });
  });
});
