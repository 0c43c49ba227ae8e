import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { describe, expect, it } from 'vitest';
import { StreamReader } from '../../../../../lib/local/triggers/stream-reader.ts';

interface FakeShard {
  readonly parent?: string;
  readonly records: number[];
  hasEnded?: boolean;
}

/** A stream that says what no embedded engine can be made to say: that its shards end and follow each other. */
function fakeStream(shards: Record<string, FakeShard>) {
  const describeShard = ([ShardId, { parent }]: [string, FakeShard]): Shard => ({
    ShardId,
    ...(parent === undefined ? {} : { ParentShardId: parent }),
    SequenceNumberRange: { EndingSequenceNumber: '9' }, // as the embedded engine says of any shard with records
  });
  const shardOf = (id = '') => shards[id] ?? { records: [] };

  async function send(command: unknown) {
    if (command instanceof DescribeStreamCommand) {
      // A page holds one shard.
      const all = Object.entries(shards);
      const index = all.findIndex(([id]) => id === command.input.ExclusiveStartShardId) + 1;
      const last = index < all.length - 1 ? { LastEvaluatedShardId: all[index]?.[0] } : {};
      return { StreamDescription: { Shards: all.slice(index, index + 1).map(describeShard), ...last } };
    }
    if (command instanceof GetShardIteratorCommand) {
      const { ShardId: id = '', ShardIteratorType: type, SequenceNumber: after } = command.input;
      const { records } = shardOf(id);
      const index = { LATEST: records.length, TRIM_HORIZON: 0 }[String(type)];
      return { ShardIterator: `${id} ${index ?? records.indexOf(Number(after)) + 1}` };
    }
    if (command instanceof GetRecordsCommand) {
      const [id, index] = command.input.ShardIterator?.split(' ') ?? [];
      const { records, hasEnded } = shardOf(id);
      const page = records.slice(Number(index));
      return {
        Records: page.map((it) => ({ dynamodb: { SequenceNumber: String(it) } })),
        ...(hasEnded ? {} : { NextShardIterator: `${id} ${records.length}` }),
      };
    }
    throw new Error('a call that no reader makes');
  }
  return { send } as unknown as DynamoDBStreamsClient;
}

async function readAll(reader: StreamReader): Promise<number[]> {
  const read: number[] = [];
  const take = (records: readonly { dynamodb?: { SequenceNumber?: string | undefined } | undefined }[]) =>
    read.push(...records.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber)));
  while (await reader.read(take));
  return read;
}

describe('the reader of a stream', () => {
  it('reads what comes after it was opened, in all shards that are open', async () => {
    const shards = {
      ended: { records: [1], hasEnded: true },
      one: { parent: 'ended', records: [2] },
      two: { records: [3] },
    };
    const reader = await StreamReader.open(fakeStream(shards), 'stream');
    shards.one.records.push(4);
    shards.two.records.push(5);
    expect(await readAll(reader)).toEqual([4, 5]);
    expect(await readAll(reader)).toEqual([]);
  });

  it('goes on with the shards that follow one that ends, from their beginning', async () => {
    const shards: Record<string, FakeShard> = { parent: { records: [1] } };
    const reader = await StreamReader.open(fakeStream(shards), 'stream');
    shards['parent'] = { records: [1, 2], hasEnded: true };
    shards['child'] = { parent: 'parent', records: [3] };
    shards['stranger'] = { parent: 'other', records: [4] };
    expect(await readAll(reader)).toEqual([2, 3]);
    shards['child'].records.push(5);
    expect(await readAll(reader)).toEqual([5]);
  });

  it('goes on where an earlier reader of the same stream came to, and anew in another', async () => {
    const shards = { shard: { records: [1] } };
    const stream = fakeStream(shards);
    const earlier = await StreamReader.open(stream, 'stream');
    shards.shard.records.push(2);
    expect(await readAll(earlier)).toEqual([2]);
    shards.shard.records.push(3);
    expect(await readAll(await StreamReader.open(stream, 'stream', earlier))).toEqual([3]);
    expect(await readAll(await StreamReader.open(stream, 'another stream', earlier))).toEqual([]);
  });
});
