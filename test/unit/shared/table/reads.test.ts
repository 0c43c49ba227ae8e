import { describe, expect, test } from 'vitest';
import { expression } from '../../../../shared/table/expression.ts';
import { batchGet, queryAll } from '../../../../shared/table/reads.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

describe('batchGet', () => {
  const [one, two] = [
    { pk: 'a', sk: '1' },
    { pk: 'a', sk: '2' },
  ];

  test('The helper batchGet requests unprocessed keys again', async () => {
    const { table, sent, pauses } = fakeTable([
      {
        Responses: { 'guard-test': [{ ...two, data: 2 }] },
        UnprocessedKeys: { 'guard-test': { Keys: [one] } },
      },
      { Responses: { 'guard-test': [{ ...one, data: 1 }] } },
    ]);
    expect(await batchGet(table, [one, two])).toEqual([
      { ...one, data: 1 },
      { ...two, data: 2 },
    ]);
    expect(sent.map(({ input }) => input.RequestItems['guard-test'].Keys)).toEqual([[one, two], [one]]);
    expect(pauses).toEqual([20]);
  });

  test('The helper batchGet requests a repeated key once, and sends nothing for no keys', async () => {
    const { table, sent } = fakeTable([{ Responses: { 'guard-test': [one] } }]);
    expect(await batchGet(table, [one, one])).toEqual([one, one]);
    expect(sent[0]?.input.RequestItems['guard-test'].Keys).toEqual([one]);
    expect(await batchGet(table, [])).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test('The helper batchGet doubles the pause before each further attempt, and fails after the last one', async () => {
    const unanswered = { UnprocessedKeys: { 'guard-test': { Keys: [one] } } };
    const { table, sent, pauses } = fakeTable(Array.from({ length: 10 }, () => unanswered));
    await expect(batchGet(table, [one])).rejects.toMatchObject({ name: 'UnprocessedKeysError' });
    expect(pauses).toEqual([20, 40, 80, 160]);
    expect(sent).toHaveLength(5);
  });

  test('The helper batchGet distinguishes equal sort keys of different partitions', async () => {
    const other = { pk: 'b', sk: '1' };
    const { table } = fakeTable([{ Responses: { 'guard-test': [other] } }]);
    expect(await batchGet(table, [one, other])).toEqual([undefined, other]);
  });

  test('The helper batchGet reads the projected attributes, strongly consistently unless the items may lag', async () => {
    const { table, sent } = fakeTable([]);
    await batchGet(table, [one], { projection: expression`pk, #data` });
    await batchGet(table, [one]);
    await batchGet(table, [one], { mayLag: true });
    expect(sent.map(({ input }) => input.RequestItems['guard-test'])).toEqual([
      {
        Keys: [one],
        ConsistentRead: true,
        ProjectionExpression: 'pk, #data',
        ExpressionAttributeNames: { '#data': 'data' },
      },
      { Keys: [one], ConsistentRead: true },
      { Keys: [one], ConsistentRead: false },
    ]);
  });

  test('The helper batchGet ignores unprocessed keys of other tables', async () => {
    const { table } = fakeTable([{ Responses: {}, UnprocessedKeys: { other: { Keys: [one] } } }]);
    expect(await batchGet(table, [one])).toEqual([undefined]);
  });

  test('The helper batchGet reads more than 100 keys in calls of up to 100 and keeps their order', async () => {
    const keys = Array.from({ length: 205 }, (_, place) => ({ pk: 'a', sk: String(place) }));
    const { table, sent } = fakeTable(({ input }) => ({
      Responses: { 'guard-test': input.RequestItems['guard-test'].Keys.toReversed() },
    }));
    expect(await batchGet(table, keys)).toEqual(keys);
    expect(sent.map(({ input }) => input.RequestItems['guard-test'].Keys.length)).toEqual([100, 100, 5]);
  });
});

describe('queryAll', () => {
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
    expect(readExpressions(sent[0]?.input)).toEqual({
      key: 'pk = "TENANT#a" AND sk BETWEEN "USER#" AND "USER#\u{10FFFF}"',
    });
  });
});
