import { createHash } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';
import { type Bell, UNTIL_RUNG } from './bell.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost } from './host.ts';
import type { LocalQueue, QueuedMessage } from './queue.ts';

/**
 * The number of concurrent batches of a standard queue (AWS, "Configuring scaling behavior for SQS event source mappings").
 */
const CONCURRENT_BATCHES = 5;
/** Lambda runs one batch for each group of a FIFO queue. With a low limit, hanging groups would delay all others. */
const CONCURRENT_FIFO_BATCHES = 100;

/** The result of a function (AWS, "Implementing partial batch responses"). Without a list, all messages succeeded. */
const resultSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/**
 * Invokes a function with the messages of its queue until the server stops. Resolves when the last batch has ended. Failed
 * messages stay in the queue.
 */
export async function deliverMessages(
  declaration: TriggeredFunction<QueueTrigger>,
  queue: LocalQueue,
  bell: Bell,
  host: TriggerHost,
): Promise<void> {
  const limit = queue.isFifo ? CONCURRENT_FIFO_BATCHES : CONCURRENT_BATCHES;
  const running = new Set<Promise<void>>();
  host.stopped.addEventListener('abort', () => bell.ring());

  async function deliver(messages: readonly QueuedMessage[]): Promise<void> {
    const event = queueEvent(messages, declaration);
    queue.delete(finishedIds(messages, await host.run(declaration, event)));
  }

  while (!host.stopped.aborted) {
    const messages = running.size < limit ? queue.receive(declaration.trigger.batchSize) : [];
    if (messages.length > 0) {
      const run = deliver(messages).then(() => {
        running.delete(run);
        bell.ring(); // the next messages of their groups may be available
      });
      running.add(run);
    } else {
      const next = queue.nextVisibleAt();
      const sleep = next === undefined ? UNTIL_RUNG : next - host.clock().getTime();
      await host.pause(sleep, bell.signal);
    }
  }
  await Promise.all(running);
}

/** The messages to delete: none if the answer is invalid. */
function finishedIds(messages: readonly QueuedMessage[], invocation: Invocation): Set<string> {
  const ids = new Set(messages.map(({ id }) => id));
  const answer = invocation.outcome === 'returned' ? resultSchema.safeParse(invocation.result) : undefined;
  if (!answer?.success) return new Set();
  const failed = new Set(answer.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return failed.isSubsetOf(ids) ? ids.difference(failed) : new Set();
}

/** The event of a queue (AWS, "Using Lambda with Amazon SQS", example events of standard and FIFO queues). */
function queueEvent(messages: readonly QueuedMessage[], { name }: TriggeredFunction): SQSEvent {
  return {
    Records: messages.map((it) => ({
      messageId: it.id,
      receiptHandle: `${it.id}-${it.receives}`,
      body: it.body,
      attributes: {
        ApproximateReceiveCount: String(it.receives),
        SentTimestamp: String(it.sentAt),
        SenderId: 'local',
        ApproximateFirstReceiveTimestamp: String(it.firstReceivedAt),
        ...(it.groupId === undefined ? {} : { MessageGroupId: it.groupId }),
        ...(it.deduplicationId === undefined
          ? {}
          : { MessageDeduplicationId: it.deduplicationId, SequenceNumber: it.sequenceNumber }),
      },
      messageAttributes: {},
      md5OfBody: md5(it.body),
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:guard-local-${name}`,
      awsRegion: LOCAL_REGION,
    })),
  };
}

/** The checksum that SQS and its clients use. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
