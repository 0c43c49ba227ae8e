import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { fakeTable } from '../../../../support/fake-table.ts';
import { asFunction, tableUses } from '../../../../support/table-use/as-function.ts';
import { throwIfDenied } from '../../../../support/table-use/denials.ts';
import type { LambdaFunction } from '../../../../support/table-use/lambda-functions.ts';
import { neededPermissions, type TableCommand } from '../../../../support/table-use/permissions.ts';
import { type Trace, untracedFiles, unusedPermissions } from '../../../../support/table-use/traces.ts';

const TableName = 'guard-test';
const key = { TableName, Key: { pk: 'a', sk: 'b' } };
const put = { TableName, Item: { pk: 'a', sk: 'b' } };
const check = { ...key, ConditionExpression: 'attribute_exists(pk)' };
const update = { ...key, UpdateExpression: 'SET #a = :a' };

const aFunction = (name: string, table: LambdaFunction['table']): LambdaFunction => ({
  name,
  file: 'tests',
  resource: 'tests',
  table,
  settings: [],
  callsApi: false,
  sendsTo: [],
  postsToSockets: false,
  sendsMessages: false,
});

test.each<[string, TableCommand]>([
  ['GetItem on the table', new GetCommand(key)],
  ['BatchGetItem on the table', new BatchGetCommand({ RequestItems: {} })],
  ['PutItem on the table', new PutCommand(put)],
  ['UpdateItem on the table', new UpdateCommand(update)],
  ['DeleteItem on the table', new DeleteCommand(key)],
  ['Query on the table', new QueryCommand({ TableName })],
  ['Query on the index site', new QueryCommand({ TableName, IndexName: 'site' })],
  ['Scan on the index site', new ScanCommand({ TableName, IndexName: 'site' })],
])('The permission check finds that a table call needs %s', (permission, command) => {
  expect(neededPermissions(command)).toEqual([`dynamodb:${permission}`]);
});

test('The permission check finds that a transaction needs the permission of each operation that it contains', () => {
  const TransactItems = [{ Put: put }, { Update: update }, { Delete: key }, { ConditionCheck: check }];
  expect(neededPermissions(new TransactWriteCommand({ TransactItems }))).toEqual(
    ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
      (action) => `dynamodb:${action} on the table`,
    ),
  );
  expect(neededPermissions(new TransactGetCommand({ TransactItems: [{ Get: key }] }))).toEqual([
    'dynamodb:GetItem on the table',
  ]);
});

test('A table call in a test succeeds and is recorded if the role of the function allows the call', async () => {
  const { table, sent } = fakeTable([{ Item: { pk: 'a' } }]);
  const reader = aFunction('reader', { actions: ['GetItem', 'PutItem'], indexes: ['site'] });
  const seen = asFunction(table, reader);
  expect(await seen.client.send(new GetCommand(key))).toEqual({ Item: { pk: 'a' } });
  await asFunction(table, reader).client.send(new QueryCommand({ TableName, IndexName: 'site' }));
  expect(sent).toHaveLength(2);
  expect(tableUses()['reader']).toEqual([
    'dynamodb:GetItem on the table',
    'dynamodb:Query on the index site',
  ]);
  expect(throwIfDenied).not.toThrow();
});

test('The table client that checks a function’s permissions in tests has the type and the middleware of the real client', () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }));
  const { table } = fakeTable([]);
  const seen = asFunction({ ...table, client }, aFunction('any', { actions: [], indexes: [] }));
  expect(seen.client).toBeInstanceOf(DynamoDBDocumentClient);
  expect(seen.client.middlewareStack).toBe(client.middlewareStack);
});

test.each<[string, LambdaFunction['table']['indexes'], TableCommand]>([
  ['dynamodb:PutItem on the table', [], new PutCommand(put)],
  ['dynamodb:Query on the table', ['site'], new QueryCommand({ TableName })],
  ['dynamodb:Query on the index site', ['platform'], new QueryCommand({ TableName, IndexName: 'site' })],
  [
    'dynamodb:ConditionCheckItem on the table',
    [],
    new TransactWriteCommand({ TransactItems: [{ Delete: key }, { ConditionCheck: check }] }),
  ],
])(
  'A table call %s in a test is refused and reported if the role of the function does not allow the call',
  async (permission, indexes, command) => {
    const { table, sent } = fakeTable([]);
    const seen = asFunction(table, aFunction('narrow', { actions: ['DeleteItem'], indexes }));
    const message = `narrow is not authorized to perform ${permission}: it does not declare that`;
    await expect(Reflect.apply(seen.client.send, seen.client, [command])).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message,
    });
    expect(sent).toEqual([]);
    expect(throwIfDenied).toThrow(message);
    expect(throwIfDenied).not.toThrow();
  },
);

const trace = (file: string, uses: Trace['uses'], isComplete = true): Trace => ({
  file,
  isComplete,
  uses,
  reads: {},
});

test('After a test run, the recorded table calls show which permissions of a function were never used', () => {
  const wide = aFunction('wide', {
    actions: ['GetItem', 'PutItem', 'Query'],
    indexes: ['site', 'platform'],
  });
  const traces = [
    trace('a', { wide: ['dynamodb:GetItem on the table', 'dynamodb:Query on the index site'] }),
    trace('b', { wide: ['dynamodb:GetItem on the table'], other: ['dynamodb:PutItem on the table'] }),
  ];
  expect(unusedPermissions(wide, traces)).toEqual([
    'dynamodb:PutItem on the table',
    'dynamodb:Query on the table',
    'dynamodb:Query on the index platform',
  ]);
});

test('The recorded table calls of a test run count as incomplete if a test file did not run or a test failed', () => {
  expect(untracedFiles(['a', 'b', 'c'], [trace('a', {}), trace('b', {}, false)])).toEqual(['b', 'c']);
});
