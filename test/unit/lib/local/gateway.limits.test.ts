import { expect, test } from 'vitest';
import { MAXIMUM_BODY_BYTES } from '../../../../lib/local/request.ts';
import { makeRoute, send, sendRaw, startGateway } from './gateway-harness.ts';

const UPLOAD = [makeRoute({ method: 'POST' })];

test('The local gateway accepts a body of 10 MB, and rejects a larger one', async () => {
  const { port, events } = await startGateway({ routes: UPLOAD });
  expect((await send(port, 'POST', '/things', { body: 'x'.repeat(MAXIMUM_BODY_BYTES) })).status).toBe(200);
  expect(events[0]?.body).toHaveLength(MAXIMUM_BODY_BYTES);
  const answer = await send(port, 'POST', '/things', { body: 'x'.repeat(MAXIMUM_BODY_BYTES + 1) });
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'payload_too_large' });
  expect(events).toHaveLength(1);
});

test('The local gateway accepts a body that is not text', async () => {
  const { port, events } = await startGateway({ routes: UPLOAD });
  await send(port, 'POST', '/things', { body: Uint8Array.of(0x61, 0xff, 0x00) });
  expect(events[0]?.body).toBe('a\ufffd\0');
});

const close = 'Host: guard.test\r\nConnection: close\r\n\r\n';

test.each([
  ['no HTTP', 400, 'garbage\r\n\r\n'],
  ['an unknown method', 400, `NONSENSE /things HTTP/1.1\r\n${close}`],
  ['a header without a name', 400, `GET /things HTTP/1.1\r\n: x\r\n${close}`],
  ['two lengths', 400, `POST /things HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}`],
  ['a broken chunk', 400, `POST /things HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}zz\r\n`],
  ['a tunnel', 400, `CONNECT other.test:1 HTTP/1.1\r\n${close}`],
  ['headers over 10,240 bytes', 431, `GET /things HTTP/1.1\r\nX: ${'x'.repeat(10_241)}\r\n${close}`],
  ['a path over 10,240 bytes', 431, `GET /${'x'.repeat(10_241)} HTTP/1.1\r\n${close}`],
  ['a target that is no path', 404, `OPTIONS * HTTP/1.1\r\n${close}`],
])(
  'For a request with %s, the local gateway returns an error in Guard’s JSON format',
  async (_, status, bytes) => {
    const { port } = await startGateway({ routes: UPLOAD });
    const answer = await sendRaw(port, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Content-Type: application/json');
    const [, requestId] = /x-amzn-RequestId: (\S+)/.exec(head) ?? [];
    expect(JSON.parse(body)).toEqual({
      message: expect.any(String),
      code: expect.any(String),
      request_id: requestId,
    });
  },
);

test.each([
  ['no host', 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['an unknown expectation', `GET /things HTTP/1.1\r\nExpect: wonders\r\n${close}`],
  ['an upgrade', `GET /things HTTP/1.1\r\nUpgrade: websocket\r\n${close}`],
  ['a whole URL', `GET http://other.test/things HTTP/1.1\r\n${close}`],
  ['an odd host', `GET /things HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n`],
])('The local gateway passes even a request with %s to the function', async (_, bytes) => {
  const { port, events } = await startGateway();
  expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1.1 200 /);
  expect(['localhost', 'guard.test']).toContain(events[0]?.requestContext.domainName);
});

test('A client that disconnects does not stop the local gateway', async () => {
  const { port } = await startGateway({ routes: UPLOAD });
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const abort = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1024));
      resolve();
      return Promise.withResolvers<void>().promise;
    },
  });
  const upload = fetch(`http://127.0.0.1:${port}/things`, {
    method: 'POST',
    body,
    duplex: 'half',
    signal: abort.signal,
  });
  await sent;
  abort.abort();
  await expect(upload).rejects.toThrow();
  expect((await send(port, 'POST', '/things')).status).toBe(200);
});
