import { expect, test } from 'vitest';
import { queryAll } from '../../../../shared/table/reads.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

test('Every item of a partition is read, in as many queries as it takes', async () => {
  const [first, second] = [
    { pk: 'TENANT#a', sk: 'USER#1' },
    { pk: 'TENANT#a', sk: 'USER#2' },
  ];
  const { table, sent } = fakeTable([
    { Items: [first], LastEvaluatedKey: first },
    // DynamoDB may return a page without items before the end.
    { LastEvaluatedKey: second },
    { Items: [second] },
  ]);
  const items: unknown[] = [];
  for await (const item of queryAll(table, 'TENANT#a', 'USER#')) items.push(item);
  expect(items).toEqual([first, second]);
  expect(sent.map(({ input }) => input.ExclusiveStartKey)).toEqual([undefined, first, second]);
  expect(sent[0]?.input).toMatchObject({
    TableName: 'guard-test',
    ConsistentRead: true,
  });
  expect(readExpressions(sent[0]?.input)).toEqual({ key: 'pk = "TENANT#a" AND begins_with(sk, "USER#")' });
});
