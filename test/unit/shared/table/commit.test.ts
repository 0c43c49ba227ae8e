import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/errors.ts';
import { commit, type GuardedWrite } from '../../../../shared/table/commit.ts';
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

  test.each([
    ['PutCommand', { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b' } } }],
    [
      'UpdateCommand',
      { Update: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' }, UpdateExpression: 'SET #a = :a' } },
    ],
    ['DeleteCommand', { Delete: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } } }],
  ] as const)('sends a single write as it is: %s', async (name, write) => {
    const { table, sent } = fakeTable([]);
    expect(await commit(table, [{ write, refused: 'stale' }])).toBe('written');
    expect(sent).toEqual([{ name, input: Object.values(write)[0] }]);
  });

  test('deletes on a condition in a transaction, which knows its own repetition', async () => {
    const { table, sent } = fakeTable([]);
    const write = {
      Delete: {
        TableName: 'guard-test',
        Key: { pk: 'a', sk: 'b' },
        ConditionExpression: 'attribute_exists(pk)',
      },
    };
    expect(await commit(table, [{ write, refused: 'stale' }])).toBe('written');
    expect(sent.map(({ name }) => name)).toEqual(['TransactWriteCommand']);
  });

  test('has written nothing to write', async () => {
    const { table, sent } = fakeTable([]);
    expect(await commit(table, [])).toBe('written');
    expect(sent).toEqual([]);
  });

  test('never takes another failure of a single write for a condition that does not hold', async () => {
    const { table, sent } = fakeTable([new Error('no table')]);
    await expect(commit(table, [put('stale')])).rejects.toThrow('no table');
    expect(sent).toHaveLength(1);
  });

  test('refuses to check a condition alone', async () => {
    const { table } = fakeTable([]);
    const write = { ConditionCheck: { TableName: 'guard-test', Key: {}, ConditionExpression: '' } };
    await expect(commit(table, [{ write, refused: 'stale' }])).rejects.toThrow('A condition without a write');
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

  test('answers the error that a write brought along, with its reason', async () => {
    const error = new ApiError('unauthenticated', { reason: 'token_replaced' });
    const { table } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
    await expect(commit(table, [put('stale'), put(error)])).rejects.toBe(error);
  });

  test('takes a write that was refused because it had happened for all of them', async () => {
    const { table } = fakeTable([cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed')]);
    expect(await commit(table, [put('email_taken'), put('own')])).toBe('written');
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

  test.each([
    ['Put', { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b', name: 'x' } } }],
    ['Update', { Update: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' }, UpdateExpression: '' } }],
    ['Delete', { Delete: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } } }],
  ] as const)('is looked for where its item is, strongly consistent: %s', async (_, write) => {
    const { table, sent } = fakeTable([lost()]);
    const seen: unknown[] = [];
    const hasHappened = (item: unknown) => seen.push(item) > 0;
    expect(await commit(table, [{ write, refused: 'stale', hasHappened }])).toBe('written');
    expect(sent[1]).toEqual({
      name: 'GetCommand',
      input: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' }, ConsistentRead: true },
    });
    expect(seen).toEqual([undefined]);
  });

  test('is looked for by the first of its writes that can tell', async () => {
    const { table, sent } = fakeTable([lost(), { Item: { pk: 'own', sk: 'b' } }]);
    const own = putEntity(table, { pk: 'own', sk: 'b' });
    expect(await commit(table, [put('stale'), own, putEntity(table, { pk: 'other', sk: 'b' })])).toBe(
      'written',
    );
    expect(sent.slice(1).map(({ input }) => input.Key)).toEqual([{ pk: 'own', sk: 'b' }]);
  });

  test('has failed where none of its writes can tell', async () => {
    const { table, sent } = fakeTable([lost()]);
    await expect(commit(table, [put('stale')])).rejects.toThrow('no answer');
    expect(sent).toHaveLength(1);
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
