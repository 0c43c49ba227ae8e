import { createHash } from 'node:crypto';
import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { TriggerHost } from './host.ts';
import { StreamConsumer } from './stream-consumer.ts';

/**
 * Invokes a function with several batches at the same time. The changes of one item are sent to the same lane (AWS,
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
