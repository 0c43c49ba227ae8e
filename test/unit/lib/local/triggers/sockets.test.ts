import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Invocation } from '../../../../../lib/local/invoke.ts';
import type { Connections } from '../../../../../lib/local/triggers/connections.ts';
import { LocalSockets, waitForLimit } from '../../../../../lib/local/triggers/sockets.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import { eventually } from '../../../../support/eventually.ts';
import { FAILED, makeTrialHost, RETURNED } from '../../../../support/trigger-host.ts';
import { startGateway } from '../gateway-harness.ts';

const declare = (route: '$connect' | '$default' | '$disconnect') =>
  defineTrigger(`trials/on-${route.slice(1)}`, {
    description: 'Hears of clients',
    trigger: { kind: 'socket', route },
  });
const ALL_ROUTES = [declare('$connect'), declare('$default'), declare('$disconnect')];

const answering = (statusCode: unknown): Invocation => ({ outcome: 'returned', result: { statusCode } });

type Answer = (event: unknown) => Invocation | Promise<Invocation>;

interface Options {
  readonly routes?: readonly (typeof ALL_ROUTES)[number][];
  readonly onConnect?: Answer;
  readonly onMessage?: Answer;
}

async function serve({ routes = ALL_ROUTES, onConnect, onMessage }: Options = {}) {
  const host = makeTrialHost((event, { trigger }) => {
    if (trigger.kind !== 'socket') throw new Error('another trigger');
    if (trigger.route === '$connect') return onConnect?.(event) ?? answering(200);
    return trigger.route === '$default' ? (onMessage?.(event) ?? RETURNED) : RETURNED;
  });
  const connections: Connections = new Map();
  const sockets = new LocalSockets(routes, connections, host);
  const { port } = await startGateway({ sockets });
  const url = `ws://127.0.0.1:${port}/live`;
  return {
    host,
    connections,
    sockets,
    port,
    open: (query = '', protocols: string[] = []) => openClient(url + query, protocols),
    /** The events of a function, in order. */
    events: (route: string) =>
      host.runs.filter(({ name }) => name === `on-${route.slice(1)}`).map(({ event }) => event),
  };
}

/** A client and what became of it. */
function openClient(url: string, protocols: string[]) {
  const client = new WebSocket(url, protocols, { headers: { 'User-Agent': 'test' } });
  onTestFinished(() => client.terminate());
  const messages: string[] = [];
  client.on('message', (data) => messages.push(String(data)));
  client.on('error', () => {}); // what is refused is an error, too
  return {
    client,
    messages,
    opened: new Promise<void>((resolve) => client.once('open', resolve)),
    refused: new Promise<number | undefined>((resolve) =>
      client.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    ),
    closed: new Promise<number>((resolve) => client.once('close', resolve)),
  };
}

async function openOne(options: Options = {}, query = '') {
  const server = await serve(options);
  const client = server.open(query);
  await client.opened;
  const [connection] = server.connections.values();
  if (!connection) throw new Error('The connection is not known.');
  return { ...server, ...client, connection };
}

test('The local server accepts a WebSocket client after the $connect function has received an event as from API Gateway', async () => {
  const { events, connection, port } = await openOne({}, '?ticket=a%20b&tag=1&tag=2');
  const time = Date.parse('2026-11-22T00:00:00.000Z');
  expect(events('$connect')).toEqual([
    {
      headers: expect.objectContaining({ Host: `127.0.0.1:${port}`, 'X-Forwarded-For': '127.0.0.1' }),
      multiValueHeaders: expect.objectContaining({ 'X-Forwarded-For': ['127.0.0.1'] }),
      queryStringParameters: { ticket: 'a b', tag: '2' },
      multiValueQueryStringParameters: { ticket: ['a b'], tag: ['1', '2'] },
      requestContext: {
        routeKey: '$connect',
        eventType: 'CONNECT',
        messageDirection: 'IN',
        requestId: 'id-1',
        extendedRequestId: 'id-1',
        requestTime: '22/Nov/2026:00:00:00 +0000',
        requestTimeEpoch: time,
        connectionId: connection.id,
        connectedAt: time,
        identity: { sourceIp: '127.0.0.1', userAgent: 'test' },
        domainName: `127.0.0.1:${port}`,
        stage: 'local',
        apiId: 'local',
      },
      isBase64Encoded: false,
    },
  ]);
});

test('On the local server, the event of a WebSocket connection without a query has no queryStringParameters', async () => {
  const { events } = await openOne();
  expect(events('$connect')[0]).not.toHaveProperty('queryStringParameters');
});

test.each([
  ['the status of the function', answering(401), 401],
  ['502 if the function fails', FAILED, 502],
  ['502 if the function returns no status', answering('200'), 502],
])('The local server rejects a WebSocket client with %s', async (_, answer, status) => {
  const { open, connections, events } = await serve({ onConnect: () => answer });
  const { refused } = open();
  expect(await refused).toBe(status);
  expect(connections.size).toBe(0);
  expect(events('$disconnect')).toEqual([]);
});

test('The local server rejects a WebSocket client with 503 while there is no table', async () => {
  const { open, host, events } = await serve();
  host.isUp = false;
  expect(await open().refused).toBe(503);
  expect(events('$connect')).toEqual([]);
});

test('The local server accepts every WebSocket client if no function has the route $connect', async () => {
  const { connections } = await openOne({ routes: [declare('$default')] });
  expect(connections.size).toBe(1);
});

test('The local server sends nothing to a WebSocket client before it is accepted', async () => {
  const answer = Promise.withResolvers<Invocation>();
  const { open, connections, events } = await serve({ onConnect: () => answer.promise });
  const { opened } = open();
  await eventually(() => expect(events('$connect')).toHaveLength(1));
  expect(connections.size).toBe(0);
  answer.resolve(answering(200));
  await opened;
  expect(connections.size).toBe(1);
});

test('If a WebSocket client disconnects before it is accepted, the local server still runs the $disconnect function', async () => {
  const answer = Promise.withResolvers<Invocation>();
  const { open, connections, events, host } = await serve({ onConnect: () => answer.promise });
  const { client } = open();
  await eventually(() => expect(events('$connect')).toHaveLength(1));
  client.terminate();
  await eventually(async () => {
    await setImmediate();
    expect(client.readyState).toBe(WebSocket.CLOSED);
  });
  answer.resolve(answering(200));
  await eventually(async () => {
    await host.advance(0);
    expect(events('$disconnect')).toHaveLength(1);
  });
  expect(connections.size).toBe(0);
});

test('The local server accepts at most 16 WebSocket clients at the same time, and lets further ones wait', async () => {
  const held: (() => void)[] = [];
  const onConnect = () => new Promise<Invocation>((letIn) => held.push(() => letIn(answering(200))));
  const { open } = await serve({ onConnect });
  const clients = Array.from({ length: 17 }, () => open());
  await eventually(() => expect(held).toHaveLength(16));
  await setImmediate();
  expect(held).toHaveLength(16);
  held.shift()?.();
  await eventually(() => expect(held).toHaveLength(16));
  for (const release of held) release();
  await Promise.all(clients.map(({ opened }) => opened));
});

test('The local server chooses no subprotocol of a WebSocket, like API Gateway', async () => {
  const { open } = await serve();
  const { client, closed } = open('', ['v1']);
  await closed; // as RFC 6455 has it, a client that asked for one gives up
  expect(client.protocol).toBe('');
});

test('On its WebSocket port, the local server answers plain HTTP requests, other paths and other protocols with HTTP responses', async () => {
  const { port, host } = await serve();
  expect((await fetch(`http://127.0.0.1:${port}/live`)).status).toBe(404);
  const elsewhere = openClient(`ws://127.0.0.1:${port}/things`, []);
  expect(await elsewhere.refused).toBe(200); // what GET /things answers
  const socket = connectTcp(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /things HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  expect(host.runs).toEqual([]);
});

test('On the local server, messages of a WebSocket client invoke the $default function', async () => {
  const { client, events, connection } = await openOne();
  client.send('{"type":"ping"}');
  await eventually(() => expect(events('$default')).toHaveLength(1));
  expect(events('$default')[0]).toMatchObject({
    requestContext: {
      routeKey: '$default',
      eventType: 'MESSAGE',
      messageId: expect.any(String),
      connectionId: connection.id,
      identity: { sourceIp: '127.0.0.1', userAgent: 'test' },
    },
    body: '{"type":"ping"}',
    isBase64Encoded: false,
  });
});

test('The local server processes a WebSocket client’s messages in order, and drops messages beyond its limit of waiting ones', async () => {
  const held: (() => void)[] = [];
  const onMessage = () => new Promise<Invocation>((answer) => held.push(() => answer(answering(200))));
  const { client, events } = await openOne({ onMessage });
  for (let sent = 0; sent < 1_000; sent += 1) client.send('hello');
  client.ping();
  await once(client, 'pong'); // what was sent before has been received
  const answerAll = async (count: number) => {
    for (let answered = 0; answered < count; answered += 1) {
      await eventually(() => expect(held).toHaveLength(1));
      held.shift()?.();
    }
  };
  await answerAll(64);
  await setImmediate();
  expect([held.length, events('$default').length]).toEqual([0, 64]);
});

test('The local server delivers the messages of functions to a WebSocket client', async () => {
  const { connection, messages } = await openOne();
  await connection.post('hello');
  await eventually(() => expect(messages).toEqual(['hello']));
});

test.each([
  ['the function of its messages fails', { onMessage: () => FAILED }, 'Internal server error'],
  ['no function receives its messages', { routes: [declare('$connect')] }, 'Forbidden'],
])('The local server sends a WebSocket client an error message if %s', async (_, options, message) => {
  const { client, messages, connection } = await openOne(options);
  client.send('hello');
  await eventually(() => expect(messages).toHaveLength(1));
  expect(JSON.parse(messages[0] ?? '')).toEqual({
    message,
    connectionId: connection.id,
    requestId: expect.any(String),
  });
});

test('The local server does not send the result of the $default function to the WebSocket client', async () => {
  const { client, messages, connection, events, host } = await openOne({ onMessage: () => answering(500) });
  client.send('hello');
  await eventually(() => expect(events('$default')).toHaveLength(1));
  await host.advance(0);
  await connection.post('the next');
  await eventually(() => expect(messages).toEqual(['the next']));
});

test.each([
  ['sends more than 128 KB at once', 'x'.repeat(131_073), 1009],
  ['sends binary data', Buffer.from('hello'), 1003],
])('The local server disconnects a WebSocket client when it %s', async (_, message, code) => {
  const { client, closed, events } = await openOne();
  client.send(message);
  expect(await closed).toBe(code);
  expect(events('$default')).toEqual([]);
});

test('The local server disconnects a WebSocket client after 10 idle minutes, but not while it receives messages', async () => {
  const { client, host, closed, connection } = await openOne();
  await host.advance(9 * 60_000);
  await connection.post('are you there?');
  await host.advance(9 * 60_000);
  expect(client.readyState).toBe(WebSocket.OPEN);
  await host.advance(60_000);
  expect(await closed).toBe(1001);
});

test('When a local function closes a WebSocket connection, the client receives the code 1000', async () => {
  const { connection, closed } = await openOne();
  connection.close();
  expect(await closed).toBe(1000);
});

test('After a WebSocket client disconnects, functions cannot send to the client, and the $disconnect function receives the reason', async () => {
  const { client, connections, connection, events, port } = await openOne();
  client.close(4000, 'going home');
  await eventually(() => expect(events('$disconnect')).toHaveLength(1));
  expect(events('$disconnect')[0]).toMatchObject({
    headers: { Host: `127.0.0.1:${port}` },
    requestContext: {
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      connectionId: connection.id,
      disconnectStatusCode: 4000,
      disconnectReason: 'going home',
    },
    isBase64Encoded: false,
  });
  expect(connections.size).toBe(0);
  await expect(connection.post('hello')).rejects.toThrow();
});

test('A stopping local server closes all WebSocket connections and waits for the $disconnect functions', async () => {
  const { sockets, closed, events } = await openOne();
  await sockets.close();
  expect(await closed).toBe(1001);
  expect(events('$disconnect')).toHaveLength(1);
});

test('A stopping local server does not wait for a WebSocket client that does not answer', async () => {
  const { sockets, client, host, events } = await openOne();
  client.pause();
  const stopped = sockets.close();
  await host.advance(1_000);
  await stopped;
  expect(events('$disconnect')).toHaveLength(1);
});

describe('socketLimits', () => {
  const MINUTE = 60_000;

  function connect() {
    const host = makeTrialHost();
    const closed = new AbortController();
    const connectedAt = host.clock();
    const connection = { connectedAt, lastActiveAt: connectedAt };
    let endedAt: number | undefined;
    void waitForLimit(connection, closed.signal, host).then(() => {
      endedAt = (host.clock().getTime() - connectedAt.getTime()) / MINUTE;
    });
    return { host, closed, connection, endedAt: () => endedAt };
  }

  test('A WebSocket connection to the local server ends after 10 idle minutes', async () => {
    const { host, connection, endedAt } = connect();
    await host.advance(9 * MINUTE);
    connection.lastActiveAt = host.clock();
    await host.advance(9 * MINUTE);
    expect(endedAt()).toBeUndefined();
    await host.advance(9 * MINUTE);
    expect(endedAt()).toBe(19);
  });

  test('A WebSocket connection to the local server ends after 2 hours', async () => {
    const { host, connection, endedAt } = connect();
    for (let minute = 0; minute < 150; minute += 1) {
      connection.lastActiveAt = host.clock();
      await host.advance(MINUTE);
    }
    expect(endedAt()).toBe(120);
  });

  test('Closing a WebSocket connection to the local server also ends its timers', async () => {
    const { host, closed, endedAt } = connect();
    closed.abort();
    await host.advance(0);
    expect(endedAt()).toBe(0);
  });
});
