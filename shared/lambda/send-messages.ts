import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { CALL_LIMITS, type CallLimits } from '../table/table.ts';

/** A message for a queue; one of a FIFO queue has a group, in which messages keep their order. */
export interface OutgoingMessage {
  readonly body: string;
  readonly groupId?: string;
  /** What a FIFO queue takes for the same message within 5 minutes. */
  readonly deduplicationId?: string;
}

export type SendMessages = (queueUrl: string, messages: readonly OutgoingMessage[]) => Promise<void>;

/** AWS, "Amazon SQS message quotas": messages of a batch, and their bytes together, of which this is far less. */
const MOST_MESSAGES = 10;
const MOST_BYTES = 200_000;

/**
 * SQS answers within milliseconds, so what takes seconds hangs and is better repeated: a reply that stalls, before or in
 * its body, is given up within 3 s. With the SDK's pauses a call that is never answered has failed within 10 s, before
 * the functions that send are ended (30 s and 55 s).
 */
export const SQS_LIMITS: CallLimits = {
  connectionTimeoutMilliseconds: CALL_LIMITS.connectionTimeoutMilliseconds,
  requestTimeoutMilliseconds: 3_000,
  attempts: 3,
};

/** Sends messages to a queue of SQS, in their order. Throws where one of them was not taken; others may have been. */
export const sendMessages = sendWithin(SQS_LIMITS);

/** Sends as `sendMessages` does, with other limits for each call. */
export function sendWithin(limits: CallLimits): SendMessages {
  /** Kept, since some functions send a message for each thing that they do; it finds a queue by its URL. */
  let sqs: SQSClient | undefined;
  return async (QueueUrl, messages) => {
    sqs ??= connect(limits);
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

function connect(limits: CallLimits): SQSClient {
  return new SQSClient({
    requestHandler: {
      connectionTimeout: limits.connectionTimeoutMilliseconds,
      requestTimeout: limits.requestTimeoutMilliseconds, // ends with the headers
      throwOnRequestTimeout: true, // it would only warn
      socketTimeout: limits.requestTimeoutMilliseconds,
    },
    maxAttempts: limits.attempts,
  });
}

/** The messages in batches that SQS takes. */
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
