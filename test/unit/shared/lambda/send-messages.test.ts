import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { batchesOf, sendMessages } from '../../../../shared/lambda/send-messages.ts';

const messages = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, place) => ({ body: String(place).padEnd(bytes, 'x') }));

test.each([
  [0, 10, []],
  [10, 10, [10]],
  [11, 10, [10, 1]],
  [25, 10, [10, 10, 5]],
  [4, 100_000, [2, 2]],
  [2, 200_001, [1, 1]],
])('%i messages of %i bytes are sent in their order, in batches of %j', (count, bytes, sizes) => {
  const all = messages(count, bytes);
  const batches = batchesOf(all);
  expect(batches.map(({ length }) => length)).toEqual(sizes);
  expect(batches.flat()).toEqual(all);
});

test('the bytes of a message are counted, not its characters', () => {
  expect(batchesOf([{ body: 'ä'.repeat(60_000) }, { body: 'ä'.repeat(60_000) }])).toHaveLength(2);
});

const requestSchema = z.object({ Entries: z.array(z.object({ Id: z.string(), MessageBody: z.string() })) });

test('what is sent one after the other goes to its queue by one connection', async () => {
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  const received: string[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const { Entries } = requestSchema.parse(await json(request));
    received.push(...Entries.map(({ MessageBody }) => MessageBody));
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    response.setHeader('Content-Type', 'application/x-amz-json-1.0').end(JSON.stringify({ Successful }));
  });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const queueUrl = `http://127.0.0.1:${port}/000000000000/trial`;
  for (const body of ['one', 'two', 'three']) await sendMessages(queueUrl, [{ body }]);
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
  expect(received).toEqual(['one', 'two', 'three']);
  expect(connections).toBe(1);
});
