import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import {
  BatchEntryIdsNotDistinct,
  InvalidMessageContents,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../../../lib/local/triggers/connections.ts';
import { queueUrl } from '../../../../../lib/local/triggers/queue-url.ts';
import { openServices } from '../../../../../lib/local/triggers/services.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const declare = (name: string, isFifo: boolean) =>
  defineTrigger(`trials/${name}`, {
    description: 'Gets messages',
    trigger: { kind: 'queue', isFifo, batchSize: 10, attempts: 1 },
    timeoutSeconds: 10,
  });
const STANDARD = declare('count', false);
const FIFO = declare('deliver', true);

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
  const queueOf = ({ name }: { name: string }) => services.queues.get(name)?.queue;
  return {
    services,
    time,
    lines,
    sqs,
    url: (declaration: typeof STANDARD | typeof FIFO) => queueUrl(services.url, declaration),
    received: (declaration: typeof STANDARD | typeof FIFO) => queueOf(declaration)?.receive(10) ?? [],
  };
}

describe('the client of SQS', () => {
  test('sends a message, which the function that the queue is named like gets', async () => {
    const { sqs, url, received } = await open();
    const sent = await sqs.send(new SendMessageCommand({ QueueUrl: url(STANDARD), MessageBody: 'grüße' }));
    const [message, ...others] = received(STANDARD);
    expect(message).toMatchObject({ id: sent.MessageId, body: 'grüße' });
    expect(others).toEqual([]);
    expect(received(FIFO)).toEqual([]);
  });

  test('sends to a FIFO queue, whose name ends in .fifo, with group and deduplication id', async () => {
    const { sqs, url, received } = await open();
    const message = { MessageBody: 'a', MessageGroupId: 'group', MessageDeduplicationId: 'once' };
    const first = await sqs.send(new SendMessageCommand({ QueueUrl: url(FIFO), ...message }));
    const second = await sqs.send(new SendMessageCommand({ QueueUrl: url(FIFO), ...message }));
    expect(url(FIFO)).toMatch(/\/deliver\.fifo$/);
    expect(second.SequenceNumber).toBe(first.SequenceNumber);
    expect(received(FIFO)).toMatchObject([{ body: 'a', groupId: 'group', deduplicationId: 'once' }]);
  });

  test('sends with a delay', async () => {
    const { sqs, url, received, time } = await open();
    await sqs.send(new SendMessageCommand({ QueueUrl: url(STANDARD), MessageBody: 'a', DelaySeconds: 60 }));
    expect(received(STANDARD)).toEqual([]);
    time.now = 60_000;
    expect(received(STANDARD)).toHaveLength(1);
  });

  test('sends a batch, of which an entry that is wrong spoils no other', async () => {
    const { sqs, url, received } = await open();
    const { Successful, Failed } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: url(FIFO),
        Entries: [
          { Id: 'right', MessageBody: 'a', MessageGroupId: 'group', MessageDeduplicationId: '1' },
          { Id: 'wrong', MessageBody: 'b', MessageDeduplicationId: '2' },
        ],
      }),
    );
    expect(Successful).toMatchObject([{ Id: 'right' }]);
    expect(Failed).toMatchObject([{ Id: 'wrong', SenderFault: true, Code: 'MissingParameter' }]);
    expect(received(FIFO).map(({ body }) => body)).toEqual(['a']);
  });

  test.each([
    ['a control character', '\u0000', '\u001f', '\u000b'],
    ['half a character', '\ud800', '\udfff', '\ude00\ud83d'],
    ['what is no character of XML', '\ufffe', '\uffff'],
  ])('sends no message with %s, whatever else is in its batch', async (_, ...refused) => {
    const { sqs, url, received } = await open();
    const taken = ['\t\n\r ~', '\u007f\u0085', '\ud7ff\ue000\ufffd', '\u{10000}\u{1ffff}\u{10ffff}'];
    const bodies = [...refused.map((it) => `a${it}b`), ...taken];
    const Entries = bodies.map((MessageBody, place) => ({ Id: String(place), MessageBody }));
    const { Successful, Failed } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: url(STANDARD), Entries }),
    );
    const failure = { SenderFault: true, Code: 'InvalidMessageContents' };
    expect(Failed).toMatchObject(refused.map((__, place) => ({ Id: String(place), ...failure })));
    expect(Successful).toHaveLength(taken.length);
    expect(received(STANDARD).map(({ body }) => body)).toEqual(taken);
  });

  test.each([
    [
      'a queue that is not there',
      { QueueUrl: 'http://localhost/0/none', MessageBody: 'a' },
      QueueDoesNotExist,
    ],
    ['a message of a FIFO queue without a group', { MessageDeduplicationId: '1' }, /asks for MessageGroupId/],
    ['a delay of one message of a FIFO queue', { DelaySeconds: 1 }, /takes no DelaySeconds/],
    ['message attributes, which no function sends', { MessageAttributes: {} }, /MessageAttributes/],
    ['a character that SQS does not take', { MessageBody: 'a\u0000' }, InvalidMessageContents],
    ['more than a MiB', { MessageBody: 'x'.repeat(1_048_577) }, /shorter than 1048576 bytes/],
  ])('is told of %s', async (_, input, error) => {
    const { sqs, url } = await open();
    const ids = 'MessageDeduplicationId' in input ? {} : { MessageGroupId: 'a', MessageDeduplicationId: 'a' };
    const message = { QueueUrl: url(FIFO), MessageBody: 'a', ...ids, ...input };
    await expect(sqs.send(new SendMessageCommand(message))).rejects.toThrow(error);
  });

  test('is told of two entries of one id, and of what the local server does not do', async () => {
    const { sqs, url } = await open();
    const Entries = [
      { Id: 'a', MessageBody: 'a' },
      { Id: 'a', MessageBody: 'b' },
    ];
    const QueueUrl = url(STANDARD);
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toThrow(
      BatchEntryIdsNotDistinct,
    );
    await expect(sqs.send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toThrow(/no ReceiveMessage/);
  });

  test('hears nothing of dead letters, which are logged with what they say', async () => {
    const { sqs, url, received, time, lines } = await open();
    await sqs.send(new SendMessageCommand({ QueueUrl: url(STANDARD), MessageBody: 'lost' }));
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
});

describe('the client of @connections', () => {
  const CONNECTED_AT = new Date('2026-11-22T00:00:00.000Z');

  async function connect(changes: Partial<Connection> = {}) {
    const { services } = await open();
    const posted: string[] = [];
    const connection: Connection = {
      id: 'a+b/c=',
      connectedAt: CONNECTED_AT,
      lastActiveAt: CONNECTED_AT,
      sourceIp: '127.0.0.1',
      userAgent: 'test',
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

  test('posts to a client', async () => {
    const { client, posted, ConnectionId } = await connect();
    await client.send(new PostToConnectionCommand({ ConnectionId, Data: 'grüße' }));
    expect(posted).toEqual(['grüße']);
  });

  test('is told who is connected', async () => {
    const { client, ConnectionId } = await connect();
    expect(await client.send(new GetConnectionCommand({ ConnectionId }))).toMatchObject({
      ConnectedAt: CONNECTED_AT,
      LastActiveAt: CONNECTED_AT,
      Identity: { SourceIp: '127.0.0.1', UserAgent: 'test' },
    });
  });

  test('ends a connection, and is told that it is gone', async () => {
    const { client, ConnectionId } = await connect();
    await client.send(new DeleteConnectionCommand({ ConnectionId }));
    for (const Command of [PostToConnectionCommand, GetConnectionCommand, DeleteConnectionCommand]) {
      const command = new Command({ ConnectionId, Data: 'hello' });
      await expect(client.send(command as PostToConnectionCommand)).rejects.toThrow(GoneException);
    }
  });

  test('is told that a client is gone which just left', async () => {
    const post = async () => {
      throw new Error('closed');
    };
    const { client, ConnectionId } = await connect({ post });
    const command = new PostToConnectionCommand({ ConnectionId, Data: 'hello' });
    await expect(client.send(command)).rejects.toThrow(GoneException);
  });

  test('posts no more than 128 KB at a time', async () => {
    const { client, posted, ConnectionId } = await connect();
    const post = (bytes: number) =>
      client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x'.repeat(bytes) }));
    await post(131_072);
    await expect(post(131_073)).rejects.toThrow(PayloadTooLargeException);
    expect(posted).toHaveLength(1);
  });
});

describe('what functions call', () => {
  test('answers nobody who does not sign, such as a web page', async () => {
    const { services, url, received } = await open();
    const sent = await fetch(services.url, {
      method: 'POST',
      headers: { 'X-Amz-Target': 'AmazonSQS.SendMessage' },
      body: JSON.stringify({ QueueUrl: url(STANDARD), MessageBody: 'a' }),
    });
    expect(sent.status).toBe(403);
    expect(received(STANDARD)).toEqual([]);
  });

  test('answers no web page, signed or not', async () => {
    const { services, received, url } = await open();
    const sent = await fetch(services.url, {
      method: 'POST',
      headers: {
        Authorization: 'AWS4-HMAC-SHA256 Credential=local',
        Origin: 'https://evil.example',
        'X-Amz-Target': 'AmazonSQS.SendMessage',
      },
      body: JSON.stringify({ QueueUrl: url(STANDARD), MessageBody: 'a' }),
    });
    expect([sent.status, received(STANDARD)]).toEqual([403, []]);
  });

  test('knows nothing else', async () => {
    const { services } = await open();
    const headers = {
      Authorization: 'AWS4-HMAC-SHA256 Credential=local',
      'X-Amz-Target': 'AmazonSNS.Publish',
    };
    const status = async (path: string) =>
      (await fetch(services.url + path, { method: 'POST', headers })).status;
    expect([await status('/'), await status('/elsewhere')]).toEqual([404, 404]);
  });

  test('is reached from this machine only, and gone when the server stops', async () => {
    const { services } = await open();
    expect(new URL(services.url).hostname).toBe('127.0.0.1');
    await services.close();
    await expect(fetch(services.url)).rejects.toThrow();
  });
});
