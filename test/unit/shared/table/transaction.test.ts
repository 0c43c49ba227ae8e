import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { isConflict, transactWrite } from '../../../../shared/table/transaction.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { cancelled } from '../../../support/refusals.ts';

const item = { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b' } } };
const items = [item, item];

test('A transaction that conflicts with another is retried with doubling pauses', async () => {
  const { table, sent, pauses } = fakeTable([
    cancelled('TransactionConflict', 'None'),
    cancelled('None', 'TransactionConflict'),
  ]);
  expect(await transactWrite(table, items)).toBeUndefined();
  expect(sent).toHaveLength(3);
  expect(pauses).toEqual([20, 40]);
});

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'A transaction that was cancelled for %s is retried',
  async (code) => {
    const { table, sent } = fakeTable([cancelled(undefined, code)]);
    expect(await transactWrite(table, items)).toBeUndefined();
    expect(sent).toHaveLength(2);
  },
);

test('A retried transaction has a new client request token', async () => {
  const { table, sent } = fakeTable([cancelled('TransactionConflict')]);
  await transactWrite(table, items);
  expect(sent).toEqual([
    { name: 'TransactWriteCommand', input: { TransactItems: items, ClientRequestToken: 'write-1' } },
    { name: 'TransactWriteCommand', input: { TransactItems: items, ClientRequestToken: 'write-2' } },
  ]);
});

test('A transaction with a persistent conflict fails with the conflict, not with a refusal', async () => {
  const { table, sent } = fakeTable(Array.from({ length: 10 }, () => cancelled('TransactionConflict')));
  await expect(transactWrite(table, items)).rejects.toThrow(TransactionCanceledException);
  expect(sent).toHaveLength(6);
});

test('A transaction with failed conditions returns which of its writes failed, and is not retried', async () => {
  const { table, sent } = fakeTable([cancelled('None', 'ConditionalCheckFailed')]);
  expect(await transactWrite(table, items)).toEqual([1]);
  expect(sent).toHaveLength(1);
});

test('A transaction with a failed condition and a conflict is refused without a retry', async () => {
  const { table, sent } = fakeTable([cancelled('TransactionConflict', 'ConditionalCheckFailed')]);
  expect(await transactWrite(table, items)).toEqual([1]);
  expect(sent).toHaveLength(1);
});

test.each([
  ['for another reason', cancelled('ValidationError')],
  ['without reasons', new TransactionCanceledException({ $metadata: {}, message: 'cancelled' })],
  ['in another way', new Error('no table')],
])('A transaction that fails %s throws at once', async (_, error) => {
  const { table, sent } = fakeTable([error]);
  await expect(transactWrite(table, items)).rejects.toBe(error);
  expect(sent).toHaveLength(1);
});

test.each([
  [true, 'a conflict in a transaction', cancelled('TransactionConflict', 'None')],
  [true, 'a conflict of a single write', new TransactionConflictException({ $metadata: {}, message: '' })],
  [false, 'a failed condition', cancelled('TransactionConflict', 'ConditionalCheckFailed')],
  [false, 'another error', new Error('no table')],
])('It is %s that the error %s is a conflict of transactions', (expected, _, error) => {
  expect(isConflict(error)).toBe(expected);
});
