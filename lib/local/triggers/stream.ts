import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type _Record as ChangeRecord, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';
import { readDirectly } from '../direct-client.ts';
import { LocalServerError, reasonOf } from '../local-server-error.ts';
import { Bell, type TriggerHost, UNTIL_RUNG } from './host.ts';
import { StreamReader } from './stream-reader.ts';

export interface StreamSource {
  readonly tableName: string;
  readonly endpoint: string;
  /** Whether the engine is dynoxide, whose stream is read without the steps of the SDK. */
  readonly isEmbedded?: boolean;
  /** How often the engine was started. After a restart, the stream may be another one. */
  readonly engineStarts: () => number;
  readonly pollMilliseconds: number;
  /** How long it waits after it has read changes, so that the changes of a burst are read and delivered together. */
  readonly restMilliseconds?: number;
  /** Rung when the table may have changed, so that reading does not wait for the next poll. */
  readonly changed?: Bell;
}

/**
 * Invokes functions with the changes of the table from now on. Resolves when the stream is open. `ended` resolves when the
 * server has stopped and the last batch of each function has ended.
 */
export async function followStream(
  declarations: readonly TriggeredFunction<StreamTrigger>[],
  source: StreamSource,
  host: TriggerHost,
): Promise<{ readonly ended: Promise<unknown> }> {
  const consumers = declarations.map((it) => new StreamLanes(it, host));
  const connection = { endpoint: source.endpoint };
  const [tables, streams] = [new DynamoDBClient(connection), new DynamoDBStreamsClient(connection)];
  if (source.isEmbedded) readDirectly(streams, source.endpoint);

  async function open(previous?: StreamReader): Promise<StreamReader> {
    const { Table } = await tables.send(new DescribeTableCommand({ TableName: source.tableName }));
    const arn = Table?.LatestStreamArn;
    if (arn === undefined) throw new LocalServerError(`The table ${source.tableName} has no stream.`);
    return StreamReader.open(streams, arn, previous);
  }

  let reader = await open();
  let opened = source.engineStarts();
  let isBroken = false;

  /** Reads once. Resolves to whether there were records. An error is logged once, and then the stream is opened again. */
  async function read(): Promise<boolean> {
    try {
      const starts = source.engineStarts();
      if (isBroken || starts !== opened) reader = await open(reader);
      opened = starts;
      const { arn } = reader;
      const hasRead = await reader.read((records) => {
        for (const consumer of consumers) consumer.add(records, arn);
      });
      isBroken = false;
      return hasRead;
    } catch (error) {
      if (!isBroken) host.log(`the changes of the table cannot be read: ${reasonOf(error)}`);
      isBroken = true;
      return false;
    }
  }

  const { changed = new Bell(), restMilliseconds = 0 } = source;
  host.stopped.addEventListener('abort', () => changed.ring());

  async function poll(): Promise<void> {
    while (!host.stopped.aborted) {
      const { signal } = changed; // taken before reading, so that a ring during it counts, too
      const hasRead = host.isAvailable() && (await read());
      if (!hasRead) await host.pause(source.pollMilliseconds, signal);
      else if (restMilliseconds > 0) await host.pause(restMilliseconds, host.stopped);
    }
    tables.destroy();
    streams.destroy();
  }

  return { ended: Promise.all([poll(), ...consumers.map((it) => it.run())]) };
}

/** Makes the event of a stream (AWS, "Using AWS Lambda with Amazon DynamoDB"). */
function streamEvent(records: readonly ChangeRecord[], streamArn: string): DynamoDBStreamEvent {
  return { Records: records.map((record) => ({ ...lambdaRecord(record), eventSourceARN: streamArn })) };
}

function lambdaRecord({ dynamodb = {}, userIdentity: _, ...record }: ChangeRecord): DynamoDBRecord {
  const { ApproximateCreationDateTime: createdAt, ...change } = dynamodb;
  const time = createdAt && { ApproximateCreationDateTime: Math.floor(createdAt.getTime() / 1_000) };
  // The two formats of images differ only in binary attributes, of which the table has none.
  return { ...record, dynamodb: { ...time, ...change } } as DynamoDBRecord;
}

/** Whether a function receives this change, as Lambda's filter decides on AWS. */
export function isForTrigger({ changes, partitions = [] }: StreamTrigger, record: ChangeRecord): boolean {
  const keyOf = (name: string) => record.dynamodb?.Keys?.[name]?.S ?? '';
  const prefixes = record.eventName ? (changes[record.eventName] ?? []) : [];
  const isMeant =
    prefixes.some((it) => keyOf(TABLE_KEYS.sortKey).startsWith(it)) ||
    partitions.some((it) => keyOf(TABLE_KEYS.partitionKey).startsWith(it));
  return isMeant && !isNoChange(record);
}

/** Whether a record shows no change. The embedded engine reports writes that change nothing; AWS does not. */
function isNoChange({ eventName, dynamodb }: ChangeRecord): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage);
}

/**
 * Invokes a function with several batches at the same time. All changes of one item go to the same lane (AWS,
 * "Parallelization factor" of "Using AWS Lambda with Amazon DynamoDB").
 */
export class StreamLanes {
  readonly #lanes: readonly StreamConsumer[];

  constructor(declaration: TriggeredFunction<StreamTrigger>, host: TriggerHost) {
    const { parallelBatches = 1 } = declaration.trigger;
    this.#lanes = Array.from({ length: parallelBatches }, () => new StreamConsumer(declaration, host));
  }

  add(records: readonly ChangeRecord[], streamArn: string): void {
    const ofLanes = Map.groupBy(records, (record) => laneOf(record, this.#lanes.length));
    for (const [lane, changes] of ofLanes) this.#lanes[lane]?.add(changes, streamArn);
  }

  /** Resolves when the server has stopped and the last batch of each lane has ended. */
  run(): Promise<unknown> {
    return Promise.all(this.#lanes.map((it) => it.run()));
  }
}

function laneOf({ dynamodb }: ChangeRecord, lanes: number): number {
  const item = JSON.stringify(dynamodb?.Keys);
  return createHash('sha256').update(item).digest().readUInt32BE() % lanes;
}

/** A change and the time at which it was read, because not every engine reports the time of the change itself. */
interface Waiting {
  readonly record: ChangeRecord;
  readonly readAt: number;
}

const RETRY_MILLISECONDS = 1_000;

/**
 * Invokes a function with its changes in order, one batch at a time (AWS, "Using AWS Lambda with Amazon DynamoDB"). A failed
 * batch is divided in two, down to single changes, which are retried as the trigger declares. A change that still fails, or
 * is too old, is a dead letter, which is only logged.
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
