import {
  type _Record as ChangeRecord,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';

/** A shard that is still open, and how far it was read. */
interface Position {
  readonly shardId: string;
  readonly iterator: string;
  /** The sequence number of the last record that was read; before that, the end of the shard at which reading began. */
  readonly place: string;
}

interface ListedShard {
  readonly id: string;
  readonly parentId: string | undefined;
}

/** Stands for an iterator that has expired, because it was not used for 15 minutes (AWS, "GetShardIterator"). */
const EXPIRED = '';

/** Reads the changes of a table's stream from now on. */
export class StreamReader {
  readonly arn: string;
  readonly #client: DynamoDBStreamsClient;
  #positions: readonly Position[] = [];
  /** The shards that are being read or were read, and those that had ended before. */
  readonly #known = new Set<string>();

  private constructor(client: DynamoDBStreamsClient, arn: string) {
    this.#client = client;
    this.arn = arn;
  }

  /**
   * Opens a reader. It begins after the last change, or continues without a gap where an earlier reader of the same stream
   * ended. There is a gap only in a shard of which the earlier reader had read nothing when its iterator expired.
   */
  static async open(
    client: DynamoDBStreamsClient,
    arn: string,
    previous?: StreamReader,
  ): Promise<StreamReader> {
    const reader = new StreamReader(client, arn);
    const shards = await reader.#shards();
    await (previous?.arn === arn ? reader.#goOn(previous, shards) : reader.#begin(shards));
    return reader;
  }

  async #begin(shards: readonly ListedShard[]): Promise<void> {
    // A shard is open if it has no children. The embedded engine does not report correctly that a shard has no end yet.
    const open = shards.filter(({ id }) => shards.every(({ parentId }) => parentId !== id));
    this.#positions = await Promise.all(open.map(({ id }) => this.#position(id, 'LATEST')));
    for (const { id } of shards) this.#known.add(id);
  }

  async #goOn(previous: StreamReader, shards: readonly ListedShard[]): Promise<void> {
    const listed = new Set(shards.map(({ id }) => id));
    const kept = previous.#positions.filter(({ shardId }) => listed.has(shardId));
    const born = shards.filter(({ id }) => !previous.#known.has(id));
    // Children of these shards are left out, because they are read when their parent ends.
    const read = new Set([...kept.map(({ shardId }) => shardId), ...born.map(({ id }) => id)]);
    const first = born.filter(({ parentId }) => parentId === undefined || !read.has(parentId));
    this.#positions = await Promise.all([
      ...kept.map((it) => this.#reopen(it)),
      ...first.map(({ id }) => this.#position(id, 'TRIM_HORIZON')),
    ]);
    for (const id of [...previous.#known, ...first.map((it) => it.id)]) this.#known.add(id);
  }

  /**
   * Reopens a shard at a position. Before a record was read, only the old iterator has that position, because the end of a
   * shard moves.
   */
  #reopen(position: Position): Promise<Position> {
    const { shardId, iterator, place } = position;
    return place === 'LATEST' && iterator !== EXPIRED
      ? Promise.resolve(position)
      : this.#position(shardId, place);
  }

  /** Reads a page of each shard and passes it on at once. Resolves to whether there were records. */
  async read(take: (records: readonly ChangeRecord[]) => void): Promise<boolean> {
    let hasRead = false;
    for (const position of this.#positions) {
      const { Records: records = [], NextShardIterator: iterator } = await this.#page(position);
      const place = records.at(-1)?.dynamodb?.SequenceNumber ?? position.place;
      this.#replace(
        position,
        iterator ? [{ ...position, iterator, place }] : await this.#childrenOf(position),
      );
      take(records);
      hasRead ||= records.length > 0;
    }
    return hasRead;
  }

  async #page(position: Position): Promise<GetRecordsCommandOutput> {
    try {
      return await this.#client.send(new GetRecordsCommand({ ShardIterator: position.iterator }));
    } catch (error) {
      // If the iterator has expired, trying it again would always fail.
      if (error instanceof ExpiredIteratorException) {
        this.#replace(position, [{ ...position, iterator: EXPIRED }]);
      }
      throw error;
    }
  }

  #replace(position: Position, next: readonly Position[]): void {
    this.#positions = this.#positions.flatMap((it) => (it === position ? next : [it]));
    for (const { shardId } of next) this.#known.add(shardId);
  }

  /** Finds the children of a shard that has ended (AWS, "Shards in DynamoDB Streams"). */
  async #childrenOf({ shardId }: Position): Promise<Position[]> {
    const children = (await this.#shards()).filter(({ parentId }) => parentId === shardId);
    return Promise.all(children.map(({ id }) => this.#position(id, 'TRIM_HORIZON')));
  }

  /** Opens a shard at its beginning, at its end, or after a record. */
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
    return { shardId, iterator, place };
  }

  async #shards(): Promise<ListedShard[]> {
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
    return shards.map(({ ShardId: id = '', ParentShardId: parentId }) => ({ id, parentId }));
  }
}
