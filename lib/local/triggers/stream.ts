import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { LocalServerError, reasonOf } from '../local-server-error.ts';
import { Bell } from './bell.ts';
import type { TriggerHost } from './host.ts';
import { StreamLanes } from './stream-lanes.ts';
import { StreamReader } from './stream-reader.ts';

export interface StreamSource {
  readonly tableName: string;
  readonly endpoint: string;
  /** The number of starts of the engine. After a restart, the stream may be another one. */
  readonly engineStarts: () => number;
  readonly pollMilliseconds: number;
  /** Rings when the table may have changed, so that reading does not wait for the next poll. */
  readonly changed?: Bell;
}

/**
 * Invokes functions with future changes of the table. Resolves when the stream is open; `ended` resolves when the server has
 * stopped and the last batch of each function has ended.
 */
export async function followStream(
  declarations: readonly TriggeredFunction<StreamTrigger>[],
  source: StreamSource,
  host: TriggerHost,
): Promise<{ readonly ended: Promise<unknown> }> {
  const consumers = declarations.map((it) => new StreamLanes(it, host));
  const connection = { endpoint: source.endpoint };
  const [tables, streams] = [new DynamoDBClient(connection), new DynamoDBStreamsClient(connection)];

  async function open(previous?: StreamReader): Promise<StreamReader> {
    const { Table } = await tables.send(new DescribeTableCommand({ TableName: source.tableName }));
    const arn = Table?.LatestStreamArn;
    if (arn === undefined) throw new LocalServerError(`The table ${source.tableName} has no stream.`);
    return StreamReader.open(streams, arn, previous);
  }

  let reader = await open();
  let opened = source.engineStarts();
  let isBroken = false;

  /** Resolves to whether records were read. An error is logged once, and the stream is opened again. */
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

  const { changed = new Bell() } = source;
  host.stopped.addEventListener('abort', () => changed.ring());

  async function poll(): Promise<void> {
    while (!host.stopped.aborted) {
      const { signal } = changed; // a ring while reading counts too
      const hasRead = host.isAvailable() && (await read());
      if (!hasRead) await host.pause(source.pollMilliseconds, signal);
    }
    tables.destroy();
    streams.destroy();
  }

  return { ended: Promise.all([poll(), ...consumers.map((it) => it.run())]) };
}
