import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { isPublicAddress } from '../../../../shared/base/address.ts';
import type { Network } from '../../../../shared/lambda/outbound.ts';
import { attemptPost, isSlow, type Posting } from '../../../../shared/webhooks/attempt.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => {
      server.close(resolve);
      if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections();
    });
  }
});

/** Starts a server; `connections` counts its connections. */
async function serve(server: Server, host = '127.0.0.1') {
  servers.push(server);
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}
/** Lets the client, which runs in the same process, receive data. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

const serveHttp = (how: RequestListener) => serve(createServer(how));

/** A network that resolves every name to these addresses, one answer after the other; the last one repeats. */
function networkOf(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const network: Network = {
    resolve(hostname, callback) {
      const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push(hostname);
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
    timeout: () => new AbortController().signal,
    stopwatch: () => 0,
  };
  return { network, asked };
}

const posting = (fields: Partial<Posting> = {}): Posting => ({
  headers: { 'webhook-id': 'x' },
  body: '{}',
  isAllowed: (address) => address === '127.0.0.1',
  ...fields,
});
const urlOf = (port: number, host = 'hooks.example.com') => new URL(`http://${host}:${port}/`);

test('A webhook’s body is sent with its headers, and the result has the beginning of the response', async () => {
  const seen: unknown[] = [];
  const { port } = await serveHttp(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    seen.push(request.method, request.headers['webhook-id'], request.headers['content-length'], text);
    response.writeHead(200).end('ä'.repeat(400));
  });
  const result = await attemptPost(
    urlOf(port),
    posting({ body: '{"ä":1}' }),
    networkOf(['127.0.0.1']).network,
  );
  expect(result).toEqual({ statusCode: 200, milliseconds: 0, error: null, response: 'ä'.repeat(250) });
  expect(seen).toEqual(['POST', 'x', '8', '{"ä":1}']);
});

test('The result of a webhook attempt has the Retry-After of the response', async () => {
  const { port } = await serveHttp((_, response) => response.writeHead(429, { 'Retry-After': '300' }).end());
  const result = await attemptPost(urlOf(port), posting(), networkOf(['127.0.0.1']).network);
  expect(result).toMatchObject({ statusCode: 429, retryAfter: '300' });
});

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  'fe80::1%lo',
  '64:ff9b::7f00:1',
])('A webhook attempt makes no connection to a host name that resolves to %s', async (address) => {
  const { port, connections } = await serveHttp((_, response) => response.end());
  const { network } = networkOf([address]);
  const result = await attemptPost(urlOf(port), posting({ isAllowed: isPublicAddress }), network);
  expect(result).toMatchObject({ statusCode: null, error: 'address_not_allowed' });
  expect(connections()).toBe(0);
});

test('A webhook attempt makes no connection to a host name that resolves to both public and private addresses', async () => {
  const { port, connections } = await serveHttp((_, response) => response.end());
  for (const addresses of [
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
    ['2606:4700::1111', '::1'],
    [],
  ]) {
    const { network } = networkOf(addresses);
    const result = await attemptPost(urlOf(port), posting({ isAllowed: isPublicAddress }), network);
    expect(result.error).toBe('address_not_allowed');
  }
  expect(connections()).toBe(0);
});

test('A webhook attempt resolves the host name once, and connects to the address that was checked', async () => {
  const { port, connections } = await serveHttp((_, response) => response.end('the checked address'));
  const secret = await serve(createTcpServer(), '127.0.0.2');
  const { network, asked } = networkOf(['127.0.0.1'], ['127.0.0.2']);
  const first = await attemptPost(urlOf(port), posting(), network);
  expect([first.response, asked]).toEqual(['the checked address', ['hooks.example.com']]);
  // The next attempt makes its own connection and checks again.
  const second = await attemptPost(urlOf(port), posting(), network);
  expect([second.error, asked.length]).toEqual(['address_not_allowed', 2]);
  expect([connections(), secret.connections()]).toEqual([1, 0]);
});

test('Every webhook attempt uses a new connection', async () => {
  const { port, connections } = await serveHttp((_, response) => {
    response.writeHead(200, { connection: 'keep-alive' }).end('ok');
  });
  const { network } = networkOf(['127.0.0.1']);
  for (let turn = 0; turn < 3; turn += 1) await attemptPost(urlOf(port), posting(), network);
  expect(connections()).toBe(3);
});

test('A webhook attempt does not follow a redirect', async () => {
  const secret = await serveHttp((_, response) => response.end());
  const { port } = await serveHttp((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${secret.port}/` }).end();
  });
  const result = await attemptPost(urlOf(port), posting(), networkOf(['127.0.0.1']).network);
  expect([result.statusCode, secret.connections()]).toEqual([302, 0]);
});

test('A webhook attempt reads only 64 KiB of a response of 10 MB', async () => {
  let sent = 0;
  const chunk = Buffer.alloc(16_384, 'x');
  const { port } = await serveHttp((_, response) => {
    response.writeHead(200);
    const send = () => {
      while (sent < 10_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', send);
    response.on('error', () => {});
    send();
  });
  const result = await attemptPost(urlOf(port), posting(), networkOf(['127.0.0.1']).network);
  expect(result).toMatchObject({ statusCode: 200, response: 'x'.repeat(500) });
  expect(sent).toBeLessThan(10_000_000);
});

test.each<[string, (give: () => void) => RequestListener, object]>([
  ['that never answers', (give) => give, { statusCode: null, error: 'timeout' }],
  [
    'that begins to answer and never ends',
    (give) => (_, response) => {
      response.writeHead(200);
      response.write('begun');
      turns(50).then(give);
    },
    { statusCode: 200, error: null },
  ],
])('A webhook attempt to a receiver %s ends after 5 seconds', async (_, how, expected) => {
  const ending = new AbortController();
  const waits: number[] = [];
  const { port } = await serveHttp(how(() => ending.abort()));
  const { network } = networkOf(['127.0.0.1']);
  const timeout = (milliseconds: number) => {
    waits.push(milliseconds);
    return ending.signal;
  };
  const result = await attemptPost(urlOf(port), posting(), { ...network, timeout });
  expect(result).toMatchObject(expected);
  expect(waits).toEqual([5_000]);
});

test('A webhook attempt without an answer to its DNS query times out', async () => {
  const ending = new AbortController();
  const network: Network = {
    resolve: () => ending.abort(),
    timeout: () => ending.signal,
    stopwatch: () => 0,
  };
  expect((await attemptPost(urlOf(1), posting(), network)).error).toBe('timeout');
});

test('A webhook attempt fails at once if the receiver switches protocols', async () => {
  const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n';
  const { port } = await serve(createTcpServer((socket) => socket.write(head)));
  const result = await attemptPost(urlOf(port), posting(), networkOf(['127.0.0.1']).network);
  expect(result).toMatchObject({ statusCode: null, error: 'failed' });
});

test('The result of a failed webhook attempt has the code of the network error', async () => {
  const { network } = networkOf(['127.0.0.1']);
  const closed = await serve(createTcpServer((socket) => socket.destroy()));
  expect((await attemptPost(urlOf(closed.port), posting(), network)).error).toBe('ECONNRESET');
  const wrong = await serve(createTcpServer((socket) => socket.end('no HTTP at all\r\n\r\n')));
  expect((await attemptPost(urlOf(wrong.port), posting(), network)).error).toMatch(/^HPE_/);
  const plain = await serveHttp((_, response) => response.end());
  const byHttps = new URL(`https://hooks.example.com:${plain.port}/`);
  expect((await attemptPost(byHttps, posting(), network)).error).toMatch(/SSL|EPROTO/);
  const unknown: Network = {
    ...network,
    resolve: (_, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
  };
  expect((await attemptPost(urlOf(1), posting(), unknown)).error).toBe('ENOTFOUND');
});

test.each([
  [999, false],
  [1_000, true],
])('A webhook’s response after %d ms counts as slow: %s', (milliseconds, expected) => {
  expect(isSlow({ statusCode: 200, milliseconds, response: null, error: null })).toBe(expected);
});
