import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../../../shared/base/ids.ts';
import type { ReadPartition } from '../../../../shared/table/list-page.ts';
import { readNewest } from '../../../../shared/table/list-read.ts';
import { seededRandomBytes } from '../../../support/random.ts';

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

test('A merged list with all entries in one of a hundred partitions takes few round trips', async () => {
  const lists: Entry[][] = Array.from({ length: 100 }, (_, place) => makeEntries(1, place));
  lists[7] = makeEntries(3_000, 1_000);
  const { read, reads } = counting();
  expect(await readNewest([lists], read, 1_001)).toHaveLength(1_001);
  expect(reads.trips).toBe(2);
  expect(reads.entries).toBeLessThanOrEqual(1_001 + 100);
});

test('A merged list of evenly spread entries takes few round trips', async () => {
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

test('An entry that a list finds in two rounds counts once, as read last', async () => {
  const [first, second] = makeEntries(2);
  const early = [second, first].map((entry) => ({ id: '', ...entry, status: 'active' }));
  const late = [{ id: '', ...second, status: 'acknowledged' }];
  const read = async (partition: typeof early) => partition;
  expect(await readNewest([[early], [late]], read, 5)).toEqual([late[0], early[1]]);
});
