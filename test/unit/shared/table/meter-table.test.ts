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

type Source = Parameters<typeof meterTable>[0];

/** Stands at 0. */
const stopwatch = () => 0;

const meter = (table: Table) => meterTable({ table, stopwatch });

test('The table meter adds up read and write units separately, in every form in which DynamoDB reports them', async () => {
  const { table: inner } = fakeTable([
    { ConsumedCapacity: { CapacityUnits: 0.5 } },
    { ConsumedCapacity: [{ CapacityUnits: 3 }] },
    { ConsumedCapacity: { CapacityUnits: 7 } },
    { ConsumedCapacity: { CapacityUnits: 15 } },
    { ConsumedCapacity: [{ CapacityUnits: 4 }, { CapacityUnits: 2 }] },
    {},
  ]);
  const { table, consumed } = meter(inner);
  await table.client.send(new GetCommand({ TableName, Key: key }));
  await table.client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key] } } }));
  await table.client.send(new QueryCommand({ TableName }));
  await table.client.send(new PutCommand({ TableName, Item: key }));
  await table.client.send(new TransactWriteCommand({ TransactItems: [] }));
  await table.client.send(new GetCommand({ TableName, Key: key }));
  expect(consumed).toMatchObject({ readUnits: 10.5, writeUnits: 21, calls: 6 });
});

test('The table meter requests the consumption of every call and returns the result of the call', async () => {
  const { table: inner, sent } = fakeTable([{ Item: { pk: 'a' } }]);
  const { table } = meter(inner);
  const answer = await table.client.send(new GetCommand({ TableName, Key: key }));
  expect(answer.Item).toEqual({ pk: 'a' });
  expect(sent).toEqual([
    { name: 'GetCommand', input: { TableName, Key: key, ReturnConsumedCapacity: 'TOTAL' } },
  ]);
});

test('A failed table call throws its error and adds no units to the table meter', async () => {
  const { table: inner } = fakeTable([new Error('throttled')]);
  const { table, consumed } = meter(inner);
  await expect(table.client.send(new PutCommand({ TableName, Item: key }))).rejects.toThrow('throttled');
  expect(consumed).toMatchObject({ readUnits: 0, writeUnits: 0, calls: 1 });
});

test('The table meter counts retries of the SDK', async () => {
  const { table: inner } = fakeTable([{ $metadata: { attempts: 3 } }, { $metadata: { attempts: 1 } }, {}]);
  const { table, consumed } = meter(inner);
  for (let call = 0; call < 3; call++) await table.client.send(new GetCommand({ TableName, Key: key }));
  expect(consumed).toMatchObject({ calls: 3, retries: 2 });
});

test('The table meter measures the time in which at least one call runs, including failed calls', async () => {
  let now = 1_000;
  const answers: PromiseWithResolvers<object>[] = [];
  const { table: inner } = fakeTable(() => {
    const answer = Promise.withResolvers<object>();
    answers.push(answer);
    return answer.promise;
  });
  const { table, consumed, settle } = meterTable({ table: inner, stopwatch: () => now });
  const read = () => table.client.send(new GetCommand({ TableName, Key: key }));
  const at = async (instant: number, step: () => void) => {
    now = instant;
    step();
    await new Promise(setImmediate);
  };
  await at(1_010, () => void read());
  await at(1_012, () => void read());
  await at(1_015.04, () => answers[0]?.resolve({}));
  expect(consumed.milliseconds).toBe(0);
  await at(1_017.06, () => answers[1]?.resolve({}));
  expect(consumed.milliseconds).toBe(7.1);
  await at(1_100, () => read().catch(() => {}));
  await at(1_102.1, () => answers[2]?.reject(new Error('throttled')));
  await settle();
  expect(consumed).toMatchObject({ milliseconds: 9.2, calls: 3 });
});

test('Two table meters of one table count separately', async () => {
  const { table: inner } = fakeTable([{ ConsumedCapacity: { CapacityUnits: 1 } }]);
  const [first, second] = [meter(inner), meter(inner)];
  await first.table.client.send(new GetCommand({ TableName, Key: key }));
  expect([first.consumed.readUnits, second.consumed.readUnits]).toEqual([1, 0]);
});

test('settle() of the table meter waits for all running calls and those that they start, also if they fail', async () => {
  const ended: string[] = [];
  const after = (milliseconds: number, name: string) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)).then(() => ended.push(name));
  const { table: inner } = fakeTable(({ name }) =>
    name === 'PutCommand'
      ? after(5, name).then(() => Promise.reject(new Error('throttled')))
      : after(15, name),
  );
  const { table, settle } = meter(inner);
  const read = () => table.client.send(new GetCommand({ TableName, Key: key }));
  table.client.send(new PutCommand({ TableName, Item: key })).catch(read);
  await settle();
  expect(ended).toEqual(['PutCommand', 'GetCommand']);
});

test('A table meter that is not used does not connect its table', () => {
  const unknown = () => {
    throw new Error('Where is it?');
  };
  const metered = meterTable(Object.defineProperty({ stopwatch } as Source, 'table', { get: unknown }));
  expect(metered.consumed).toMatchObject({ calls: 0, milliseconds: 0 });
  expect(() => metered.table).toThrow('Where is it?');
});
