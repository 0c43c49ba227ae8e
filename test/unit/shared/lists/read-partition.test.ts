import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Partition } from '../../../../shared/lists/plan.ts';
import { buildQuery, readPartition } from '../../../../shared/lists/read-partition.ts';
import { defineKind } from '../../../../shared/table/kind.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const things = defineKind({ name: 'THING', schema: z.object({ id: z.string() }) });
const index: Partition = { index: 'tenant_status', value: 'acme#open', prefix: 'THING#' };
const table: Partition = { index: undefined, value: 'TENANT#acme', prefix: 'THING#' };
const build = (partition: Partition, direction: 'next' | 'prev', beyond?: string, filter = {}) =>
  buildQuery('guard-test', partition, direction, beyond, filter);

describe('the query', () => {
  test('of an index’s first page names its partition only, newest first', () => {
    expect(build(index, 'next')).toEqual({
      TableName: 'guard-test',
      IndexName: 'tenant_status',
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { '#partition': 'tenant_status' },
      ExpressionAttributeValues: { ':partition': 'acme#open' },
      ScanIndexForward: false,
    });
  });

  test.each([
    ['next', '<', false],
    ['prev', '>', true],
  ] as const)(
    'of an index beyond a place holds the place in its condition: %s',
    (direction, sign, forward) => {
      expect(build(index, direction, 'id-7')).toEqual({
        TableName: 'guard-test',
        IndexName: 'tenant_status',
        KeyConditionExpression: `#partition = :partition AND #sort ${sign} :beyond`,
        ExpressionAttributeNames: { '#partition': 'tenant_status', '#sort': 'id' },
        ExpressionAttributeValues: { ':partition': 'acme#open', ':beyond': 'id-7' },
        ScanIndexForward: forward,
      });
    },
  );

  test('of the table itself takes one kind of many, and begins at a key of the list’s own partition', () => {
    const first = {
      TableName: 'guard-test',
      KeyConditionExpression: '#partition = :partition AND begins_with(#sort, :prefix)',
      ExpressionAttributeNames: { '#partition': 'pk', '#sort': 'sk' },
      ExpressionAttributeValues: { ':partition': 'TENANT#acme', ':prefix': 'THING#' },
      ScanIndexForward: false,
    };
    expect(build(table, 'next')).toEqual(first);
    expect(build(table, 'next', 'id-7')).toEqual({
      ...first,
      ExclusiveStartKey: { pk: 'TENANT#acme', sk: 'THING#id-7' },
    });
  });

  test('filters by what no key decides, and not by what is not given', () => {
    const query = build(index, 'next', undefined, { type: 'fire', severity: 'high', status: undefined });
    expect(query.FilterExpression).toBe('#data.#type = :type AND #data.#severity = :severity');
    expect(query.ExpressionAttributeNames).toEqual({
      '#partition': 'tenant_status',
      '#data': 'data',
      '#type': 'type',
      '#severity': 'severity',
    });
    expect(query.ExpressionAttributeValues).toEqual({
      ':partition': 'acme#open',
      ':type': 'fire',
      ':severity': 'high',
    });
  });
});

describe('reading', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ data: { id } }));
  const key = (id: string) => ({ pk: 'acme', sk: id });

  async function read(answers: readonly object[], { count = 2, readAhead = 0 } = {}) {
    const { table: fake, sent } = fakeTable(answers);
    const readThings = readPartition(fake, things, { filter: {}, readAhead });
    const found = await readThings(index, { direction: 'next', beyond: undefined, count });
    return {
      ids: found.map(({ id }) => id),
      limits: sent.map(({ input }) => input.Limit),
      startKeys: sent.map(({ input }) => input.ExclusiveStartKey),
    };
  }

  test('asks once for as many as are wanted', async () => {
    const { ids, limits } = await read([
      { Items: items('b', 'a'), ScannedCount: 2, LastEvaluatedKey: key('a') },
    ]);
    expect([ids, limits]).toEqual([['b', 'a'], [2]]);
  });

  test('ends where the partition does', async () => {
    expect((await read([{ Items: items('a'), ScannedCount: 1 }])).ids).toEqual(['a']);
    expect((await read([{}])).ids).toEqual([]);
  });

  test('goes on where it stopped, and reads as much more as it skipped before', async () => {
    const { ids, limits, startKeys } = await read(
      [
        { Items: items('f'), ScannedCount: 3, LastEvaluatedKey: key('d') },
        { Items: [], ScannedCount: 2, LastEvaluatedKey: key('b') },
        { Items: items('a'), ScannedCount: 1 },
      ],
      { count: 3 },
    );
    expect(ids).toEqual(['f', 'a']);
    expect(limits).toEqual([3, 2, 4]);
    expect(startKeys).toEqual([undefined, key('d'), key('b')]);
  });

  test('reads no further ahead than it has to where nothing was skipped', async () => {
    const { ids, limits } = await read(
      [{ Items: items('c'), LastEvaluatedKey: key('c') }, { Items: items('b', 'a') }],
      { count: 3 },
    );
    expect([ids, limits]).toEqual([
      ['c', 'b', 'a'],
      [3, 2],
    ]);
  });

  test('reads ahead at once where few items can be in the way, and keeps no more than is wanted', async () => {
    const { ids, limits } = await read([{ Items: items('c', 'b', 'a'), ScannedCount: 200 }], {
      readAhead: 250,
    });
    expect([ids, limits]).toEqual([['c', 'b'], [250]]);
  });

  test('begins beyond a place', async () => {
    const { table: fake, sent } = fakeTable([{}]);
    const readThings = readPartition(fake, things, { filter: {}, readAhead: 0 });
    await readThings(table, { direction: 'prev', beyond: 'id-7', count: 2 });
    expect(sent[0]?.input).toMatchObject({
      ExclusiveStartKey: { pk: 'TENANT#acme', sk: 'THING#id-7' },
      ScanIndexForward: true,
    });
  });
});
