import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../shared/base/errors.ts';
import { commit, type GuardedWrite } from '../../../../shared/table/commit.ts';
import { putEntity } from '../../../../shared/table/writes.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { cancelled, conditionFailed } from '../../../support/refusals.ts';

const put = (refused: GuardedWrite['refused']): GuardedWrite => ({
  write: { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b' } } },
  refused,
});

test('Committing a single write costs no transaction', async () => {
  const { table, sent } = fakeTable([]);
  expect(await commit(table, [put('stale')])).toBe('written');
  expect(sent.map(({ name }) => name)).toEqual(['PutCommand']);
});

test('Committing a single write that conflicts with a transaction retries it', async () => {
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
] as const)('Committing a single write sends it unchanged: %s', async (name, write) => {
  const { table, sent } = fakeTable([]);
  expect(await commit(table, [{ write, refused: 'stale' }])).toBe('written');
  expect(sent).toEqual([{ name, input: Object.values(write)[0] }]);
});

test('Committing a conditional deletion sends it as a transaction, which recognizes its repetition', async () => {
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

test('A commit without writes sends nothing to the table', async () => {
  const { table, sent } = fakeTable([]);
  expect(await commit(table, [])).toBe('written');
  expect(sent).toEqual([]);
});

test('In a commit with a single write, only a failed condition counts as a refusal', async () => {
  const { table, sent } = fakeTable([new Error('no table')]);
  await expect(commit(table, [put('stale')])).rejects.toThrow('no table');
  expect(sent).toHaveLength(1);
});

test('Committing a condition without a write is an error', async () => {
  const { table } = fakeTable([]);
  const write = { ConditionCheck: { TableName: 'guard-test', Key: {}, ConditionExpression: '' } };
  await expect(commit(table, [{ write, refused: 'stale' }])).rejects.toThrow('A condition without a write');
});

test('Committing several writes sends one transaction', async () => {
  const { table, sent } = fakeTable([]);
  expect(await commit(table, [put('stale'), put('email_taken')])).toBe('written');
  expect(sent.map(({ name }) => name)).toEqual(['TransactWriteCommand']);
});

test('A refused write of a commit causes its own error', async () => {
  const { table } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
  await expect(commit(table, [put('stale'), put('email_taken')])).rejects.toMatchObject({
    code: 'email_taken',
  });
  const single = fakeTable([conditionFailed()]);
  await expect(commit(single.table, [put('not_found')])).rejects.toMatchObject({ code: 'not_found' });
});

test('The error of a refused write of a commit keeps its reason', async () => {
  const error = new ApiError('unauthenticated', { reason: 'token_replaced' });
  const { table } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
  await expect(commit(table, [put('stale'), put(error)])).rejects.toBe(error);
});

test('The refusal of a commit’s own earlier write means that all writes have happened', async () => {
  const { table } = fakeTable([cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed')]);
  expect(await commit(table, [put('email_taken'), put('own')])).toBe('written');
});

test('A stale write of a commit outweighs other refusals, which may be out of date', async () => {
  const { table } = fakeTable([cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed')]);
  expect(await commit(table, [put('last_tenant_master'), put('stale')])).toBe('stale');
});

const lost = () => Object.assign(new Error('no answer'), { name: 'TimeoutError' });

test('A committed write without a reply has happened if its item shows it', async () => {
  const { table } = fakeTable([lost(), { Item: { pk: 'a', sk: 'b' } }]);
  expect(await commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).toBe('written');
});

test('A committed write without a reply has failed if its item does not show it or cannot be read', async () => {
  for (const read of [{}, lost()]) {
    const { table } = fakeTable([lost(), read]);
    await expect(commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).rejects.toThrow('no answer');
  }
});

test.each([
  ['Put', { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b', name: 'x' } } }],
  ['Update', { Update: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' }, UpdateExpression: '' } }],
  ['Delete', { Delete: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } } }],
] as const)('After a write without a reply, its item is read strongly consistently: %s', async (_, write) => {
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

test('After a commit without a reply, the first write that can show whether it happened decides for all', async () => {
  const { table, sent } = fakeTable([lost(), { Item: { pk: 'own', sk: 'b' } }]);
  const own = putEntity(table, { pk: 'own', sk: 'b' });
  expect(await commit(table, [put('stale'), own, putEntity(table, { pk: 'other', sk: 'b' })])).toBe(
    'written',
  );
  expect(sent.slice(1).map(({ input }) => input.Key)).toEqual([{ pk: 'own', sk: 'b' }]);
});

test('A commit without a reply has failed if none of its writes can show that it happened', async () => {
  const { table, sent } = fakeTable([lost()]);
  await expect(commit(table, [put('stale')])).rejects.toThrow('no answer');
  expect(sent).toHaveLength(1);
});

test('An error of a commit that guarantees that nothing was written causes no further read', async () => {
  const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
  const { table, sent } = fakeTable([throttled]);
  await expect(commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).rejects.toThrow('slow down');
  expect(sent).toHaveLength(1);
});

test('If the new item of a commit exists already, its write is a repetition', async () => {
  const { table } = fakeTable([conditionFailed()]);
  expect(await commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).toBe('written');
});
