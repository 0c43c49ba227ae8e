import {
  type _Record as ChangeRecord,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';

/** A shard that may get more records, and where to go on in it. */
interface Position {
  readonly shardId: string;
  readonly iterator: string;
  /** Of the last record that was read of it. */
  readonly sequenceNumber?: string | undefined;
}

/** Reads the changes that a table's stream tells of from now on. */
export class StreamReader {
  readonly arn: string;
  readonly #client: DynamoDBStreamsClient;
  #positions: readonly Position[] = [];

  private constructor(client: DynamoDBStreamsClient, arn: string) {
    this.#client = client;
    this.arn = arn;
  }

  /** Begins behind the last change. Of the same stream, it goes on where another reader came to. */
  static async open(
    client: DynamoDBStreamsClient,
    arn: string,
    previous?: StreamReader,
  ): Promise<StreamReader> {
    const reader = new StreamReader(client, arn);
    const known = previous?.arn === arn ? previous.#positions : [];
    const shards = await reader.#shards();
    // Nothing follows a shard that may get more. That it has no end yet is not told rightly by the embedded engine.
    const open = shards.filter(({ ShardId }) => shards.every((it) => it.ParentShardId !== ShardId));
    reader.#positions = await Promise.all(
      open.map(({ ShardId: shardId = '' }) => {
        const sequenceNumber = known.find((it) => it.shardId === shardId)?.sequenceNumber;
        return reader.#position(shardId, sequenceNumber ?? 'LATEST');
      }),
    );
    return reader;
  }

  /** Hands out a page of each shard, as soon as it is read, and tells whether there were any records. */
  async read(take: (records: readonly ChangeRecord[]) => void): Promise<boolean> {
    let hasRead = false;
    for (const position of this.#positions) {
      const page = await this.#client.send(new GetRecordsCommand({ ShardIterator: position.iterator }));
      const { Records: records = [], NextShardIterator: iterator } = page;
      const sequenceNumber = records.at(-1)?.dynamodb?.SequenceNumber ?? position.sequenceNumber;
      const next = iterator ? [{ ...position, iterator, sequenceNumber }] : await this.#childrenOf(position);
      this.#positions = this.#positions.flatMap((it) => (it === position ? next : [it]));
      take(records);
      hasRead ||= records.length > 0;
    }
    return hasRead;
  }

  /** What goes on where a shard has ended (AWS, "Shards in DynamoDB Streams"). */
  async #childrenOf({ shardId }: Position): Promise<Position[]> {
    const children = (await this.#shards()).filter((it) => it.ParentShardId === shardId);
    return Promise.all(children.map(({ ShardId = '' }) => this.#position(ShardId, 'TRIM_HORIZON')));
  }

  /** At the beginning or the end of a shard, or behind a record of it. */
  async #position(shardId: string, place: string): Promise<Position> {
    const isEdge = place === 'LATEST' || place === 'TRIM_HORIZON';
    const { ShardIterator: iterator = '' } = await this.#client.send(
      new GetShardIteratorCommand({
        StreamArn: this.arn,
        ShardId: shardId,
        ...(isEdge
          ? { ShardIteratorType: place }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: place }),
      }),
    );
    return { shardId, iterator, ...(isEdge ? {} : { sequenceNumber: place }) };
  }

  async #shards(): Promise<Shard[]> {
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const { StreamDescription: page } = await this.#client.send(
        new DescribeStreamCommand({
          StreamArn: this.arn,
          ...(last === undefined ? {} : { ExclusiveStartShardId: last }),
        }),
      );
      shards.push(...(page?.Shards ?? []));
      last = page?.LastEvaluatedShardId;
    } while (last !== undefined);
    return shards;
  }
}
