import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { useLocalAccount } from '../../../../lib/local/function-environment.ts';
import { isTransient } from '../../../../shared/table/retry.ts';
import { CALL_LIMITS, connectTable } from '../../../../shared/table/table.ts';

test('The table client has every middleware of the SDK except the one that logs each call', () => {
  useLocalAccount(process.env);
  const { client } = connectTable({ tableName: 'guard-test', dynamodbEndpoint: undefined });
  const plain = new DynamoDBClient({ region: 'eu-central-1' });
  onTestFinished(() => {
    client.destroy();
    plain.destroy();
  });
  const [ours, theirs] = [client, plain].map(({ middlewareStack }) => middlewareStack.identify());
  expect(theirs?.filter((step) => !ours?.includes(step))).toEqual([
    expect.stringMatching(/^loggerMiddleware\b/),
  ]);
});

/** A server that takes connections and says nothing. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { endpoint: `http://127.0.0.1:${address.port}`, sockets };
}

test('A table call that hangs is aborted, retried, and fails with a transient error', async () => {
  const { endpoint, sockets } = await startSilentServer();
  useLocalAccount(process.env);
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

/** RFC 6298, section 2: when TCP asks again for a connection that got lost. */
const ASKED_AGAIN_MILLISECONDS = 1_000;

test('The timeout of connecting to the table leaves TCP time to repeat a lost SYN, without a retry of the call', () => {
  expect(CALL_LIMITS.connectionTimeoutMilliseconds).toBeGreaterThan(1.5 * ASKED_AGAIN_MILLISECONDS);
});

/** The longest that the SDK waits before its second and its third attempt (its standard retry mode). */
const LONGEST_PAUSES_MILLISECONDS = 100 + 200;

test('Each attempt of a table call times out within 2 seconds, and the whole call within 6', () => {
  const { attempts, requestTimeoutMilliseconds, connectionTimeoutMilliseconds } = CALL_LIMITS;
  const attempt = Math.max(requestTimeoutMilliseconds, connectionTimeoutMilliseconds);
  expect(attempts).toBe(3);
  expect(attempt).toBeLessThanOrEqual(2_000);
  expect(attempts * attempt + LONGEST_PAUSES_MILLISECONDS).toBeLessThanOrEqual(6_000);
});

test('Each write id of the table is unique and has 16 characters', () => {
  const table = connectTable({ tableName: 'guard-test', dynamodbEndpoint: undefined });
  onTestFinished(() => table.client.destroy());
  const ids = Array.from({ length: 600 }, table.newWriteId);
  expect(ids.every((id) => /^[\w-]{16}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(600);
  expect(table.name).toBe('guard-test');
});

test('The table client does not write fields with the value undefined', () => {
  const { client } = connectTable({ tableName: 'guard-test', dynamodbEndpoint: undefined });
  onTestFinished(() => client.destroy());
  expect(client.config.translateConfig?.marshallOptions?.removeUndefinedValues).toBe(true);
});
