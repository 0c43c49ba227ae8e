import { expect, test } from 'vitest';
import { queryAll } from '../../../../shared/table/query-all.ts';
import { fakeTable } from '../../../support/fake-table.ts';

test('every item of a partition is read, also of one that takes several queries', async () => {
  const [first, second] = [
    { pk: 'TENANT#a', sk: 'USER#1' },
    { pk: 'TENANT#a', sk: 'USER#2' },
  ];
  const { table, sent } = fakeTable([
    { Items: [first], LastEvaluatedKey: first },
    // What DynamoDB answers where all that it read lay beyond the prefix, or was nothing yet.
    { LastEvaluatedKey: second },
    { Items: [second] },
  ]);
  const items: unknown[] = [];
  for await (const item of queryAll(table, 'TENANT#a', 'USER#')) items.push(item);
  expect(items).toEqual([first, second]);
  expect(sent.map(({ input }) => input.ExclusiveStartKey)).toEqual([undefined, first, second]);
  expect(sent[0]?.input).toMatchObject({
    TableName: 'guard-test',
    KeyConditionExpression: 'pk = :partition AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':partition': 'TENANT#a', ':prefix': 'USER#' },
    ConsistentRead: true,
  });
});
