import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/errors.ts';
import { batchGet } from '../../../../shared/table/batch-get.ts';
import { changeItem } from '../../../../shared/table/change-item.ts';
import { commit, type GuardedWrite } from '../../../../shared/table/commit.ts';
import { decideAndWrite } from '../../../../shared/table/decide.ts';
import { transactWrite } from '../../../../shared/table/transaction.ts';
import { readVersion } from '../../../../shared/table/version.ts';
import { putEntity } from '../../../../shared/table/writes.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const conditionFailed = () => new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

const put = (refused: GuardedWrite['refused']): GuardedWrite => ({
  write: { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b' } } },
  refused,
});

const version = readVersion(undefined);

describe('a transaction', () => {
  const items = [put('stale').write, put('stale').write];

  test('that conflicts with another is tried again, waiting twice as long each time', async () => {
    const { table, sent, pauses } = fakeTable([
      cancelled('TransactionConflict', 'None'),
      cancelled('None', 'TransactionConflict'),
    ]);
    expect(await transactWrite(table, items)).toBeUndefined();
    expect(sent).toHaveLength(3);
    expect(pauses).toEqual([20, 40]);
  });

  test('that conflicts for ever is given up with the conflict, not with a verdict', async () => {
    const { table, sent } = fakeTable(Array.from({ length: 10 }, () => cancelled('TransactionConflict')));
    await expect(transactWrite(table, items)).rejects.toThrow(TransactionCanceledException);
    expect(sent).toHaveLength(6);
  });

  test('whose conditions fail says which, and is not tried again', async () => {
    const { table, sent } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
    expect(await transactWrite(table, items)).toEqual([1]);
    expect(sent).toHaveLength(1);
  });

  test('that fails otherwise is thrown at once', async () => {
    const { table, sent } = fakeTable([cancelled('ValidationError')]);
    await expect(transactWrite(table, items)).rejects.toThrow(TransactionCanceledException);
    expect(sent).toHaveLength(1);
  });
});

describe('committing', () => {
  test('writes a single item without the price of a transaction', async () => {
    const { table, sent } = fakeTable([]);
    expect(await commit(table, [put('stale')])).toBe('written');
    expect(sent.map(({ name }) => name)).toEqual(['PutCommand']);
  });

  test('tries a single write again that conflicted with a transaction', async () => {
    const conflict = () => new TransactionConflictException({ $metadata: {}, message: 'conflict' });
    const { table, sent, pauses } = fakeTable([conflict(), conflict()]);
    expect(await commit(table, [put('stale')])).toBe('written');
    expect([sent.length, pauses]).toEqual([3, [20, 40]]);
  });

  test('writes several items in one transaction', async () => {
    const { table, sent } = fakeTable([]);
    expect(await commit(table, [put('stale'), put('email_taken')])).toBe('written');
    expect(sent.map(({ name }) => name)).toEqual(['TransactWriteCommand']);
  });

  test('answers the error of the write that was refused', async () => {
    const { table } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
    await expect(commit(table, [put('stale'), put('email_taken')])).rejects.toMatchObject({
      code: 'email_taken',
    });
    const single = fakeTable([conditionFailed()]);
    await expect(commit(single.table, [put('not_found')])).rejects.toMatchObject({ code: 'not_found' });
  });

  test('holds staleness for the better reason: what was refused with it may no longer be so', async () => {
    const { table } = fakeTable([cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed')]);
    expect(await commit(table, [put('last_tenant_master'), put('stale')])).toBe('stale');
  });
});

describe('a write that nobody answered', () => {
  const lost = () => Object.assign(new Error('no answer'), { name: 'TimeoutError' });

  test('has happened where its item shows it', async () => {
    const { table } = fakeTable([lost(), { Item: { pk: 'a', sk: 'b' } }]);
    expect(await commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).toBe('written');
  });

  test('has failed where its item does not show it, or cannot be read', async () => {
    for (const read of [{}, lost()]) {
      const { table } = fakeTable([lost(), read]);
      await expect(commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).rejects.toThrow('no answer');
    }
  });

  test('is not looked for where DynamoDB says that nothing was written', async () => {
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    const { table, sent } = fakeTable([throttled]);
    await expect(commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).rejects.toThrow('slow down');
    expect(sent).toHaveLength(1);
  });

  test('is its own repetition where a new item is there already', async () => {
    const { table } = fakeTable([conditionFailed()]);
    expect(await commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).toBe('written');
  });
});

describe('a change of an item', () => {
  const before = { pk: 'a', sk: 'b', site: 'one', data: { name: 'old', kept: 1 } };
  const after = { pk: 'a', sk: 'b', site: 'one', data: { name: 'new', kept: 1 } };

  test('names the revision that was read, and writes only what differs', () => {
    const { table } = fakeTable([]);
    const read = readVersion({ revision: 4, recent_writes: ['x'], data: { updated_at: 'noon' } });
    const { write } = changeItem(table, before, after, { version: read, writeId: 'y' });
    expect(write.Update).toMatchObject({
      UpdateExpression:
        'SET #data.#name = :data_name, #revision = :revision, #recent_writes = :recent_writes',
      ConditionExpression: '#revision = :read_revision AND #data.#updated_at = :read_updated_at',
      ExpressionAttributeValues: {
        ':data_name': 'new',
        ':revision': 5,
        ':recent_writes': ['y', 'x'],
        ':read_revision': 4,
        ':read_updated_at': 'noon',
      },
    });
  });

  test('takes away what is no more, and keeps the ids of the last twenty writes', () => {
    const { table } = fakeTable([]);
    const many = Array.from({ length: 20 }, (_, place) => `write-${place}`);
    const read = readVersion({ revision: 20, recent_writes: many });
    const { site: _, ...without } = after;
    const { write } = changeItem(table, before, without, { version: read, writeId: 'y' });
    expect(write.Update?.UpdateExpression).toMatch(/ REMOVE #site$/);
    expect(write.Update?.ExpressionAttributeValues?.[':recent_writes']).toEqual(['y', ...many.slice(0, 19)]);
  });
});

describe('deciding and writing', () => {
  test('takes what it finds written for its own where it bears its id, whatever came after', async () => {
    const { table, sent } = fakeTable([conditionFailed()]);
    const result = await decideAndWrite(
      table,
      { version },
      async () => ({ version: readVersion({ revision: 2, recent_writes: ['other', 'write-1'] }) }),
      (_, writeId) => ({ writes: [put('stale')], result: writeId }),
    );
    expect([result, sent.length]).toEqual(['write-1', 1]);
  });

  test('waits longer each time, up to a bound', async () => {
    const { table, pauses } = fakeTable(Array.from({ length: 20 }, conditionFailed));
    const change = decideAndWrite(
      table,
      { version },
      async () => ({ version }),
      () => ({ writes: [put('stale')], result: 1 }),
    );
    await expect(change).rejects.toMatchObject({ code: 'changed_too_often' });
    expect(pauses.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 640, 640]);
  });

  test('decides anew on what it reads when it was overtaken', async () => {
    const { table } = fakeTable([conditionFailed(), conditionFailed(), {}]);
    const read = [
      { at: 'second', version },
      { at: 'third', version },
    ];
    const decided: string[] = [];
    const result = await decideAndWrite(
      table,
      { at: 'first', version },
      async () => read.shift(),
      ({ at }) => {
        decided.push(at);
        return { writes: [put('stale')], result: at };
      },
    );
    expect(decided).toEqual(['first', 'second', 'third']);
    expect(result).toBe('third');
  });

  test('answers not_found when it was overtaken by a deletion', async () => {
    const { table } = fakeTable([conditionFailed()]);
    const change = decideAndWrite(
      table,
      { version },
      async () => undefined,
      () => ({ writes: [put('stale')], result: 1 }),
    );
    await expect(change).rejects.toMatchObject({ code: 'not_found' });
  });

  test('gives up in the end instead of trying for ever', async () => {
    const { table, sent } = fakeTable(Array.from({ length: 100 }, conditionFailed));
    const change = decideAndWrite(
      table,
      { version },
      async () => ({ version }),
      () => ({ writes: [put('stale')], result: 1 }),
    );
    await expect(change).rejects.toBeInstanceOf(ApiError);
    expect(sent).toHaveLength(20);
  });
});

describe('reading a batch', () => {
  const [one, two] = [
    { pk: 'a', sk: '1' },
    { pk: 'a', sk: '2' },
  ];

  test('asks again for what was left unprocessed', async () => {
    const { table, sent, pauses } = fakeTable([
      {
        Responses: { 'guard-test': [{ ...two, data: 2 }] },
        UnprocessedKeys: { 'guard-test': { Keys: [one] } },
      },
      { Responses: { 'guard-test': [{ ...one, data: 1 }] } },
    ]);
    expect(await batchGet(table, [one, two])).toEqual([
      { ...one, data: 1 },
      { ...two, data: 2 },
    ]);
    expect(sent.map(({ input }) => input.RequestItems['guard-test'].Keys)).toEqual([[one, two], [one]]);
    expect(pauses).toEqual([20]);
  });

  test('never takes an unanswered key for a missing item', async () => {
    const unanswered = { UnprocessedKeys: { 'guard-test': { Keys: [one] } } };
    const { table } = fakeTable(Array.from({ length: 10 }, () => unanswered));
    await expect(batchGet(table, [one])).rejects.toThrow('unprocessed');
  });

  test('asks once for a key that is wanted twice, and for nothing when nothing is wanted', async () => {
    const { table, sent } = fakeTable([{ Responses: { 'guard-test': [one] } }]);
    expect(await batchGet(table, [one, one])).toEqual([one, one]);
    expect(sent[0]?.input.RequestItems['guard-test'].Keys).toEqual([one]);
    expect(await batchGet(table, [])).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});
