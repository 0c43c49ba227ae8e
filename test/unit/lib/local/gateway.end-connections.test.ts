import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createGateway } from '../../../../lib/local/gateway.ts';
import { makeRoute, NOW } from './gateway-harness.ts';

const REQUEST = 'GET /things HTTP/1.1\r\nHost: guard.test\r\n\r\n';

/** This is less than the time for which connections are kept alive. */
const CLOSES_WITHIN_MILLISECONDS = 20_000;

async function listen(answer: () => Promise<void> = async () => {}) {
  const gateway = createGateway({
    routes: [makeRoute({})],
    functions: async () => async () => {
      await answer();
      return { statusCode: 200, body: '{}' };
    },
    authorizer: async () => () => undefined,
    corsOrigin: '*',
    clock: () => NOW,
    newRequestId: () => 'request-1',
  });
  const port = await gateway.listen('127.0.0.1', 0);
  return { gateway, port };
}

/** A gateway that keeps requests in flight until it may answer them. */
async function listenAndHold() {
  const { promise: isRunning, resolve: run } = Promise.withResolvers<void>();
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  const server = await listen(() => {
    run();
    return mayAnswer;
  });
  return { server, isRunning, letAnswer };
}

/** A connection that the gateway has taken. */
async function openConnection({ gateway, port }: Awaited<ReturnType<typeof listen>>): Promise<Socket> {
  const taken = once(gateway.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await taken;
  return socket;
}

test(
  'A local gateway that closes does not wait for connections without a request',
  async () => {
    const server = await listen();
    const socket = await openConnection(server);
    const ended = text(socket);
    await server.gateway.close();
    expect(await ended).toBe('');
  },
  CLOSES_WITHIN_MILLISECONDS,
);

test(
  'A local gateway that closes does not wait for idle keep-alive connections',
  async () => {
    const server = await listen();
    const socket = await openConnection(server);
    socket.write(REQUEST);
    await once(socket, 'data');
    await server.gateway.close();
    await once(socket.resume(), 'close');
  },
  CLOSES_WITHIN_MILLISECONDS,
);

test(
  'A local gateway that closes still answers running requests, and then closes their connections',
  async () => {
    const { server, isRunning, letAnswer } = await listenAndHold();
    const socket = await openConnection(server);
    const answer = text(socket);
    socket.write(REQUEST);
    await isRunning;
    const closed = server.gateway.close();
    letAnswer();
    await closed;
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
  },
  CLOSES_WITHIN_MILLISECONDS,
);

test(
  'If a client disconnects before its response, the local gateway still closes without delay',
  async () => {
    const { server, isRunning, letAnswer } = await listenAndHold();
    const socket = await openConnection(server);
    socket.write(REQUEST);
    await isRunning;
    socket.destroy();
    const closed = server.gateway.close();
    letAnswer();
    await closed;
    expect(server.gateway.server.listening).toBe(false);
  },
  CLOSES_WITHIN_MILLISECONDS,
);

test('A client of the local gateway that closes its half of the connection after its request gets the response, and then the end', async () => {
  const { server, isRunning, letAnswer } = await listenAndHold();
  const taken: Promise<Socket[]> = once(server.gateway.server, 'connection');
  const socket = await openConnection(server);
  const received = text(socket);
  const [served] = await taken;
  const halfClosed = served && once(served, 'end');
  socket.end(REQUEST);
  await Promise.all([isRunning, halfClosed]);
  letAnswer();
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await server.gateway.close();
});
