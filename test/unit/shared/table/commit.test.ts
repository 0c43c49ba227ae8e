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

test('Committing a conditional deletion sends it as a transaction, so that DynamoDB recognizes its repetition', async () => {
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

test('If a write of a commit is refused, the commit fails with the error of that write', async () => {
  const { table } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
  await expect(commit(table, [put('stale'), put('email_taken')])).rejects.toMatchObject({
    code: 'email_taken',
  });
  const single = fakeTable([conditionFailed()]);
  await expect(commit(single.table, [put('not_found')])).rejects.toMatchObject({ code: 'not_found' });
});

test('If a write of a commit is refused, the error that is thrown keeps its reason', async () => {
  const error = new ApiError('unauthenticated', { reason: 'token_replaced' });
  const { table } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
  await expect(commit(table, [put('stale'), put(error)])).rejects.toBe(error);
});

test('If a commit is refused because it has already made its own write, all of its writes have happened', async () => {
  const { table } = fakeTable([cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed')]);
  expect(await commit(table, [put('email_taken'), put('own')])).toBe('written');
});

test('If a write of a commit is stale, the commit ignores other refused writes, which may be out of date', async () => {
  const { table } = fakeTable([cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed')]);
  expect(await commit(table, [put('last_tenant_master'), put('stale')])).toBe('stale');
});

const lost = () => Object.assign(new Error('no answer'), { name: 'TimeoutError' });

test('After a lost reply to a commit, its write has happened if the item shows the write', async () => {
  const { table } = fakeTable([lost(), { Item: { pk: 'a', sk: 'b' } }]);
  expect(await commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).toBe('written');
});

test('After a lost reply, a commit fails if the item does not show the write or cannot be read', async () => {
  for (const read of [{}, lost()]) {
    const { table } = fakeTable([lost(), read]);
    await expect(commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).rejects.toThrow('no answer');
  }
});

test.each([
  ['Put', { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b', name: 'x' } } }],
  ['Update', { Update: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' }, UpdateExpression: '' } }],
  ['Delete', { Delete: { TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } } }],
] as const)('After a lost reply to a write, its item is read strongly consistently: %s', async (_, write) => {
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

test('After a lost reply to a commit, the first write that can show whether it happened decides for all of them', async () => {
  const { table, sent } = fakeTable([lost(), { Item: { pk: 'own', sk: 'b' } }]);
  const own = putEntity(table, { pk: 'own', sk: 'b' });
  expect(await commit(table, [put('stale'), own, putEntity(table, { pk: 'other', sk: 'b' })])).toBe(
    'written',
  );
  expect(sent.slice(1).map(({ input }) => input.Key)).toEqual([{ pk: 'own', sk: 'b' }]);
});

test('After a lost reply, a commit fails if none of its writes can show whether it happened', async () => {
  const { table, sent } = fakeTable([lost()]);
  await expect(commit(table, [put('stale')])).rejects.toThrow('no answer');
  expect(sent).toHaveLength(1);
});

test('When a commit’s error proves that nothing was written, the commit does not read back to check', async () => {
  const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
  const { table, sent } = fakeTable([throttled]);
  await expect(commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).rejects.toThrow('slow down');
  expect(sent).toHaveLength(1);
});

test('If the new item of a commit exists already, the commit succeeds, because an earlier attempt wrote the item', async () => {
  const { table } = fakeTable([conditionFailed()]);
  expect(await commit(table, [putEntity(table, { pk: 'a', sk: 'b' })])).toBe('written');
});
