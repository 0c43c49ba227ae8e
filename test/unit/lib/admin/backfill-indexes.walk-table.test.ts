import { expect, test } from 'vitest';
import { decodePosition, encodePosition, walkTable } from '../../../../lib/admin/backfill-indexes.ts';
import { fakeTable, type TableAnswers } from '../../../support/fake-table.ts';

const key = (number: number) => ({ pk: 'TENANT#1', sk: `SITE#${number}` });
const page = (count: number, next?: object) => ({
  Items: Array.from({ length: count }, (_, number) => key(number)),
  ...(next ? { LastEvaluatedKey: next } : {}),
});

/** Walks with a clock that advances by each wait and by the time of each page. */
async function walk(answers: TableAnswers, itemsPerSecond: number, pageMilliseconds = 0) {
  const { table, sent, pauses } = fakeTable(answers);
  let now = 0;
  const waits: number[] = [];
  const pages: number[] = [];
  const walked = walkTable(table, {
    after: undefined,
    itemsPerSecond,
    clock: () => new Date(now),
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  });
  for await (const { items } of walked) {
    pages.push(items.length);
    now += pageMilliseconds;
  }
  return { pages, waits, pauses, scans: sent.map(({ input }) => input) };
}

test('A walk over the table reads all pages in order, strongly consistently', async () => {
  const { pages, scans } = await walk([page(2, key(1)), page(0, key(7)), page(1)], 100);
  expect(pages).toEqual([2, 0, 1]);
  expect(scans.map((it) => it.ExclusiveStartKey)).toEqual([undefined, key(1), key(7)]);
  expect(scans.every((it) => it.ConsistentRead === true)).toBe(true);
});

test.each([
  ['rests after a page that was faster than allowed', 50, 0, [2_000, 2_000]],
  ['counts the time that was spent on a page', 50, 1_500, [500, 500]],
  ['does not rest after a page that took longer', 50, 2_500, []],
  ['does not wait for a clock that was set back', 50, -3_600_000, [2_000, 2_000]],
])('A walk over the table with a limited rate %s', async (_, rate, pageMilliseconds, expected) => {
  const { waits } = await walk([page(100, key(1)), page(100, key(2)), page(100)], rate, pageMilliseconds);
  expect(waits).toEqual(expected);
});

test('A page of a walk over the table has at most the items of a second, and at most 100', async () => {
  expect((await walk([page(0)], 7)).scans[0].Limit).toBe(7);
  expect((await walk([page(0)], 5_000)).scans[0].Limit).toBe(100);
});

test('A walk over the table repeats a throttled read; another failure ends the walk', async () => {
  const named = (name: string) => Object.assign(new Error(name), { name });
  const busy = named('ProvisionedThroughputExceededException');
  expect(await walk([busy, page(1)], 100)).toMatchObject({ pages: [1], pauses: [20] });
  await expect(walk([named('ExpiredTokenException')], 100)).rejects.toThrow('ExpiredTokenException');
});

test('Decoding the encoded position of a walk over the table returns the position', () => {
  const word = encodePosition({ pk: 'EMAIL#ünï@example.com', sk: 'EMAIL' });
  expect(word).toMatch(/^[\w-]+$/);
  expect(decodePosition(word)).toEqual({ pk: 'EMAIL#ünï@example.com', sk: 'EMAIL' });
});

test.each([
  '',
  'nonsense',
  Buffer.from('{"pk":"a"}').toString('base64url'),
  Buffer.from('{"pk":"a","sk":""}').toString('base64url'),
])('A walk over the table rejects %j as a position', (word) =>
  expect(() => decodePosition(word)).toThrow('--from'),
);
