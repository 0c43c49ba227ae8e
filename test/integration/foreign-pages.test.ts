import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

/** The local server, and other web pages in a developer's browser. */

let guard: TestGuard;
afterAll(async () => {
  for (const it of guards) await it.stop();
});

const OPENED = 'http://localhost:5173';
const FOREIGN = ['https://evil.example', 'null', 'http://localhost:8080', 'https://localhost'];

const guards: TestGuard[] = [];
async function start(corsOrigin: string) {
  guard = await startGuard({ settings: { corsOrigin }, live: {} });
  guards.push(guard);
  const port = Number(new URL(guard.url).port);
  return { port, own: guard.url, host: `127.0.0.1:${port}` };
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request with any headers, `Host` included, which `fetch` does not let a test choose. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Sent> {
  const { hostname, port } = new URL(guard.url);
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  httpRequest({ host: hostname, port, method, path, headers, agent: false }, async (response) => {
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
  })
    .on('error', reject)
    .end(body);
  return promise;
}

const LOGIN = JSON.stringify({ email: 'master@acme.test', password: DEMO_PASSWORD });
const login = (headers: Record<string, string>, contentType = 'application/json') =>
  send('POST', '/api/v1/auth/login', { 'Content-Type': contentType, ...headers }, LOGIN);

const allowanceOf = ({ headers }: Sent) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-allow'));

function expectRefused(answer: Sent) {
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    403,
    {
      code: 'origin_not_allowed',
      message: expect.stringContaining('GUARD_CORS_ORIGIN'),
      request_id: expect.any(String),
    },
  ]);
  expect(allowanceOf(answer)).toEqual([]);
}

/** The result of a handshake: the status of the rejection, or `open`. */
function connect(url: string, headers: Record<string, string>): Promise<number | 'open'> {
  const socket = new WebSocket(url, { headers });
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('error', reject);
  });
}

async function ticketUrl(): Promise<string> {
  const token = await guard.signIn('master@acme.test');
  const { body } = await guard.call('POST /api/v1/live/tickets', { token });
  return body.url;
}

describe('a server that allows its own pages only', () => {
  let port: number;
  let own: string;
  beforeAll(async () => {
    ({ port, own } = await start('none'));
  });

  test.each(FOREIGN)(
    'A server that allows only its own pages rejects requests and preflights from the origin %s',
    async (origin) => {
      expectRefused(await login({ Origin: origin }));
      expectRefused(await send('GET', '/health', { Origin: origin }));
      const preflight = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      expectRefused(await send('OPTIONS', '/api/v1/auth/login', preflight));
    },
  );

  test('A server that allows only its own pages rejects plain-text requests from other pages, which need no preflight', async () => {
    expectRefused(await login({ Origin: 'https://evil.example' }, 'text/plain'));
    const answer = await login({ Origin: own }, 'text/plain');
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([415, 'unsupported_media_type']);
  });

  test('A server that allows only its own pages answers those pages and clients without an Origin header, and sends no CORS headers', async () => {
    const names: Record<string, string>[] = [
      {},
      { Origin: own },
      { Host: `localhost:${port}` },
      { Host: `LOCALHOST:${port}` },
      { Host: `localhost:${port}`, Origin: `http://localhost:${port}` },
      { Host: `[::1]:${port}`, Origin: `http://[::1]:${port}` },
    ];
    for (const headers of names) {
      const answer = await login(headers);
      expect([headers, answer.status, allowanceOf(answer)]).toEqual([headers, 200, []]);
    }
    expect((await send('GET', '/nothing', {})).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'localhost', '0.0.0.0'])(
    'A server that allows only its own pages rejects the host name %j, which an attacker could resolve to this machine',
    async (name) => {
      const Host = name === 'localhost' ? name : `${name}:${port}`;
      expectRefused(await send('GET', '/console', { Host }));
      expectRefused(await login({ Host, Origin: `http://${Host}` }));
    },
  );

  test('A server that allows only its own pages accepts them under any of its loopback names, but only at its own port', async () => {
    const Host = `127.0.0.1:${port}`;
    expect((await login({ Host, Origin: `http://localhost:${port}` })).status).toBe(200);
    expectRefused(await login({ Host, Origin: `http://localhost:${port + 1}` }));
  });

  test('A server that allows only its own pages opens live connections to those pages and to clients without an Origin header only', async () => {
    for (const Origin of FOREIGN) expect(await connect(`ws://127.0.0.1:${port}/live`, { Origin })).toBe(403);
    const rebound = { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` };
    expect(await connect(`ws://127.0.0.1:${port}/live`, rebound)).toBe(403);
    const query = async () => `ws://127.0.0.1:${port}/live${new URL(await ticketUrl()).search}`;
    expect(await connect(await query(), { Origin: own })).toBe('open');
    expect(await connect(await query(), {})).toBe('open');
  });
});

describe('a server that allows one origin', () => {
  test('A server that allows one origin answers only requests and preflights from that origin, even through its proxy', async () => {
    const { port } = await start(OPENED);
    const answer = await login({ Origin: OPENED });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, OPENED]);
    const preflight = { Origin: OPENED, 'Access-Control-Request-Method': 'POST' };
    expect(await send('OPTIONS', '/api/v1/auth/login', preflight)).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': OPENED },
    });
    expect((await login({ Host: 'localhost:5173', Origin: OPENED })).status).toBe(200);
    expect((await login({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await login({ Host: `evil.example:${port}` })).status).toBe(403);
  });
});

describe('a server that allows all origins', () => {
  test('A server that allows all origins answers any page at any host name', async () => {
    await start('*');
    const answer = await login({ Host: 'tunnel.example', Origin: 'https://evil.example' });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });
});
