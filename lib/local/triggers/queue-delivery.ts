import { createHash } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';
import { type Bell, UNTIL_RUNG } from './bell.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost } from './host.ts';
import type { LocalQueue, QueuedMessage } from './queue.ts';

/** Lambda begins with so many batches at a time (AWS, "Configuring scaling behavior for SQS event source mappings"). */
const BATCHES_AT_A_TIME = 5;
/** Of a FIFO queue Lambda runs as many as there are groups. Where fewer may run, groups that hang hold up all others. */
const FIFO_BATCHES_AT_A_TIME = 100;

/** AWS, "Implementing partial batch responses": without a list, everything is done. */
const resultSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/**
 * Hands a function the messages of its queue until the server stops; resolves when the last batch has ended. What it
 * failed for stays in the queue and comes again.
 */
export async function deliverMessages(
  declaration: TriggeredFunction<QueueTrigger>,
  queue: LocalQueue,
  bell: Bell,
  host: TriggerHost,
): Promise<void> {
  const most = queue.isFifo ? FIFO_BATCHES_AT_A_TIME : BATCHES_AT_A_TIME;
  const running = new Set<Promise<void>>();
  host.stopped.addEventListener('abort', () => bell.ring());

  async function deliver(messages: readonly QueuedMessage[]): Promise<void> {
    const event = queueEvent(messages, declaration);
    queue.delete(finishedIds(messages, await host.run(declaration, event)));
  }

  while (!host.stopped.aborted) {
    const messages = running.size < most ? queue.receive(declaration.trigger.batchSize) : [];
    if (messages.length > 0) {
      const run = deliver(messages).then(() => {
        running.delete(run);
        bell.ring(); // what waited for these of its group may be next
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

/** What need not come again. An answer that names a message wrongly, or is none, is a failure for all. */
function finishedIds(messages: readonly QueuedMessage[], invocation: Invocation): Set<string> {
  const ids = new Set(messages.map(({ id }) => id));
  const answer = invocation.outcome === 'returned' ? resultSchema.safeParse(invocation.result) : undefined;
  if (!answer?.success) return new Set();
  const failed = new Set(answer.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return failed.isSubsetOf(ids) ? ids.difference(failed) : new Set();
}

/** AWS, "Using Lambda with Amazon SQS", example events of standard and FIFO queues. */
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

/** The checksum that SQS and its clients use; it protects nothing. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
