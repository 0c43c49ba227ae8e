import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import {
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../../../lib/local/triggers/connections.ts';
import { queueUrl } from '../../../../../lib/local/triggers/queue.ts';
import { openServices } from '../../../../../lib/local/triggers/services.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const declare = (name: string, isFifo: boolean) =>
  defineTrigger(`trials/${name}`, {
    description: 'Receives messages',
    trigger: { kind: 'queue', isFifo, batchSize: 10, attempts: 1 },
    timeoutSeconds: 10,
  });
const STANDARD = declare('count', false);
const FIFO = declare('deliver', true);

type QueueFunction = typeof STANDARD | typeof FIFO;

async function open() {
  const time = { now: 0 };
  const lines: string[] = [];
  let ids = 0;
  const services = await openServices([STANDARD, FIFO], {
    clock: () => new Date(time.now),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    log: (line) => lines.push(line),
  });
  onTestFinished(() => services.close());
  const sqs = new SQSClient({ endpoint: services.url, region: 'local', credentials });
  onTestFinished(() => sqs.destroy());
  const url = (declaration: QueueFunction) => queueUrl(services.url, declaration);
  const queueOf = ({ name }: { name: string }) => services.queues.get(name)?.queue;
  return {
    services,
    time,
    lines,
    sqs,
    url,
    send: (declaration: QueueFunction, ...Entries: SendMessageBatchRequestEntry[]) =>
      sqs.send(new SendMessageBatchCommand({ QueueUrl: url(declaration), Entries })),
    received: (declaration: QueueFunction) => queueOf(declaration)?.receive(10) ?? [],
  };
}

const fifoMessage = { MessageGroupId: 'group', MessageDeduplicationId: 'once' };

test('The local server delivers a message to a standard queue to the function that has the queue’s name', async () => {
  const { send, received } = await open();
  const { Successful } = await send(STANDARD, { Id: '0', MessageBody: 'grüße' });
  expect(received(STANDARD)).toMatchObject([{ id: Successful?.[0]?.MessageId, body: 'grüße' }]);
  expect(received(FIFO)).toEqual([]);
});

test('The local server accepts a message with a message group for a standard queue', async () => {
  const { send, received } = await open();
  const { Failed } = await send(STANDARD, { Id: '0', MessageBody: 'a', MessageGroupId: 'group' });
  expect(Failed).toEqual([]);
  expect(received(STANDARD)).toMatchObject([{ body: 'a', groupId: 'group' }]);
});

test('The local server keeps the group of a message to a FIFO queue, and ignores a second message with the same deduplication id', async () => {
  const { send, received } = await open();
  const message = { Id: '0', MessageBody: 'a', ...fifoMessage };
  const [first, second] = [await send(FIFO, message), await send(FIFO, message)];
  expect(second.Successful?.[0]?.MessageId).toBe(first.Successful?.[0]?.MessageId);
  expect(received(FIFO)).toMatchObject([{ body: 'a', groupId: 'group', deduplicationId: 'once' }]);
});

test.each([
  ['no group', FIFO, { MessageDeduplicationId: '2' }, 'MissingParameter'],
  ['no deduplication id', FIFO, { MessageGroupId: 'a' }, 'MissingParameter'],
  ['a deduplication id', STANDARD, { MessageDeduplicationId: '2' }, 'InvalidParameterValue'],
  ['a control character', FIFO, { ...fifoMessage, MessageBody: 'a\u001f' }, 'InvalidMessageContents'],
  ['a lone surrogate', FIFO, { ...fifoMessage, MessageBody: '\ud800' }, 'InvalidMessageContents'],
  ['a noncharacter', FIFO, { ...fifoMessage, MessageBody: '\uffff' }, 'InvalidMessageContents'],
])(
  'The local server rejects a batch entry with %s, and sends the other entries',
  async (_, queue, wrong, Code) => {
    const { send, received } = await open();
    const valid = queue === FIFO ? fifoMessage : {};
    const { Successful, Failed } = await send(
      queue,
      { Id: 'valid', MessageBody: '\t\n\r \u007f\ufffd\u{10ffff}', ...valid },
      { Id: 'wrong', MessageBody: 'b', ...wrong },
    );
    expect(Successful).toMatchObject([{ Id: 'valid' }]);
    expect(Failed).toMatchObject([{ Id: 'wrong', SenderFault: true, Code }]);
    expect(received(queue)).toHaveLength(1);
  },
);

test('The local SQS service rejects an unknown queue, operation or parameter', async () => {
  const { sqs, url, send } = await open();
  const Entries = [{ Id: '0', MessageBody: 'a' }];
  const unknown = new SendMessageBatchCommand({ QueueUrl: 'http://localhost/0/none', Entries });
  await expect(sqs.send(unknown)).rejects.toThrow(QueueDoesNotExist);
  const other = new ReceiveMessageCommand({ QueueUrl: url(STANDARD) });
  await expect(sqs.send(other)).rejects.toThrow(/no ReceiveMessage/);
  const delayed = send(STANDARD, { Id: '0', MessageBody: 'a', DelaySeconds: 1 });
  await expect(delayed).rejects.toThrow(/DelaySeconds/);
});

test('The local server logs a dead letter with its body', async () => {
  const { send, received, time, lines } = await open();
  await send(STANDARD, { Id: '0', MessageBody: 'lost' });
  received(STANDARD);
  time.now = 59_999;
  received(STANDARD);
  expect(lines).toEqual([]);
  time.now = 60_000; // six times the function's timeout
  received(STANDARD);
  expect(lines).toEqual([
    expect.stringMatching(/^count has a dead letter, message id-\d+ after 1 attempts: lost$/),
  ]);
});

const CONNECTED_AT = new Date('2026-11-22T00:00:00.000Z');

async function connect(changes: Partial<Connection> = {}) {
  const { services } = await open();
  const posted: string[] = [];
  const connection: Connection = {
    id: 'a+b/c=',
    connectedAt: CONNECTED_AT,
    lastActiveAt: CONNECTED_AT,
    post: async (message) => void posted.push(message),
    close: () => void services.connections.delete(connection.id),
    ...changes,
  };
  services.connections.set(connection.id, connection);
  const client = new ApiGatewayManagementApiClient({
    endpoint: services.url,
    region: 'local',
    credentials,
  });
  onTestFinished(() => client.destroy());
  return { client, posted, ConnectionId: connection.id };
}

test('A local function sends a message to a WebSocket client through the local server', async () => {
  const { client, posted, ConnectionId } = await connect();
  await client.send(new PostToConnectionCommand({ ConnectionId, Data: 'grüße' }));
  expect(posted).toEqual(['grüße']);
});

test('The local server answers 410 to a function that sends a message to a closed WebSocket connection', async () => {
  const { client, ConnectionId } = await connect();
  await client.send(new DeleteConnectionCommand({ ConnectionId }));
  for (const Command of [PostToConnectionCommand, DeleteConnectionCommand]) {
    const command = new Command({ ConnectionId, Data: 'hello' });
    await expect(client.send(command as PostToConnectionCommand)).rejects.toThrow(GoneException);
  }
});

test('If a WebSocket client has just disconnected, the local server answers 410 to a function that sends it a message', async () => {
  const post = async () => {
    throw new Error('closed');
  };
  const { client, ConnectionId } = await connect({ post });
  const command = new PostToConnectionCommand({ ConnectionId, Data: 'hello' });
  await expect(client.send(command)).rejects.toThrow(GoneException);
});

test('The local server rejects a message of more than 128 KB to a WebSocket client', async () => {
  const { client, posted, ConnectionId } = await connect();
  const post = (bytes: number) =>
    client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x'.repeat(bytes) }));
  await post(131_072);
  await expect(post(131_073)).rejects.toThrow(PayloadTooLargeException);
  expect(posted).toHaveLength(1);
});

test('The local AWS services reject an unsigned request, because a web page could send it', async () => {
  const { services, url, received } = await open();
  const sent = await fetch(services.url, {
    method: 'POST',
    headers: { 'X-Amz-Target': 'AmazonSQS.SendMessageBatch' },
    body: JSON.stringify({ QueueUrl: url(STANDARD), Entries: [{ Id: '0', MessageBody: 'a' }] }),
  });
  expect(sent.status).toBe(403);
  expect(received(STANDARD)).toEqual([]);
});

test('The local AWS services reject a signed request that has the Origin of a web page', async () => {
  const { services, received, url } = await open();
  const sent = await fetch(services.url, {
    method: 'POST',
    headers: {
      Authorization: 'AWS4-HMAC-SHA256 Credential=local',
      Origin: 'https://evil.example',
      'X-Amz-Target': 'AmazonSQS.SendMessageBatch',
    },
    body: JSON.stringify({ QueueUrl: url(STANDARD), Entries: [{ Id: '0', MessageBody: 'a' }] }),
  });
  expect([sent.status, received(STANDARD)]).toEqual([403, []]);
});

test('The local AWS services answer 404 to requests for other services and paths', async () => {
  const { services } = await open();
  const headers = {
    Authorization: 'AWS4-HMAC-SHA256 Credential=local',
    'X-Amz-Target': 'AmazonSNS.Publish',
  };
  const status = async (path: string) =>
    (await fetch(services.url + path, { method: 'POST', headers })).status;
  expect([await status('/'), await status('/elsewhere')]).toEqual([404, 404]);
});

test('The local AWS services listen on loopback only, and stop with the local server', async () => {
  const { services } = await open();
  expect(new URL(services.url).hostname).toBe('127.0.0.1');
  await services.close();
  await expect(fetch(services.url)).rejects.toThrow();
});
