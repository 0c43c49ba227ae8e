import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { CALL_LIMITS, connectTable } from '../../shared/table/table.ts';
import { isTransient } from '../../shared/table/transient-errors.ts';

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

test('a call to the table that hangs is given up, repeated and in the end a failure that passes by itself', async () => {
  const { endpoint, sockets } = await startSilentServer();
  process.env['AWS_ACCESS_KEY_ID'] = 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local';
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

test('a call has failed for good before its function is ended', () => {
  const { attempts, requestTimeoutMilliseconds, connectionTimeoutMilliseconds } = CALL_LIMITS;
  expect(attempts * Math.max(requestTimeoutMilliseconds, connectionTimeoutMilliseconds)).toBeLessThan(
    15_000 / 2,
  );
});
