import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { IdSpan } from '../../../../shared/lists/id-range.ts';
import type { Partition } from '../../../../shared/lists/plan.ts';
import { buildQuery, readPartition } from '../../../../shared/lists/read-partition.ts';
import { defineKind } from '../../../../shared/table/kind.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const things = defineKind({ name: 'THING', schema: z.object({ id: z.string() }) });
const index: Partition = { index: 'tenant_status', value: 'acme#open', prefix: 'THING#' };
const table: Partition = { index: undefined, value: 'TENANT#acme', prefix: 'THING#' };
const build = (partition: Partition, direction: 'next' | 'prev', span: IdSpan = {}, filter = {}) =>
  buildQuery('guard-test', partition, direction, span, filter);

describe('the query', () => {
  test('The query of the first page of an index names its partition only, newest first', () => {
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
    ['next', { to: 'id-7' }, '#sort <= :end', { ':end': 'id-7' }],
    ['prev', { from: 'id-7' }, '#sort >= :start', { ':start': 'id-7' }],
    [
      'next',
      { from: 'id-3', to: 'id-7' },
      '#sort BETWEEN :start AND :end',
      { ':start': 'id-3', ':end': 'id-7' },
    ],
  ] as const)(
    'The query of an index has the span of ids in its condition: %s, %j',
    (direction, span, condition, values) => {
      expect(build(index, direction, span)).toEqual({
        TableName: 'guard-test',
        IndexName: 'tenant_status',
        KeyConditionExpression: `#partition = :partition AND ${condition}`,
        ExpressionAttributeNames: { '#partition': 'tenant_status', '#sort': 'id' },
        ExpressionAttributeValues: { ':partition': 'acme#open', ...values },
        ScanIndexForward: direction === 'prev',
      });
    },
  );

  test('A query of the table stays within the prefix of its kind', () => {
    const first = {
      TableName: 'guard-test',
      KeyConditionExpression: '#partition = :partition AND begins_with(#sort, :prefix)',
      ExpressionAttributeNames: { '#partition': 'pk', '#sort': 'sk' },
      ExpressionAttributeValues: { ':partition': 'TENANT#acme', ':prefix': 'THING#' },
      ScanIndexForward: false,
    };
    expect(build(table, 'next')).toEqual(first);
    const ends = [
      [{ to: 'id-7' }, 'THING#', 'THING#id-7'],
      [{ from: 'id-3' }, 'THING#id-3', 'THING#~'],
      [{ from: 'id-3', to: 'id-7' }, 'THING#id-3', 'THING#id-7'],
    ] as const;
    for (const [span, from, to] of ends) {
      expect(build(table, 'next', span)).toEqual({
        ...first,
        KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :start AND :end',
        ExpressionAttributeValues: { ':partition': 'TENANT#acme', ':start': from, ':end': to },
      });
    }
  });

  test('A query filters by the given fields only', () => {
    const query = build(index, 'next', {}, { type: 'fire', severity: 'high', status: undefined });
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

test('Several values of a field are alternatives', () => {
  const query = build(index, 'next', {}, { type: 'fire', severity: ['high', 'low'] });
  expect(query.FilterExpression).toBe('#data.#type = :type AND #data.#severity IN (:severity0, :severity1)');
  expect(query.ExpressionAttributeValues).toEqual({
    ':partition': 'acme#open',
    ':type': 'fire',
    ':severity0': 'high',
    ':severity1': 'low',
  });
});

describe('reading', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ data: { id } }));
  const key = (id: string) => ({ pk: 'acme', sk: id });

  async function read(answers: readonly object[], { count = 2, readAhead = 0 } = {}) {
    const { table: fake, sent } = fakeTable(answers);
    const readThings = readPartition(fake, things, { filter: {}, readAhead, range: {} });
    const found = await readThings(index, { direction: 'next', beyond: undefined, count });
    return {
      ids: found.map(({ id }) => id),
      limits: sent.map(({ input }) => input.Limit),
      startKeys: sent.map(({ input }) => input.ExclusiveStartKey),
    };
  }

  test('A read without a filter is one query', async () => {
    const { ids, limits } = await read([
      { Items: items('b', 'a'), ScannedCount: 2, LastEvaluatedKey: key('a') },
    ]);
    expect([ids, limits]).toEqual([['b', 'a'], [2]]);
  });

  test('A read ends with the partition', async () => {
    expect((await read([{ Items: items('a'), ScannedCount: 1 }])).ids).toEqual(['a']);
    expect((await read([{}])).ids).toEqual([]);
  });

  test('A read continues where it stopped and is enlarged by the skipped items', async () => {
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

  test('A read is not enlarged if nothing was skipped', async () => {
    const { ids, limits } = await read(
      [{ Items: items('c'), LastEvaluatedKey: key('c') }, { Items: items('b', 'a') }],
      { count: 3 },
    );
    expect([ids, limits]).toEqual([
      ['c', 'b', 'a'],
      [3, 2],
    ]);
  });

  test('A read with read-ahead requests more items at once, and returns only the requested entries', async () => {
    const { ids, limits } = await read([{ Items: items('c', 'b', 'a'), ScannedCount: 200 }], {
      readAhead: 250,
    });
    expect([ids, limits]).toEqual([['c', 'b'], [250]]);
  });

  const PLACE = '019a0000-0000-7000-8000-000000000007';

  test('A read begins beyond its position, within the range of ids', async () => {
    const { table: fake, sent } = fakeTable([{}]);
    const range = {
      from: '019a0000-0000-7000-8000-000000000000',
      before: '019a0001-0000-7000-8000-000000000000',
    };
    const readThings = readPartition(fake, things, { filter: {}, readAhead: 0, range });
    await readThings(index, { direction: 'prev', beyond: PLACE, count: 2 });
    expect(sent[0]?.input).toMatchObject({
      ExpressionAttributeValues: {
        ':start': '019a0000-0000-7000-8000-000000000008',
        ':end': '019a0001-0000-7000-7fff-ffffffffffff',
      },
      ScanIndexForward: true,
    });
  });

  test('A read of an empty range sends nothing', async () => {
    const { table: fake, sent } = fakeTable([{}]);
    const readThings = readPartition(fake, things, { filter: {}, readAhead: 0, range: { from: PLACE } });
    expect(await readThings(index, { direction: 'next', beyond: PLACE, count: 2 })).toEqual([]);
    expect(sent).toEqual([]);
  });
});
