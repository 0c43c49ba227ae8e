import { createHash } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Clock } from '../../../shared/base/time.ts';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';
import { type Bell, LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost, UNTIL_RUNG } from './host.ts';

export interface SentMessage {
  readonly body: string;
  /** A FIFO queue keeps the order of the messages of a group. A standard queue ignores it here. */
  readonly groupId?: string | undefined;
  /** A FIFO queue ignores a repetition of this id within 5 minutes. */
  readonly deduplicationId?: string | undefined;
}

export interface QueuedMessage extends SentMessage {
  readonly id: string;
  readonly sequenceNumber: string;
  readonly sentAt: number;
  readonly firstReceivedAt: number | undefined;
  readonly receives: number;
  /** The time until which a received message is hidden, in epoch milliseconds. */
  readonly hiddenUntil: number;
}

export interface LocalQueueOptions {
  readonly isFifo: boolean;
  /** The number of receives after which a message becomes a dead letter. */
  readonly attempts: number;
  readonly visibilitySeconds: number;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onSent: () => void;
  readonly onDeadLetter: (message: QueuedMessage) => void;
}

/** The deduplication interval (AWS, "Exactly-once processing in Amazon SQS"). */
const DEDUPLICATION_MILLISECONDS = 5 * 60_000;
const SEQUENCE_DIGITS = 20;

/** An SQS queue in memory: at-least-once delivery, visibility timeout, order of FIFO groups, dead letters. */
export class LocalQueue {
  readonly isFifo: boolean;
  readonly #options: LocalQueueOptions;
  #messages: readonly QueuedMessage[] = [];
  /** The recent messages of a FIFO queue by deduplication id. */
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

  /** Receives messages, which are hidden until they are deleted or their visibility timeout ends. */
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

  /** The time at which the next hidden message becomes visible; `undefined` if none is hidden. */
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

/** The queue of a function; the name of a FIFO queue ends in `.fifo`, as on AWS. */
export function queueName({ name, trigger }: QueueFunction): string {
  return `${name}${trigger.isFifo ? '.fifo' : ''}`;
}

export function queueUrl(servicesUrl: string, declaration: QueueFunction): string {
  return `${servicesUrl}/${LOCAL_ACCOUNT_ID}/${queueName(declaration)}`;
}

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
