import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { CALL_LIMITS, type CallLimits } from '../table/table.ts';

/** A message for a queue. */
export interface OutgoingMessage {
  readonly body: string;
  /** In a FIFO queue, the messages of a group keep their order. A standard queue serves its groups fairly. */
  readonly groupId?: string;
  /** A FIFO queue drops another message with this id within 5 minutes. */
  readonly deduplicationId?: string;
}

export type SendMessages = (queueUrl: string, messages: readonly OutgoingMessage[]) => Promise<void>;

/** The limits of a batch (AWS, "Amazon SQS message quotas"). The limit of bytes is far below the quota. */
const MOST_MESSAGES = 10;
const MOST_BYTES = 200_000;

/**
 * The limits of a call. SQS answers within milliseconds, so a call that takes seconds is better repeated: Guard stops waiting
 * for a response after 3 s. With the SDK's pauses, a call without any response fails within 10 s, before the sending
 * functions time out (30 s and 55 s).
 */
export const SQS_LIMITS: CallLimits = {
  connectionTimeoutMilliseconds: CALL_LIMITS.connectionTimeoutMilliseconds,
  requestTimeoutMilliseconds: 3_000,
  attempts: 3,
};

/** Sends messages to an SQS queue, in order. Throws if SQS rejects one of them; it may have accepted others then. */
export const sendMessages = sendWithin(SQS_LIMITS);

/** Makes a `sendMessages` whose calls have other limits. */
export function sendWithin(limits: CallLimits): SendMessages {
  /**
   * The clients, one for each origin; on AWS there is only one origin. They are shared, because some functions send many
   * messages.
   */
  const clients = new Map<string, SQSClient>();
  return async (QueueUrl, messages) => {
    const { origin } = new URL(QueueUrl);
    const sqs = clients.get(origin) ?? connect(origin, limits);
    clients.set(origin, sqs);
    for (const batch of batchesOf(messages)) {
      const Entries = batch.map(({ body, groupId, deduplicationId }, place) => ({
        Id: String(place),
        MessageBody: body,
        MessageGroupId: groupId,
        MessageDeduplicationId: deduplicationId,
      }));
      const { Failed: [failed] = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (failed) throw new Error(`SQS did not take a message: ${failed.Code}`);
    }
  };
}

function connect(endpoint: string, limits: CallLimits): SQSClient {
  return new SQSClient({
    endpoint,
    requestHandler: {
      connectionTimeout: limits.connectionTimeoutMilliseconds,
      requestTimeout: limits.requestTimeoutMilliseconds, // covers the time to the response headers
      throwOnRequestTimeout: true, // without this, a timeout only causes a warning
      socketTimeout: limits.requestTimeoutMilliseconds,
    },
    maxAttempts: limits.attempts,
  });
}

/** Divides messages into batches within the limits of SQS. */
export function batchesOf(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const batches: OutgoingMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(message.body);
    const batch = batches.at(-1);
    if (batch && batch.length < MOST_MESSAGES && bytes <= room) batch.push(message);
    else {
      batches.push([message]);
      room = MOST_BYTES;
    }
    room -= bytes;
  }
  return batches;
}
