import * as z from 'zod';
import type { LocalQueue } from './queue.ts';
import { md5 } from './queue-delivery.ts';
import type { ServiceReply } from './services-server.ts';

/** The characters that a message must not contain (AWS, "SendMessageBatch"). A lone surrogate is not a character. */
const REJECTED_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const entrySchema = z.strictObject({
  Id: z.string(),
  MessageBody: z.string().min(1),
  MessageGroupId: z.string().min(1).optional(),
  MessageDeduplicationId: z.string().min(1).optional(),
});
const batchSchema = z.strictObject({ QueueUrl: z.url(), Entries: z.array(entrySchema).min(1).max(10) });

type Entry = z.infer<typeof entrySchema>;
export type Queues = ReadonlyMap<string, LocalQueue>;

/**
 * Answers `SendMessageBatch` in the JSON protocol of SQS: the only operation that functions call (send-messages.ts). Anything
 * that they do not send, such as message attributes, is an error.
 */
export function answerSqs(queues: Queues, operation: string, body: string): ServiceReply {
  if (operation !== 'SendMessageBatch') {
    return failure('UnsupportedOperation', `The local server has no ${operation} of SQS.`);
  }
  const batch = batchSchema.safeParse(JSON.parse(body));
  if (!batch.success) return failure('InvalidParameterValue', z.prettifyError(batch.error));
  const name = new URL(batch.data.QueueUrl).pathname.split('/').at(-1) ?? '';
  const queue = queues.get(name);
  if (!queue) return failure('QueueDoesNotExist', `There is no queue ${name}.`);
  const results = batch.data.Entries.map((entry) => ({ entry, Code: errorOf(queue, entry) }));
  return reply(200, {
    Successful: results.filter(({ Code }) => !Code).map(({ entry }) => send(queue, entry)),
    Failed: results
      .filter(({ Code }) => Code)
      .map(({ entry: { Id }, Code }) => ({ Id, SenderFault: true, Code })),
  });
}

/** The code of the error of one entry; the others are still sent. */
function errorOf({ isFifo }: LocalQueue, entry: Entry): string | undefined {
  if (isFifo && !(entry.MessageGroupId && entry.MessageDeduplicationId)) return 'MissingParameter';
  if (!isFifo && entry.MessageDeduplicationId) return 'InvalidParameterValue';
  return REJECTED_CHARACTERS.test(entry.MessageBody) ? 'InvalidMessageContents' : undefined;
}

function send(queue: LocalQueue, { Id, MessageBody, MessageGroupId, MessageDeduplicationId }: Entry): object {
  const { id } = queue.send({
    body: MessageBody,
    groupId: MessageGroupId,
    deduplicationId: MessageDeduplicationId,
  });
  return { Id, MessageId: id, MD5OfMessageBody: md5(MessageBody) };
}

function failure(code: string, message: string): ServiceReply {
  return reply(400, { __type: `com.amazonaws.sqs#${code}`, message });
}

function reply(status: number, body: object): ServiceReply {
  return {
    status,
    headers: { 'Content-Type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(body),
  };
}
