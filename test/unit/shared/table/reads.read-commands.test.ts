import {
  BatchGetCommand as DocumentBatchGetCommand,
  QueryCommand as DocumentQueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { useLocalAccount } from '../../../../lib/local/function-environment.ts';
import { BatchGetCommand, QueryCommand } from '../../../../shared/table/reads.ts';
import { connectTable } from '../../../../shared/table/table.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

/** A client of a server that answers every call with this. */
async function clientOf(answer: object) {
  const { url: dynamodbEndpoint } = await serveLoopback((_, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(answer));
  });
  useLocalAccount(process.env);
  const { client } = connectTable({ tableName: 'guard-test', dynamodbEndpoint });
  onTestFinished(() => client.destroy());
  return client;
}

const EVERY_TYPE = {
  text: { S: 'gate' },
  empty: { S: '' },
  nothing: { NULL: true },
  number: { N: '3' },
  fraction: { N: '-1.5' },
  largeNumber: { N: '9007199254740993' },
  truth: { BOOL: true },
  falsehood: { BOOL: false },
  list: { L: [{ S: 'a' }, { NULL: true }, { M: { deep: { L: [] } } }] },
  map: { M: { id: { S: '1' }, raised_by: { M: { id: { NULL: true } } } } },
  emptyMap: { M: {} },
  texts: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '9007199254740993'] },
  bytes: { B: 'AQI=' },
  severalBytes: { BS: ['AQI=', 'Aw=='] },
};

test.each([
  [
    'items of every type and a place to go on from',
    { Items: [EVERY_TYPE, {}], LastEvaluatedKey: EVERY_TYPE },
  ],
  ['no items', { Items: [], Count: 0, ScannedCount: 3, ConsumedCapacity: { CapacityUnits: 0.5 } }],
  ['a count alone', { Count: 3 }],
])('A Query with %s has the same result as the document client’s', async (_, answer) => {
  const client = await clientOf(answer);
  const input = { TableName: 'guard-test' };
  const { $metadata: _own, ...ours } = await client.send(new QueryCommand(input));
  const { $metadata: _other, ...theirs } = await client.send(new DocumentQueryCommand(input));
  expect(ours).toEqual(theirs);
});

test.each([
  ['items of every type', { Responses: { 'guard-test': [EVERY_TYPE, {}] }, UnprocessedKeys: {} }],
  ['no items', { Responses: { 'guard-test': [] }, ConsumedCapacity: [{ CapacityUnits: 3 }] }],
  [
    'keys that were left unprocessed',
    {
      Responses: {},
      UnprocessedKeys: { 'guard-test': { Keys: [{ pk: { S: 'a' }, sk: { S: 'b' } }], ConsistentRead: true } },
    },
  ],
  ['nothing', {}],
])('A BatchGetItem with %s has the same result as the document client’s', async (_, answer) => {
  const client = await clientOf(answer);
  const input = { RequestItems: { 'guard-test': { Keys: [{ pk: 'a', sk: 'b' }] } } };
  const { $metadata: _own, ...ours } = await client.send(new BatchGetCommand(input));
  const { $metadata: _other, ...theirs } = await client.send(new DocumentBatchGetCommand(input));
  expect(ours).toEqual(theirs);
});

test('A DynamoDB value of an unknown type is an error, not a missing value', async () => {
  const client = await clientOf({ Items: [{ odd: { X: 1 } }] });
  await expect(client.send(new QueryCommand({ TableName: 'guard-test' }))).rejects.toThrow('unknown type: X');
});
