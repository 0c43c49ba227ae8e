import * as z from 'zod';
import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import type { Clock } from '../../../shared/base/time.ts';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { visibilitySeconds } from '../../../shared/lambda/trigger.ts';
import { Outbox } from '../outbox.ts';
import { answerConnections, type Connections, isForConnections } from './connections.ts';
import { Bell } from './host.ts';
import { answerMail, answerPush, answerSms, isMail, isPush, SMS_SERVICE } from './messages.ts';
import { LocalQueue, md5, queueName, type SentMessage } from './queue.ts';
import { jsonReply, type ServiceReply, type ServiceRequest, serveServices } from './services-server.ts';

export interface ServicesOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: (line: string) => void;
}

export interface ServedQueue {
  readonly queue: LocalQueue;
  readonly bell: Bell;
}

/**
 * The services that functions call, besides the table: queues, WebSocket connections, and the providers of messages to
 * people.
 */
export interface Services {
  readonly url: string;
  /** The queues, by the name of the function that receives their messages. */
  readonly queues: ReadonlyMap<string, ServedQueue>;
  readonly connections: Connections;
  /** The messages that functions have sent to people. */
  readonly outbox: Outbox;
  close(): Promise<void>;
}

export async function openServices(
  declarations: readonly TriggeredFunction<QueueTrigger>[],
  options: ServicesOptions,
): Promise<Services> {
  const connections: Connections = new Map();
  const outbox = new Outbox();
  const served = declarations.map((it) => ({ declaration: it, ...createQueue(it, options) }));
  const queuesOfUrls = new Map(served.map(({ declaration, queue }) => [queueName(declaration), queue]));

  const receipts = served.find(({ declaration }) => declaration.name === notifyPeopleTrigger.name)?.queue;
  const ofSms = { ...options, deliverReceipt: (body: string) => void receipts?.send({ body }) };

  async function answer(request: ServiceRequest): Promise<ServiceReply> {
    if (isForConnections(request)) return answerConnections(connections, request);
    if (isMail(request)) return answerMail(outbox, request, options);
    if (isPush(request)) return answerPush(outbox, request, options);
    const [service, operation = ''] = request.target?.split('.') ?? [];
    if (service === SMS_SERVICE) return answerSms(outbox, { operation, body: request.body }, ofSms);
    if (service === 'AmazonSQS') return answerSqs(queuesOfUrls, operation, request.body);
    return { status: 404 };
  }

  const server = await serveServices(answer, options.newId);
  const queues = new Map(served.map(({ declaration, ...it }) => [declaration.name, it]));
  return { url: server.url, queues, connections, outbox, close: () => server.close() };
}

function createQueue(
  declaration: TriggeredFunction<QueueTrigger>,
  { clock, newId, log }: ServicesOptions,
): ServedQueue {
  const { name, trigger } = declaration;
  const bell = new Bell();
  const queue = new LocalQueue({
    isFifo: trigger.isFifo,
    attempts: trigger.attempts,
    visibilitySeconds: visibilitySeconds(declaration),
    clock,
    newId,
    onSent: () => bell.ring(),
    onDeadLetter: ({ id, receives, body }) =>
      log(`${name} has a dead letter, message ${id} after ${receives} attempts: ${body}`),
  });
  return { queue, bell };
}

/** Matches characters that a message must not contain (AWS, "SendMessageBatch"). An unpaired surrogate is not a character. */
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
 * Answers `SendMessageBatch` in the JSON protocol of SQS, which is the only operation that functions call (send-messages.ts).
 * Anything that functions do not send, such as message attributes, is an error.
 */
function answerSqs(queues: Queues, operation: string, body: string): ServiceReply {
  if (operation !== 'SendMessageBatch') {
    return failure('UnsupportedOperation', `The local server has no ${operation} of SQS.`);
  }
  const batch = batchSchema.safeParse(JSON.parse(body));
  if (!batch.success) return failure('InvalidParameterValue', z.prettifyError(batch.error));
  const name = new URL(batch.data.QueueUrl).pathname.split('/').at(-1) ?? '';
  const queue = queues.get(name);
  if (!queue) return failure('QueueDoesNotExist', `There is no queue ${name}.`);
  const results = batch.data.Entries.map((entry) => ({ entry, Code: refusalOf(queue, messageOf(entry)) }));
  return jsonReply(200, {
    Successful: results.filter(({ Code }) => !Code).map(({ entry }) => send(queue, entry)),
    Failed: results
      .filter(({ Code }) => Code)
      .map(({ entry: { Id }, Code }) => ({ Id, SenderFault: true, Code })),
  });
}

/** The error code with which SQS refuses one message of a batch; `undefined` if it is valid. The others are still sent. */
export function refusalOf({ isFifo }: LocalQueue, message: SentMessage): string | undefined {
  if (isFifo && !(message.groupId && message.deduplicationId)) return 'MissingParameter';
  if (!isFifo && message.deduplicationId) return 'InvalidParameterValue';
  return REJECTED_CHARACTERS.test(message.body) ? 'InvalidMessageContents' : undefined;
}

const messageOf = ({ MessageBody, MessageGroupId, MessageDeduplicationId }: Entry): SentMessage => ({
  body: MessageBody,
  groupId: MessageGroupId,
  deduplicationId: MessageDeduplicationId,
});

function send(queue: LocalQueue, entry: Entry): object {
  const { id } = queue.send(messageOf(entry));
  return { Id: entry.Id, MessageId: id, MD5OfMessageBody: md5(entry.MessageBody) };
}

function failure(code: string, message: string): ServiceReply {
  return jsonReply(400, { __type: `com.amazonaws.sqs#${code}`, message });
}
