import { describe, expect, test } from 'vitest';
import { batchGet } from '../../../../shared/table/batch-get.ts';
import { fakeTable } from '../../../support/fake-table.ts';

describe('reading a batch', () => {
  const [one, two] = [
    { pk: 'a', sk: '1' },
    { pk: 'a', sk: '2' },
  ];

  test('asks again for what was left unprocessed', async () => {
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

  test('never takes an unanswered key for a missing item', async () => {
    const unanswered = { UnprocessedKeys: { 'guard-test': { Keys: [one] } } };
    const { table } = fakeTable(Array.from({ length: 10 }, () => unanswered));
    await expect(batchGet(table, [one])).rejects.toThrow('unprocessed');
  });

  test('asks once for a key that is wanted twice, and for nothing when nothing is wanted', async () => {
    const { table, sent } = fakeTable([{ Responses: { 'guard-test': [one] } }]);
    expect(await batchGet(table, [one, one])).toEqual([one, one]);
    expect(sent[0]?.input.RequestItems['guard-test'].Keys).toEqual([one]);
    expect(await batchGet(table, [])).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test('waits twice as long each time before it asks again', async () => {
    const unanswered = { UnprocessedKeys: { 'guard-test': { Keys: [one] } } };
    const { table, sent, pauses } = fakeTable(Array.from({ length: 10 }, () => unanswered));
    await expect(batchGet(table, [one])).rejects.toMatchObject({ name: 'UnprocessedKeysError' });
    expect(pauses).toEqual([20, 40, 80, 160]);
    expect(sent).toHaveLength(5);
  });

  test('tells keys of different partitions apart', async () => {
    const other = { pk: 'b', sk: '1' };
    const { table } = fakeTable([{ Responses: { 'guard-test': [other] } }]);
    expect(await batchGet(table, [one, other])).toEqual([undefined, other]);
  });

  test('reads as much of each item as is asked for, strongly consistent', async () => {
    const { table, sent } = fakeTable([]);
    await batchGet(table, [one], { expression: 'pk, #data', names: { '#data': 'data' } });
    await batchGet(table, [one]);
    expect(sent.map(({ input }) => input.RequestItems['guard-test'])).toEqual([
      {
        Keys: [one],
        ConsistentRead: true,
        ProjectionExpression: 'pk, #data',
        ExpressionAttributeNames: { '#data': 'data' },
      },
      { Keys: [one], ConsistentRead: true },
    ]);
  });

  test('takes what DynamoDB tells of another table for nothing', async () => {
    const { table } = fakeTable([{ Responses: {}, UnprocessedKeys: { other: { Keys: [one] } } }]);
    expect(await batchGet(table, [one])).toEqual([undefined]);
  });
});
