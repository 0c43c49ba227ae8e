import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTable, type Table } from '../../../../shared/table/table.ts';
import { sharedEndpoint, startTable, type TestTable } from '../../../support/table.ts';

let direct: TestTable;
let bySdk: Table;
beforeAll(async () => {
  direct = await startTable();
  bySdk = connectTable({ tableName: direct.name, dynamodbEndpoint: direct.endpoint });
});
afterAll(async () => {
  bySdk.client.destroy();
  await direct.stop();
});

const EVERYTHING = {
  text: 'Tür “a” 🔔',
  number: 1.5,
  yes: true,
  nothing: null,
  list: [1, 'a', { deep: [null] }],
  names: new Set(['a', 'b']),
  bytes: new Uint8Array([0, 255, 7]),
  B: 'a',
  Item: { Key: 1 },
  left_out: undefined,
};

/** Commands that a table answers alike if it is asked twice, as the two clients ask the same table. */
function commands({ name: TableName }: Table) {
  const Key = { pk: 'TENANT#1', sk: 'A' };
  const refused = {
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  const update = {
    TableName,
    Key,
    UpdateExpression: 'SET note = :note',
    ExpressionAttributeValues: { ':note': { left_out: undefined, text: 'b' } },
  };
  return {
    put: new PutCommand({ TableName, Item: { ...Key, ...EVERYTHING }, ReturnConsumedCapacity: 'TOTAL' }),
    'put another': new PutCommand({ TableName, Item: { pk: 'TENANT#1', sk: 'B' } }),
    get: new GetCommand({ TableName, Key, ConsistentRead: true }),
    'get nothing': new GetCommand({ TableName, Key: { pk: 'TENANT#1', sk: 'C' } }),
    update: new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }),
    query: new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'TENANT#1' },
      Limit: 1,
    }),
    'query on': new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'TENANT#1' },
      ExclusiveStartKey: Key,
    }),
    scan: new ScanCommand({ TableName }),
    'batch get': new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }),
    'batch write': new BatchWriteCommand({
      RequestItems: {
        [TableName]: [
          { PutRequest: { Item: { pk: 'TENANT#2', sk: 'A' } } },
          { DeleteRequest: { Key: { pk: 'TENANT#2', sk: 'B' } } },
        ],
      },
    }),
    'transact get': new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key } }] }),
    'transact write': new TransactWriteCommand({ TransactItems: [{ Update: update }] }),
    'a refused put': new PutCommand({ TableName, Item: Key, ...refused }),
    'a cancelled transaction': new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: Key, ...refused } },
        { Delete: { TableName, Key: { pk: 'x', sk: 'y' } } },
      ],
    }),
    'a wrong expression': new UpdateCommand({ TableName, Key, UpdateExpression: 'SET' }),
    'an unknown table': new GetCommand({ TableName: 'unknown', Key }),
    delete: new DeleteCommand({ TableName, Key: { pk: 'TENANT#1', sk: 'B' } }),
  };
}

/** What a client makes of a command, but what names this very request. */
async function outcomeOf({ client }: Table, command: object): Promise<object> {
  try {
    const { $metadata, ...output } = await Reflect.apply(client.send, client, [command]);
    return { output, attempts: $metadata.attempts };
  } catch (error) {
    const thrown = Object(error);
    const { name, message, $fault, CancellationReasons, Item } = thrown;
    return { name, message, $fault, CancellationReasons, Item, type: thrown.constructor.name };
  }
}

// Against an engine that all tests share, every client is the SDK's.
test
  .skipIf(sharedEndpoint())
  .each([
    'put',
    'put another',
    'get',
    'get nothing',
    'update',
    'query',
    'query on',
    'scan',
    'batch get',
    'batch write',
    'transact get',
    'transact write',
    'a refused put',
    'a cancelled transaction',
    'a wrong expression',
    'an unknown table',
    'delete',
  ] as const)('Tests get from the table what the SDK gives for %s', async (name) => {
  expect(await outcomeOf(direct, commands(direct)[name])).toStrictEqual(
    await outcomeOf(bySdk, commands(bySdk)[name]),
  );
});

test('A step that a test adds to the client sees the next calls', async () => {
  const seen: unknown[] = [];
  const other = await startTable();
  const get = () => other.client.send(new GetCommand({ TableName: other.name, Key: { pk: 'a', sk: 'b' } }));
  await get();
  other.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        seen.push(commandName);
        return next(args);
      },
    { step: 'initialize', name: 'seen' },
  );
  await get();
  expect(seen).toEqual(['GetItemCommand']);
  await other.stop();
});

test('A client whose engine was killed sends its next call to the new engine', async () => {
  const other = await startTable();
  const get = () => other.client.send(new GetCommand({ TableName: 'unknown', Key: { pk: 'a', sk: 'b' } }));
  await expect(get()).rejects.toThrow('not found');
  await other.restartEngine();
  await expect(get()).rejects.toThrow('not found');
  await other.stop();
});
