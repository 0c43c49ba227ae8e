import * as z from 'zod';
import type { LocalQueue } from './queue.ts';
import { md5 } from './queue-delivery.ts';
import type { ServiceReply } from './services-server.ts';

/** AWS, "Amazon SQS message quotas": of a message, and of all messages of a batch together. */
const MAXIMUM_BYTES = 1_048_576;
const MAXIMUM_ENTRIES = 10;
const MAXIMUM_DELAY_SECONDS = 900;
/** AWS, "SendMessageBatch": what a message may not hold. Half a character is none. */
const REFUSED_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const messageSchema = z.strictObject({
  MessageBody: z.string().min(1),
  DelaySeconds: z.int().min(0).max(MAXIMUM_DELAY_SECONDS).optional(),
  MessageGroupId: z.string().min(1).max(128).optional(),
  MessageDeduplicationId: z.string().min(1).max(128).optional(),
});
const sendSchema = messageSchema.extend({ QueueUrl: z.url() });
const batchSchema = z.strictObject({
  QueueUrl: z.url(),
  Entries: z
    .array(messageSchema.extend({ Id: z.string().regex(/^[\w-]{1,80}$/) }))
    .min(1)
    .max(MAXIMUM_ENTRIES),
});

type Message = z.infer<typeof messageSchema>;
export type Queues = ReadonlyMap<string, LocalQueue>;

/** An error that SQS answers. */
class SqsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * What functions ask of SQS, as its JSON protocol has it: they send messages. What they do not send, such as message
 * attributes, is refused rather than lost.
 */
export function answerSqs(queues: Queues, operation: string, body: string): ServiceReply {
  try {
    return reply(200, answer(queues, operation, JSON.parse(body)));
  } catch (error) {
    if (!(error instanceof SqsError)) throw error;
    return reply(400, { __type: `com.amazonaws.sqs#${error.code}`, message: error.message });
  }
}

function answer(queues: Queues, operation: string, input: unknown): object {
  if (operation === 'SendMessage') {
    const { QueueUrl, ...message } = parse(sendSchema, input);
    checkSize([message]);
    return send(queueAt(queues, QueueUrl), message);
  }
  if (operation === 'SendMessageBatch') {
    const { QueueUrl, Entries: entries } = parse(batchSchema, input);
    checkSize(entries);
    if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
      throw new SqsError('BatchEntryIdsNotDistinct', 'Two entries have the same Id.');
    }
    return sendBatch(queueAt(queues, QueueUrl), entries);
  }
  throw new SqsError('UnsupportedOperation', `The local server has no ${operation} of SQS.`);
}

function sendBatch(queue: LocalQueue, entries: readonly (Message & { readonly Id: string })[]): object {
  const results = entries.map(({ Id, ...message }) => {
    try {
      return { Id, ...send(queue, message) };
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      return { Id, SenderFault: true, Code: error.code, Message: error.message };
    }
  });
  const { failed = [], successful = [] } = Object.groupBy(results, (it) =>
    'SenderFault' in it ? 'failed' : 'successful',
  );
  return { Successful: successful, Failed: failed };
}

function send(queue: LocalQueue, message: Message): { MessageId: string } & Record<string, string> {
  checkFifo(queue.isFifo, message);
  if (REFUSED_CHARACTERS.test(message.MessageBody)) {
    throw new SqsError('InvalidMessageContents', 'The message holds characters that SQS does not take.');
  }
  const { id, sequenceNumber } = queue.send({
    body: message.MessageBody,
    delaySeconds: message.DelaySeconds,
    groupId: message.MessageGroupId,
    deduplicationId: message.MessageDeduplicationId,
  });
  return {
    MessageId: id,
    MD5OfMessageBody: md5(message.MessageBody),
    ...(queue.isFifo ? { SequenceNumber: sequenceNumber } : {}),
  };
}

/** AWS, "SendMessage", request parameters. */
function checkFifo(isFifo: boolean, message: Message): void {
  const missing = (['MessageGroupId', 'MessageDeduplicationId'] as const).find((it) => !message[it]);
  if (isFifo && missing) throw new SqsError('MissingParameter', `A FIFO queue asks for ${missing}.`);
  const wrong = isFifo ? 'DelaySeconds' : 'MessageDeduplicationId';
  if (message[wrong] !== undefined) {
    throw new SqsError(
      'InvalidParameterValue',
      `${isFifo ? 'A FIFO' : 'A standard'} queue takes no ${wrong}.`,
    );
  }
}

function checkSize(messages: readonly Message[]): void {
  const bytes = messages.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
  if (bytes > MAXIMUM_BYTES) {
    throw new SqsError('InvalidParameterValue', `The messages must be shorter than ${MAXIMUM_BYTES} bytes.`);
  }
}

function queueAt(queues: Queues, url: string): LocalQueue {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const queue = queues.get(name);
  if (!queue) throw new SqsError('QueueDoesNotExist', `There is no queue ${name}.`);
  return queue;
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new SqsError('InvalidParameterValue', z.prettifyError(parsed.error));
  return parsed.data;
}

function reply(status: number, body: object): ServiceReply {
  return {
    status,
    headers: { 'Content-Type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(body),
  };
}
