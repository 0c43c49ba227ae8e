import { createHash } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Clock } from '../../../shared/base/time.ts';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';
import { type Bell, LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost, UNTIL_RUNG } from './host.ts';

export interface SentMessage {
  readonly body: string;
  /** In a FIFO queue, the messages of a group keep their order. A standard queue ignores groups here. */
  readonly groupId?: string | undefined;
  /** A FIFO queue ignores another message with this id within 5 minutes. */
  readonly deduplicationId?: string | undefined;
}

export interface QueuedMessage extends SentMessage {
  readonly id: string;
  readonly sequenceNumber: string;
  readonly sentAt: number;
  readonly firstReceivedAt: number | undefined;
  readonly receives: number;
  /** Until when a received message is hidden, in epoch milliseconds. */
  readonly hiddenUntil: number;
}

export interface LocalQueueOptions {
  readonly isFifo: boolean;
  /** How often a message is received before it moves to the dead-letter queue. */
  readonly attempts: number;
  readonly visibilitySeconds: number;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onSent: () => void;
  readonly onDeadLetter: (message: QueuedMessage) => void;
}

/** How long a deduplication id counts (AWS, "Exactly-once processing in Amazon SQS"). */
const DEDUPLICATION_MILLISECONDS = 5 * 60_000;
const SEQUENCE_DIGITS = 20;

/**
 * An SQS queue in memory. It has at-least-once delivery, a visibility timeout, the order of FIFO groups, and dead letters.
 */
export class LocalQueue {
  readonly isFifo: boolean;
  readonly #options: LocalQueueOptions;
  #messages: readonly QueuedMessage[] = [];
  /** The recent messages of a FIFO queue, by their deduplication id. */
  readonly #sent = new Map<string, QueuedMessage>();
  #sequence = 0;

  constructor(options: LocalQueueOptions) {
    this.#options = options;
    this.isFifo = options.isFifo;
  }

  send(message: SentMessage): Pick<QueuedMessage, 'id' | 'sequenceNumber'> {
    const known = this.#recent(message);
    if (known) return known;
    this.#sequence += 1;
    const queued: QueuedMessage = {
      ...message,
      id: this.#options.newId(),
      sequenceNumber: String(this.#sequence).padStart(SEQUENCE_DIGITS, '0'),
      sentAt: this.#now(),
      firstReceivedAt: undefined,
      receives: 0,
      hiddenUntil: this.#now(),
    };
    this.#messages = [...this.#messages, queued];
    if (message.deduplicationId !== undefined) this.#sent.set(message.deduplicationId, queued);
    this.#options.onSent();
    return queued;
  }

  /** Receives messages and hides them until they are deleted, or until their visibility timeout ends. */
  receive(maximum: number): QueuedMessage[] {
    const now = this.#now();
    this.#dropDeadLetters();
    const blocked = new Set<string>();
    const received = new Map<string, QueuedMessage>();
    for (const message of this.#messages) {
      const { id, groupId = '', hiddenUntil } = message;
      if (received.size === maximum) break;
      if (hiddenUntil > now && this.isFifo) blocked.add(groupId);
      if (hiddenUntil > now || blocked.has(groupId)) continue;
      received.set(id, {
        ...message,
        receives: message.receives + 1,
        firstReceivedAt: message.firstReceivedAt ?? now,
        hiddenUntil: now + this.#options.visibilitySeconds * 1_000,
      });
    }
    this.#messages = this.#messages.map((it) => received.get(it.id) ?? it);
    return [...received.values()];
  }

  delete(ids: ReadonlySet<string>): void {
    this.#messages = this.#messages.filter(({ id }) => !ids.has(id));
  }

  /** When the next hidden message becomes visible; `undefined` if none is hidden. */
  nextVisibleAt(): number | undefined {
    const hidden = this.#messages.map(({ hiddenUntil }) => hiddenUntil).filter((it) => it > this.#now());
    return hidden.length === 0 ? undefined : Math.min(...hidden);
  }

  #dropDeadLetters(): void {
    const isDead = ({ receives, hiddenUntil }: QueuedMessage) =>
      receives >= this.#options.attempts && hiddenUntil <= this.#now();
    const dead = this.#messages.filter(isDead);
    this.delete(new Set(dead.map(({ id }) => id)));
    for (const message of dead) this.#options.onDeadLetter(message);
  }

  #recent({ deduplicationId }: SentMessage): QueuedMessage | undefined {
    for (const [id, { sentAt }] of this.#sent) {
      if (sentAt <= this.#now() - DEDUPLICATION_MILLISECONDS) this.#sent.delete(id);
    }
    return deduplicationId === undefined ? undefined : this.#sent.get(deduplicationId);
  }

  #now(): number {
    return this.#options.clock().getTime();
  }
}

type QueueFunction = Pick<TriggeredFunction<QueueTrigger>, 'name' | 'trigger'>;

/** The name of a function's queue. For a FIFO queue it ends in `.fifo`, as on AWS. */
export function queueName({ name, trigger }: QueueFunction): string {
  return `${name}${trigger.isFifo ? '.fifo' : ''}`;
}

export function queueUrl(servicesUrl: string, declaration: QueueFunction): string {
  return `${servicesUrl}/${LOCAL_ACCOUNT_ID}/${queueName(declaration)}`;
}

/**
 * How many batches of a standard queue run at the same time (AWS, "Configuring scaling behavior for SQS event source
 * mappings").
 */
const CONCURRENT_BATCHES = 5;
/**
 * How many groups of a FIFO queue have a batch that runs; Lambda runs one for each group. With a low limit, groups that hang
 * would delay all others.
 */
const CONCURRENT_FIFO_BATCHES = 100;

/** What a function returns (AWS, "Implementing partial batch responses"). Without a list, all messages have succeeded. */
const resultSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullish();

/**
 * Invokes a function with the messages of its queue until the server stops, and resolves when the last batch has ended.
 * Failed messages stay in the queue.
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
        bell.ring(); // rings because the next messages of these groups may now be received
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

/** The ids of the messages to delete; none if the function's answer is invalid. */
function finishedIds(messages: readonly QueuedMessage[], invocation: Invocation): Set<string> {
  const ids = new Set(messages.map(({ id }) => id));
  const answer = invocation.outcome === 'returned' ? resultSchema.safeParse(invocation.result) : undefined;
  if (!answer?.success) return new Set();
  const failed = new Set(answer.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return failed.isSubsetOf(ids) ? ids.difference(failed) : new Set();
}

/** Makes the event of a queue (AWS, "Using Lambda with Amazon SQS", example events of standard and FIFO queues). */
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
