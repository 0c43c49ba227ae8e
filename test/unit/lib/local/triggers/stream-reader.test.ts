import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import { StreamReader } from '../../../../../lib/local/triggers/stream-reader.ts';

interface FakeShard {
  readonly parent?: string;
  readonly records: number[];
  hasEnded?: boolean;
}

/** A stream that says what no embedded engine can be made to say: that its shards end and follow each other. */
function fakeStream(shards: Record<string, FakeShard>, failure: { error?: Error | undefined } = {}) {
  const describeShard = ([ShardId, { parent }]: [string, FakeShard]): Shard => ({
    ShardId,
    ...(parent === undefined ? {} : { ParentShardId: parent }),
    SequenceNumberRange: { EndingSequenceNumber: '9' }, // as the embedded engine says of any shard with records
  });
  const shardOf = (id = '') => shards[id] ?? { records: [] };

  async function send(command: unknown) {
    if (failure.error) throw failure.error;
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

test('A new reader of the local stream reads only later records, from all open shards', async () => {
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

test('After the end of a shard, a reader of the local stream reads the shard’s children from the beginning', async () => {
  const shards: Record<string, FakeShard> = { parent: { records: [1] } };
  const reader = await StreamReader.open(fakeStream(shards), 'stream');
  shards['parent'] = { records: [1, 2], hasEnded: true };
  shards['child'] = { parent: 'parent', records: [3] };
  shards['stranger'] = { parent: 'other', records: [4] };
  expect(await readAll(reader)).toEqual([2, 3]);
  shards['child'].records.push(5);
  expect(await readAll(reader)).toEqual([5]);
});

test('A reader continues where an earlier reader of the same local stream ended, and begins a different stream at its end', async () => {
  const shards = { shard: { records: [1] } };
  const stream = fakeStream(shards);
  const earlier = await StreamReader.open(stream, 'stream');
  shards.shard.records.push(2);
  expect(await readAll(earlier)).toEqual([2]);
  shards.shard.records.push(3);
  expect(await readAll(await StreamReader.open(stream, 'stream', earlier))).toEqual([3]);
  expect(await readAll(await StreamReader.open(stream, 'another stream', earlier))).toEqual([]);
});

/** A reader that fails, what happens then, and what another one reads that is opened after it. */
async function startFailing(shards: Record<string, FakeShard>) {
  const failure: { error?: Error | undefined } = {};
  const stream = fakeStream(shards, failure);
  let reader = await StreamReader.open(stream, 'stream');
  return {
    read: () => readAll(reader),
    async fail(error = new Error('the engine is gone')) {
      failure.error = error;
      await expect(readAll(reader)).rejects.toThrow(error);
      failure.error = undefined;
    },
    async reopen() {
      reader = await StreamReader.open(stream, 'stream', reader);
    },
  };
}

test('A reopened reader reads records of the local stream that were written while reading the shard failed', async () => {
  const shard: FakeShard = { records: [1] };
  const { read, fail, reopen } = await startFailing({ shard });
  await fail();
  shard.records.push(2);
  await reopen();
  await reopen();
  expect(await read()).toEqual([2]);
  shard.records.push(3);
  await reopen();
  expect(await read()).toEqual([3]);
});

test('A reopened reader reads shards of the local stream that are new from the beginning, and each record once', async () => {
  const shards: Record<string, FakeShard> = { parent: { records: [1] } };
  const { read, fail, reopen } = await startFailing(shards);
  await fail();
  shards['parent'] = { records: [1, 2], hasEnded: true };
  shards['child'] = { parent: 'parent', records: [3], hasEnded: true };
  shards['grandchild'] = { parent: 'child', records: [4] };
  shards['stranger'] = { parent: 'trimmed', records: [5], hasEnded: true };
  shards['strangers-child'] = { parent: 'stranger', records: [6] };
  await reopen();
  await reopen();
  expect((await read()).sort()).toEqual([2, 3, 4, 5, 6]);
  await reopen();
  expect(await read()).toEqual([]);
});

test('A reopened reader of the local stream reads a child shard that it had not read from the beginning', async () => {
  const shards: Record<string, FakeShard> = { parent: { records: [1] } };
  const { read, fail, reopen } = await startFailing(shards);
  shards['parent'] = { records: [1], hasEnded: true };
  shards['child'] = { parent: 'parent', records: [] };
  expect(await read()).toEqual([]);
  await fail();
  shards['child'].records.push(2);
  await reopen();
  expect(await read()).toEqual([2]);
});

test('A reopened reader of the local stream reads child shards whose parent was deleted meanwhile', async () => {
  const shards: Record<string, FakeShard> = { parent: { records: [1] } };
  const { read, fail, reopen } = await startFailing(shards);
  await fail();
  delete shards['parent'];
  shards['child'] = { parent: 'parent', records: [2] };
  await reopen();
  expect(await read()).toEqual([2]);
});

test('A reader of the local stream does not read an ended shard again', async () => {
  const shards: Record<string, FakeShard> = {
    ended: { records: [1], hasEnded: true },
    shard: { parent: 'ended', records: [2] },
  };
  const { read, reopen } = await startFailing(shards);
  shards['shard'] = { parent: 'ended', records: [2, 3], hasEnded: true };
  expect(await read()).toEqual([3]);
  await reopen();
  await reopen();
  expect(await read()).toEqual([]);
  await reopen();
  shards['late-child'] = { parent: 'shard', records: [4] };
  await reopen();
  expect(await read()).toEqual([4]);
});

test('If the iterator of a local stream’s shard has expired, a reopened reader reads only later records of the shard', async () => {
  const shard: FakeShard = { records: [1] };
  const { read, fail, reopen } = await startFailing({ shard });
  await fail(new ExpiredIteratorException({ message: 'too old', $metadata: {} }));
  shard.records.push(2);
  await reopen();
  shard.records.push(3);
  expect(await read()).toEqual([3]);
});
