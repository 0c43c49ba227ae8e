import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { CALL_LIMITS, connectTable } from '../../../../shared/table/table.ts';
import { isTransient } from '../../../../shared/table/transient-errors.ts';

/** A server that takes connections and says nothing. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const endpoint = await listen(createServer((socket) => sockets.push(socket)));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { endpoint, sockets };
}

/** Has a server listen until the test is over, and the SDK sign for it. */
async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  process.env['AWS_ACCESS_KEY_ID'] = 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local';
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

test('a call to the table that hangs is given up, repeated and in the end a failure that passes by itself', async () => {
  const { endpoint, sockets } = await startSilentServer();
  const { client } = connectTable(
    { tableName: 'guard-test', dynamodbEndpoint: endpoint },
    { ...CALL_LIMITS, requestTimeoutMilliseconds: 20 },
  );
  onTestFinished(() => client.destroy());
  const call = client.send(new GetCommand({ TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } }));
  const error = await call.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: 'TimeoutError' });
  expect(isTransient(error)).toBe(true);
  expect(sockets).toHaveLength(CALL_LIMITS.attempts);
});

test('an engine on this computer gets at most half of the new connections at once that DynamoDB Local lets wait', async () => {
  let connections = 0;
  const server = createHttpServer((request, response) => {
    request
      .resume()
      .on('end', () => response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}'));
  }).on('connection', () => {
    connections += 1;
  });
  const { client } = connectTable({ tableName: 'guard-test', dynamodbEndpoint: await listen(server) });
  onTestFinished(() => client.destroy());
  const command = new GetCommand({ TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } });
  await Promise.all(Array.from({ length: 100 }, () => client.send(command)));
  expect(connections).toBeLessThanOrEqual(50 / 2);
});

/** The longest that the SDK waits before its second and its third attempt (its standard retry mode). */
const LONGEST_PAUSES_MILLISECONDS = 100 + 200;

test('a reply is given up within 2 seconds, and a call has failed for good within 6', () => {
  const { attempts, requestTimeoutMilliseconds, connectionTimeoutMilliseconds } = CALL_LIMITS;
  const attempt = Math.max(requestTimeoutMilliseconds, connectionTimeoutMilliseconds);
  expect(attempts).toBe(3);
  expect(attempt).toBeLessThanOrEqual(2_000);
  expect(attempts * attempt + LONGEST_PAUSES_MILLISECONDS).toBeLessThanOrEqual(6_000);
});

test('each write has an id of its own, of 16 characters', () => {
  const table = connectTable({ tableName: 'guard-test', dynamodbEndpoint: undefined });
  onTestFinished(() => table.client.destroy());
  const ids = Array.from({ length: 100 }, table.newWriteId);
  expect(ids.every((id) => /^[\w-]{16}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(100);
  expect(table.name).toBe('guard-test');
});

test('fields that are not there are left out of what is written', () => {
  const { client } = connectTable({ tableName: 'guard-test', dynamodbEndpoint: undefined });
  onTestFinished(() => client.destroy());
  expect(client.config.translateConfig?.marshallOptions?.removeUndefinedValues).toBe(true);
});
