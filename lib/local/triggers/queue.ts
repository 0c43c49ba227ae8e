import type { Clock } from '../../../shared/base/time.ts';

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
