import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { batchesOf, SQS_LIMITS, sendMessages, sendWithin } from '../../../../shared/lambda/send-messages.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

const messages = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, place) => ({ body: String(place).padEnd(bytes, 'x') }));

test.each([
  [0, 10, []],
  [10, 10, [10]],
  [11, 10, [10, 1]],
  [25, 10, [10, 10, 5]],
  [4, 100_000, [2, 2]],
  [2, 200_001, [1, 1]],
])('To a queue, %i messages of %i bytes are sent in order, in batches of %j', (count, bytes, sizes) => {
  const all = messages(count, bytes);
  const batches = batchesOf(all);
  expect(batches.map(({ length }) => length)).toEqual(sizes);
  expect(batches.flat()).toEqual(all);
});

test('Batches for SQS count the size of a message in bytes, not in characters', () => {
  expect(batchesOf([{ body: 'ä'.repeat(60_000) }, { body: 'ä'.repeat(60_000) }])).toHaveLength(2);
});

const requestSchema = z.object({ Entries: z.array(z.object({ Id: z.string(), MessageBody: z.string() })) });

/** The URL of a queue that so answers, in place of SQS. */
async function startQueue(answer: RequestListener) {
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  const { server, url } = await serveLoopback(answer);
  // The SDK warns of queues at other hosts than its endpoint.
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    expect(warn).not.toHaveBeenCalled();
  });
  return { queueUrl: `${url}/000000000000/trial`, server };
}

test('Messages to SQS that are sent one after the other share one connection', async () => {
  const received: string[] = [];
  let connections = 0;
  const { queueUrl, server } = await startQueue(async (request, response) => {
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
  for (const body of ['one', 'two', 'three']) await sendMessages(queueUrl, [{ body }]);
  expect(received).toEqual(['one', 'two', 'three']);
  expect(connections).toBe(1);
});

test.each<[string, RequestListener]>([
  ['is never answered', () => {}],
  ['is never answered completely', (_, response) => void response.writeHead(200).write('{')],
])('A call to SQS that %s is repeated and finally fails', async (_, answer) => {
  let calls = 0;
  const { queueUrl } = await startQueue((...call) => {
    calls += 1;
    answer(...call);
  });
  const send = sendWithin({ ...SQS_LIMITS, requestTimeoutMilliseconds: 250, attempts: 2 });
  await expect(send(queueUrl, [{ body: 'lost' }])).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(calls).toBe(2);
});

test('A message that SQS rejects is a failure, even if SQS accepted others of its batch', async () => {
  const { queueUrl } = await startQueue((request, response) => {
    request.resume().on('end', () => {
      const Failed = [{ Id: '1', Code: 'InternalError', SenderFault: false }];
      response.setHeader('Content-Type', 'application/x-amz-json-1.0').end(JSON.stringify({ Failed }));
    });
  });
  const sent = sendWithin(SQS_LIMITS)(queueUrl, [{ body: 'one' }, { body: 'two' }]);
  await expect(sent).rejects.toThrow('SQS did not take a message: InternalError');
});

/** The longest that the SDK waits before its second and its third attempt (its standard retry mode). */
const LONGEST_PAUSES_MILLISECONDS = 100 + 200;

test('A call to SQS that is never answered fails within 10 seconds', () => {
  const { attempts, requestTimeoutMilliseconds, connectionTimeoutMilliseconds } = SQS_LIMITS;
  const attempt = Math.max(requestTimeoutMilliseconds, connectionTimeoutMilliseconds);
  expect(attempts).toBe(3);
  expect(connectionTimeoutMilliseconds).toBe(1_900);
  expect(attempts * attempt + LONGEST_PAUSES_MILLISECONDS).toBeLessThanOrEqual(10_000);
});
