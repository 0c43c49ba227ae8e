import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';
import { Bell, UNTIL_RUNG } from './bell.ts';
import type { TriggerHost } from './host.ts';
import { streamEvent } from './stream-event.ts';
import { isForTrigger } from './stream-filter.ts';

/** A change with the time of reading: not every engine reports the time of the change. */
interface Waiting {
  readonly record: ChangeRecord;
  readonly readAt: number;
}

const RETRY_MILLISECONDS = 1_000;

/**
 * Invokes a function with its changes in order, one batch at a time (AWS, "Using AWS Lambda with Amazon DynamoDB"). A failed
 * batch is halved; a single failed change is retried as declared. A change that still fails, or is too old, is a dead letter:
 * a line of the log.
 */
export class StreamConsumer {
  readonly #declaration: TriggeredFunction<StreamTrigger>;
  readonly #host: TriggerHost;
  readonly #bell = new Bell();
  readonly #waiting: Waiting[] = [];
  #streamArn = '';

  constructor(declaration: TriggeredFunction<StreamTrigger>, host: TriggerHost) {
    this.#declaration = declaration;
    this.#host = host;
    host.stopped.addEventListener('abort', () => this.#bell.ring());
  }

  add(records: readonly ChangeRecord[], streamArn: string): void {
    this.#streamArn = streamArn;
    const readAt = this.#host.clock().getTime();
    const wanted = records.filter((record) => isForTrigger(this.#declaration.trigger, record));
    this.#waiting.push(...wanted.map((record) => ({ record, readAt })));
    if (wanted.length > 0) this.#bell.ring();
  }

  /** Resolves when the server has stopped and the last batch has ended. */
  async run(): Promise<void> {
    const { stopped, pause } = this.#host;
    const { batchSize, retries } = this.#declaration.trigger;
    while (!stopped.aborted) {
      const batch = this.#waiting.splice(0, batchSize);
      if (batch.length === 0) await pause(UNTIL_RUNG, this.#bell.signal);
      else await this.#deliver(batch, retries);
    }
  }

  async #deliver(batch: readonly Waiting[], retries: number): Promise<void> {
    const current = this.#withoutOld(batch);
    if (current.length === 0 || this.#host.stopped.aborted) return;
    const event = streamEvent(
      current.map(({ record }) => record),
      this.#streamArn,
    );
    const { outcome } = await this.#host.run(this.#declaration, event);
    if (outcome === 'returned') return;
    if (current.length > 1) {
      const middle = Math.ceil(current.length / 2);
      await this.#deliver(current.slice(0, middle), retries);
      await this.#deliver(current.slice(middle), retries);
    } else if (retries > 0) {
      await this.#host.pause(RETRY_MILLISECONDS, this.#host.stopped);
      await this.#deliver(current, retries - 1);
    } else {
      this.#giveUp(current, 'it failed to the end');
    }
  }

  #withoutOld(batch: readonly Waiting[]): Waiting[] {
    const oldest = this.#host.clock().getTime() - this.#declaration.trigger.maximumAgeSeconds * 1_000;
    const { old = [], current = [] } = Object.groupBy(batch, ({ readAt }) =>
      readAt < oldest ? 'old' : 'current',
    );
    this.#giveUp(old, 'it is too old');
    return current;
  }

  #giveUp(batch: readonly Waiting[], reason: string): void {
    for (const { record } of batch) {
      const keys = record.dynamodb?.Keys ?? {};
      const item = [TABLE_KEYS.partitionKey, TABLE_KEYS.sortKey].map((name) => keys[name]?.S).join(' ');
      this.#host.log(
        `${this.#declaration.name} has a dead letter, ${record.eventName} of ${item}: ${reason}`,
      );
    }
  }
}
