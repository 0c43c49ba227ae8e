import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let token: string;
let siteId: string;
beforeAll(async () => {
  guard = await startGuard();
  token = await guard.signIn('master@acme.test');
  siteId = (await guard.call('GET /api/v1/sites', { token })).body.data[0].id;
});
afterAll(() => guard.stop());

/** Sends headers as they are given, also the same one twice. */
function send(method: string, path: string, headers: readonly string[], body: object) {
  const text = JSON.stringify(body);
  return new Promise<[status: number | undefined, code: string | undefined]>((resolve, reject) => {
    const { host } = new URL(guard.url);
    const all = [
      'Host',
      host,
      'Authorization',
      `Bearer ${token}`,
      'Content-Length',
      `${text.length}`,
      ...headers,
    ];
    request(`${guard.url}${path}`, { method, headers: all }, async (answer) => {
      const { code } = (await json(answer)) as { code?: string };
      resolve([answer.statusCode, code]);
    })
      .on('error', reject)
      .end(text);
  });
}

const JSON_TYPE = ['Content-Type', 'application/json'];

test.each([
  ['If-Match', 'PATCH', '"a"', '"b"'],
  ['Content-Type', 'PATCH', 'application/json', 'text/plain'],
  ['Idempotency-Key', 'POST', 'a', 'b'],
])(
  'A request with two different values of the header %s is rejected, whatever the order and the case of the name',
  async (name, method, one, other) => {
    const path = method === 'POST' ? '/api/v1/sites' : `/api/v1/sites/${siteId}`;
    const type = name === 'Content-Type' ? [] : JSON_TYPE;
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const again of [name, name.toLowerCase()]) {
        const headers = [...type, name, first, again, second];
        expect(await send(method, path, headers, { name: 'x' })).toEqual([400, 'contradicting_headers']);
      }
    }
  },
);

test('A header that a request contains twice with the same value counts once', async () => {
  const headers = [...JSON_TYPE, ...JSON_TYPE, 'Idempotency-Key', 'same', 'idempotency-key', 'same'];
  expect((await send('POST', '/api/v1/sites', headers, { name: 'x' }))[0]).toBe(201);
  expect(
    (
      await send('PATCH', `/api/v1/sites/${siteId}`, [...JSON_TYPE, 'If-Match', '*', 'if-match', '*'], {
        name: 'x',
      })
    )[0],
  ).toBe(200);
});
