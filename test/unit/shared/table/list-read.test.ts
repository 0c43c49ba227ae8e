import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '../../../../shared/base/ids.ts';
import { defineKind } from '../../../../shared/table/kind.ts';
import type { IdSpan, ReadPartition } from '../../../../shared/table/list-page.ts';
import type { Partition } from '../../../../shared/table/list-plan.ts';
import { buildQuery, readNewest, readPartition } from '../../../../shared/table/list-read.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { seededRandomBytes } from '../../../support/random.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

describe('readNewest', () => {
  interface Entry {
    readonly id: string;
  }

  const randomBytes = seededRandomBytes('read newest');
  const makeEntries = (count: number, start = 0): Entry[] =>
    Array.from({ length: count }, (_, place) => ({
      id: newId(new Date(1_700_000_000_000 + start + place), randomBytes),
    }));
  const newestFirst = (a: Entry, b: Entry) => (a.id < b.id ? 1 : -1);

  /** Reads partitions in memory, and says how much. */
  function counting() {
    const reads = { entries: 0, trips: 0 };
    let underWay = 0;
    const read: ReadPartition<readonly Entry[], Entry> = async (partition, { direction, beyond, count }) => {
      expect([direction, count]).toEqual(['next', Math.max(1, Math.trunc(count))]);
      if (underWay++ === 0) reads.trips += 1;
      const found = partition
        .filter(({ id }) => beyond === undefined || id < beyond)
        .toSorted(newestFirst)
        .slice(0, count);
      reads.entries += found.length;
      await Promise.resolve();
      underWay -= 1;
      return found;
    };
    return { read, reads };
  }

  /** Entries over partitions, which hold very different shares of them, some in runs. */
  const spread = fc
    .record({
      total: fc.integer({ min: 0, max: 400 }),
      partitions: fc.integer({ min: 1, max: 30 }),
      weights: fc.array(fc.nat({ max: 40 }), { minLength: 20, maxLength: 20 }),
      run: fc.integer({ min: 1, max: 60 }),
    })
    .map(({ total, partitions, weights, run }) => {
      const lists: Entry[][] = Array.from({ length: partitions }, () => []);
      makeEntries(total).forEach((entry, place) => {
        lists[(weights[Math.floor(place / run) % weights.length] ?? 0) % partitions]?.push(entry);
      });
      return lists;
    });

  test('A merged list finds the newest entries of all partitions, however they are spread', async () => {
    await fc.assert(
      fc.asyncProperty(spread, fc.integer({ min: 1, max: 150 }), async (lists, count) => {
        const { read, reads } = counting();
        const expected = lists.flat().toSorted(newestFirst);
        expect(await readNewest([lists], read, count)).toEqual(expected.slice(0, count));
        expect(reads.entries).toBeLessThanOrEqual(Math.min(expected.length, 4 * count + 4 * lists.length));
      }),
      { numRuns: 150 },
    );
  });

  test('A merged list with most of its entries in one of a hundred partitions takes two round trips', async () => {
    const lists: Entry[][] = Array.from({ length: 100 }, (_, place) => makeEntries(1, place));
    lists[7] = makeEntries(3_000, 1_000);
    const { read, reads } = counting();
    expect(await readNewest([lists], read, 1_001)).toHaveLength(1_001);
    expect(reads.trips).toBe(2);
    expect(reads.entries).toBeLessThanOrEqual(1_001 + 100);
  });

  test('A merged list of evenly spread entries takes at most three round trips', async () => {
    const lists: Entry[][] = Array.from({ length: 100 }, () => []);
    makeEntries(10_000).forEach((entry, place) => {
      lists[place % 100]?.push(entry);
    });
    const { read, reads } = counting();
    expect(await readNewest([lists], read, 1_001)).toHaveLength(1_001);
    expect(reads.trips).toBeLessThanOrEqual(3);
    expect(reads.entries).toBeLessThanOrEqual(2 * 1_001 + 200);
  });

  test('The newest entries of a list of one partition take one read', async () => {
    const { read, reads } = counting();
    expect(await readNewest([[makeEntries(50)]], read, 20)).toHaveLength(20);
    expect(reads).toEqual({ entries: 20, trips: 1 });
  });

  test('A list without partitions returns no entries', async () => {
    expect(await readNewest([], counting().read, 10)).toEqual([]);
    expect(await readNewest([[]], counting().read, 10)).toEqual([]);
  });

  test('An entry that a list finds in two rounds is returned once, in the state that was read last', async () => {
    const [first, second] = makeEntries(2);
    const early = [second, first].map((entry) => ({ id: '', ...entry, status: 'active' }));
    const late = [{ id: '', ...second, status: 'acknowledged' }];
    const read = async (partition: typeof early) => partition;
    expect(await readNewest([[early], [late]], read, 5)).toEqual([late[0], early[1]]);
  });
});

describe('readPartition', () => {
  const things = defineKind({ name: 'THING', schema: z.object({ id: z.string() }) });
  const index: Partition = { index: 'tenant_status', value: 'acme#open', prefix: 'THING#' };
  const table: Partition = { index: undefined, value: 'TENANT#acme', prefix: 'THING#' };
  /** The query, with its expressions as texts. */
  function build(partition: Partition, direction: 'next' | 'prev', span: IdSpan = {}, filter = {}) {
    const { TableName, IndexName, ScanIndexForward, ...expressions } = buildQuery(
      'guard-test',
      partition,
      direction,
      span,
      filter,
    );
    return { TableName, IndexName, ScanIndexForward, ...readExpressions(expressions) };
  }

  describe('the query', () => {
    test('The query for the first page of a list from an index names its partition only, newest first', () => {
      expect(build(index, 'next')).toEqual({
        TableName: 'guard-test',
        IndexName: 'tenant_status',
        ScanIndexForward: false,
        key: 'tenant_status = "acme#open"',
      });
    });

    test.each([
      ['next', { to: 'id-7' }, 'id <= "id-7"'],
      ['prev', { from: 'id-7' }, 'id >= "id-7"'],
      ['next', { from: 'id-3', to: 'id-7' }, 'id BETWEEN "id-3" AND "id-7"'],
    ] as const)(
      'The query for a list from an index has the span of ids in its condition: %s, %j',
      (direction, span, condition) => {
        expect(build(index, direction, span)).toEqual({
          TableName: 'guard-test',
          IndexName: 'tenant_status',
          ScanIndexForward: direction === 'prev',
          key: `tenant_status = "acme#open" AND ${condition}`,
        });
      },
    );

    test.each([
      [{}, 'sk BETWEEN "THING#" AND "THING#\u{10FFFF}"'],
      [{ to: 'id-7' }, 'sk BETWEEN "THING#" AND "THING#id-7"'],
      [{ from: 'id-3' }, 'sk BETWEEN "THING#id-3" AND "THING#~"'],
      [{ from: 'id-3', to: 'id-7' }, 'sk BETWEEN "THING#id-3" AND "THING#id-7"'],
    ])(
      'The query for a list from the table within %j stays within the prefix of its kind',
      (span, condition) => {
        expect(build(table, 'next', span)).toEqual({
          TableName: 'guard-test',
          IndexName: undefined,
          ScanIndexForward: false,
          key: `pk = "TENANT#acme" AND ${condition}`,
        });
      },
    );

    test('The query for a list filters by the given fields only, and several values of a field are alternatives', () => {
      const filter = { type: 'fire', severity: ['high', 'low'], status: undefined };
      expect(build(index, 'next', {}, filter)).toMatchObject({
        key: 'tenant_status = "acme#open"',
        filter: 'data.type = "fire" AND data.severity IN ("high", "low")',
      });
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

    test('Reading a partition without a filter takes one query', async () => {
      const { ids, limits } = await read([
        { Items: items('b', 'a'), ScannedCount: 2, LastEvaluatedKey: key('a') },
      ]);
      expect([ids, limits]).toEqual([['b', 'a'], [2]]);
    });

    test('Reading a partition stops at its end, even with fewer entries than requested', async () => {
      expect((await read([{ Items: items('a'), ScannedCount: 1 }])).ids).toEqual(['a']);
      expect((await read([{}])).ids).toEqual([]);
    });

    test('If a filter skipped items, reading a partition continues where it stopped, and requests at least as many items as were skipped', async () => {
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

    test('If no items were skipped, reading a partition requests only the missing entries', async () => {
      const { ids, limits } = await read(
        [{ Items: items('c'), LastEvaluatedKey: key('c') }, { Items: items('b', 'a') }],
        { count: 3 },
      );
      expect([ids, limits]).toEqual([
        ['c', 'b', 'a'],
        [3, 2],
      ]);
    });

    test('Reading a partition ahead requests more items at once, and returns only the requested entries', async () => {
      const { ids, limits } = await read([{ Items: items('c', 'b', 'a'), ScannedCount: 200 }], {
        readAhead: 250,
      });
      expect([ids, limits]).toEqual([['c', 'b'], [250]]);
    });

    const PLACE = '019a0000-0000-7000-8000-000000000007';

    test('Reading a partition begins beyond the cursor’s position, within the range of ids', async () => {
      const { table: fake, sent } = fakeTable([{}]);
      const range = {
        from: '019a0000-0000-7000-8000-000000000000',
        before: '019a0001-0000-7000-8000-000000000000',
      };
      const readThings = readPartition(fake, things, { filter: {}, readAhead: 0, range });
      await readThings(index, { direction: 'prev', beyond: PLACE, count: 2 });
      expect(sent[0]?.input).toMatchObject({ ScanIndexForward: true });
      expect(readExpressions(sent[0]?.input).key).toBe(
        'tenant_status = "acme#open" AND id BETWEEN "019a0000-0000-7000-8000-000000000008" AND "019a0001-0000-7000-7fff-ffffffffffff"',
      );
    });

    test('Reading an empty range of a partition sends nothing', async () => {
      const { table: fake, sent } = fakeTable([{}]);
      const readThings = readPartition(fake, things, { filter: {}, readAhead: 0, range: { from: PLACE } });
      expect(await readThings(index, { direction: 'next', beyond: PLACE, count: 2 })).toEqual([]);
      expect(sent).toEqual([]);
    });
  });
});
