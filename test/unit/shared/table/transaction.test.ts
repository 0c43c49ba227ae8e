import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { transactWrite } from '../../../../shared/table/transaction.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const cancelled = (...codes: (string | undefined)[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => (Code === undefined ? {} : { Code })),
  });

describe('a transaction', () => {
  const item = { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b' } } };
  const items = [item, item];

  test('that conflicts with another is tried again, waiting twice as long each time', async () => {
    const { table, sent, pauses } = fakeTable([
      cancelled('TransactionConflict', 'None'),
      cancelled('None', 'TransactionConflict'),
    ]);
    expect(await transactWrite(table, items)).toBeUndefined();
    expect(sent).toHaveLength(3);
    expect(pauses).toEqual([20, 40]);
  });

  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'that was cancelled for %s is tried again',
    async (code) => {
      const { table, sent } = fakeTable([cancelled(undefined, code)]);
      expect(await transactWrite(table, items)).toBeUndefined();
      expect(sent).toHaveLength(2);
    },
  );

  test('has another token each time it is tried again: what was cancelled is not repeated, but done anew', async () => {
    const { table, sent } = fakeTable([cancelled('TransactionConflict')]);
    await transactWrite(table, items);
    expect(sent).toEqual([
      { name: 'TransactWriteCommand', input: { TransactItems: items, ClientRequestToken: 'write-1' } },
      { name: 'TransactWriteCommand', input: { TransactItems: items, ClientRequestToken: 'write-2' } },
    ]);
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

  test('of which one condition fails and another conflicts is refused: trying again would not mend it', async () => {
    const { table, sent } = fakeTable([cancelled('TransactionConflict', 'ConditionalCheckFailed')]);
    expect(await transactWrite(table, items)).toEqual([1]);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['for another reason', cancelled('ValidationError')],
    ['without reasons', new TransactionCanceledException({ $metadata: {}, message: 'cancelled' })],
    ['in another way', new Error('no table')],
  ])('that fails %s is thrown at once', async (_, error) => {
    const { table, sent } = fakeTable([error]);
    await expect(transactWrite(table, items)).rejects.toBe(error);
    expect(sent).toHaveLength(1);
  });
});
