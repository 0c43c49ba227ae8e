import type { Clock } from '../../../shared/time.ts';

export interface SentMessage {
  readonly body: string;
  readonly delaySeconds?: number | undefined;
  /** Messages of one group of a FIFO queue come in order. */
  readonly groupId?: string | undefined;
  /** A FIFO queue takes what has the same one within 5 minutes for the same message. */
  readonly deduplicationId?: string | undefined;
}

export interface QueuedMessage extends SentMessage {
  readonly id: string;
  readonly sequenceNumber: string;
  readonly sentAt: number;
  readonly firstReceivedAt: number | undefined;
  /** How often it was received. */
  readonly receives: number;
  /** Until then it is hidden: somebody has it, or it was sent with a delay. */
  readonly hiddenUntil: number;
}

export interface LocalQueueOptions {
  readonly isFifo: boolean;
  /** How often a message is received before it is a dead letter. */
  readonly attempts: number;
  readonly visibilitySeconds: number;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onSent: () => void;
  readonly onDeadLetter: (message: QueuedMessage) => void;
}

/** AWS, "Exactly-once processing in Amazon SQS". */
const DEDUPLICATION_MILLISECONDS = 5 * 60_000;
const SEQUENCE_DIGITS = 20;

/** A queue of SQS, in memory: at least once, hidden while somebody has it, FIFO groups in order, dead letters. */
export class LocalQueue {
  readonly isFifo: boolean;
  readonly #options: LocalQueueOptions;
  #messages: readonly QueuedMessage[] = [];
  /** What was sent lately to a FIFO queue, by deduplication id. */
  readonly #sent = new Map<string, QueuedMessage>();
  #sequence = 0;

  constructor(options: LocalQueueOptions) {
    this.#options = options;
    this.isFifo = options.isFifo;
  }

  send(message: SentMessage): Pick<QueuedMessage, 'id' | 'sequenceNumber'> {
    const known = this.#sentLately(message);
    if (known) return known;
    this.#sequence += 1;
    const queued: QueuedMessage = {
      ...message,
      id: this.#options.newId(),
      sequenceNumber: String(this.#sequence).padStart(SEQUENCE_DIGITS, '0'),
      sentAt: this.#now(),
      firstReceivedAt: undefined,
      receives: 0,
      hiddenUntil: this.#now() + (message.delaySeconds ?? 0) * 1_000,
    };
    this.#messages = [...this.#messages, queued];
    if (message.deduplicationId !== undefined) this.#sent.set(message.deduplicationId, queued);
    this.#options.onSent();
    return queued;
  }

  /** Takes up to so many messages, which are hidden until they are deleted or have to come again. */
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

  /** Ends what was received. */
  delete(ids: ReadonlySet<string>): void {
    this.#messages = this.#messages.filter(({ id }) => !ids.has(id));
  }

  /** When the next message that is hidden is hidden no longer; `undefined` where none is. */
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

  #sentLately({ deduplicationId }: SentMessage): QueuedMessage | undefined {
    for (const [id, { sentAt }] of this.#sent) {
      if (sentAt <= this.#now() - DEDUPLICATION_MILLISECONDS) this.#sent.delete(id);
    }
    return deduplicationId === undefined ? undefined : this.#sent.get(deduplicationId);
  }

  #now(): number {
    return this.#options.clock().getTime();
  }
}
