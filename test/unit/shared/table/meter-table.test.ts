import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { meterTable } from '../../../../shared/table/meter-table.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const TableName = 'guard-test';
const key = { pk: 'a', sk: 'b' };

test('what reads and writes consume is added up apart, over all shapes in which DynamoDB tells it', async () => {
  const { table: inner } = fakeTable([
    { ConsumedCapacity: { CapacityUnits: 0.5 } },
    { ConsumedCapacity: [{ CapacityUnits: 3 }] },
    { ConsumedCapacity: { CapacityUnits: 7 } },
    { ConsumedCapacity: { CapacityUnits: 15 } },
    { ConsumedCapacity: [{ CapacityUnits: 4 }, { CapacityUnits: 2 }] },
    {},
  ]);
  const { table, consumed } = meterTable({ table: inner });
  await table.client.send(new GetCommand({ TableName, Key: key }));
  await table.client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key] } } }));
  await table.client.send(new QueryCommand({ TableName }));
  await table.client.send(new PutCommand({ TableName, Item: key }));
  await table.client.send(new TransactWriteCommand({ TransactItems: [] }));
  await table.client.send(new GetCommand({ TableName, Key: key }));
  expect(consumed).toEqual({ readUnits: 10.5, writeUnits: 21 });
});

test('every call asks DynamoDB for what it consumed, and gives its answer on', async () => {
  const { table: inner, sent } = fakeTable([{ Item: { pk: 'a' } }]);
  const { table } = meterTable({ table: inner });
  const answer = await table.client.send(new GetCommand({ TableName, Key: key }));
  expect(answer.Item).toEqual({ pk: 'a' });
  expect(sent).toEqual([
    { name: 'GetCommand', input: { TableName, Key: key, ReturnConsumedCapacity: 'TOTAL' } },
  ]);
});

test('a call that fails fails as before, and counts nothing', async () => {
  const { table: inner } = fakeTable([new Error('throttled')]);
  const { table, consumed } = meterTable({ table: inner });
  await expect(table.client.send(new PutCommand({ TableName, Item: key }))).rejects.toThrow('throttled');
  expect(consumed).toEqual({ readUnits: 0, writeUnits: 0 });
});

test('two views of one table count apart', async () => {
  const { table: inner } = fakeTable([{ ConsumedCapacity: { CapacityUnits: 1 } }]);
  const [first, second] = [meterTable({ table: inner }), meterTable({ table: inner })];
  await first.table.client.send(new GetCommand({ TableName, Key: key }));
  expect([first.consumed.readUnits, second.consumed.readUnits]).toEqual([1, 0]);
});

test('calls under way are settled once they have all ended, however they end, and those that they led to', async () => {
  const ended: string[] = [];
  const after = (milliseconds: number, name: string) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)).then(() => ended.push(name));
  const { table: inner } = fakeTable(({ name }) =>
    name === 'PutCommand'
      ? after(5, name).then(() => Promise.reject(new Error('throttled')))
      : after(15, name),
  );
  const { table, settle } = meterTable({ table: inner });
  const read = () => table.client.send(new GetCommand({ TableName, Key: key }));
  table.client.send(new PutCommand({ TableName, Item: key })).catch(read);
  await settle();
  expect(ended).toEqual(['PutCommand', 'GetCommand']);
});

test('a table that nobody calls is not asked for', () => {
  const unknown = () => {
    throw new Error('Where is it?');
  };
  const metered = meterTable(Object.defineProperty({} as { table: Table }, 'table', { get: unknown }));
  expect(metered.consumed).toEqual({ readUnits: 0, writeUnits: 0 });
  expect(() => metered.table).toThrow('Where is it?');
});
