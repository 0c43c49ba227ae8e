import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  backfillIndexesCommand,
  decodePosition,
  encodePosition,
  walkTable,
} from '../../../../lib/admin/backfill-indexes.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import type { ItemKey } from '../../../../shared/table/keys.ts';
import { fakeTable, type TableAnswers } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const ALERT: ItemKey & Record<string, unknown> = { ...ALERTS.item(makeAlert()), revision: 1 };
const { platform_status: _, ...WRONG } = ALERT;
const { pk, sk } = ALERT;
const KEY = { pk, sk };

/** Runs the command; each reading of the clock is later by this time. */
async function backfill(answers: TableAnswers, options = {}, millisecondsApart = 0) {
  const { table, sent } = fakeTable(answers);
  let now = 0;
  const lines: string[] = [];
  const context = {
    table,
    clock: () => {
      now += millisecondsApart;
      return new Date(now);
    },
    wait: async () => {},
    randomBytes,
    readNewPassword: async () => '',
  };
  const done = await backfillIndexesCommand(context, options);
  const error = await (async () => {
    for await (const line of Readable.from(done)) lines.push(line);
  })().catch(String);
  return { lines, sent, error };
}

test('At its end, backfill-indexes prints how many items it scanned, and how many this release cannot read', async () => {
  const note = { ...ALERT, sk: 'NOTE#1' };
  const counter = { pk: 'RATE#x', sk: 'KNOWN' };
  const { lines } = await backfill([{ Items: [ALERT, WRONG, note, note, counter] }]);
  expect(lines).toEqual([
    '5 scanned: 1 right, 1 mended, 2 unknown, 1 in no index. Done.',
    'Unchanged, because this release cannot read them: 2 NOTE',
  ]);
});

test('A dry run of backfill-indexes counts the items to mend', async () => {
  const { lines, sent } = await backfill([{ Items: [WRONG] }], { dryRun: true });
  expect(lines).toEqual(['1 scanned: 0 right, 1 to mend, 0 unknown, 0 in no index. Done.']);
  expect(sent.map(({ name }) => name)).toEqual(['ScanCommand']);
});

test('The command backfill-indexes prints its position every ten seconds, and can continue from a printed position', async () => {
  const pages = [{ Items: [ALERT], LastEvaluatedKey: KEY }, { Items: [ALERT] }];
  expect((await backfill(pages, {}, 1_000)).lines).toHaveLength(1);
  const { lines } = await backfill(pages, {}, 10_000);
  expect(lines).toHaveLength(2);
  const [, position = ''] = /Continues from (\S+)$/.exec(lines[0] ?? '') ?? [];
  expect(decodePosition(position)).toEqual(KEY);
  const { sent } = await backfill([{ Items: [] }], { from: position });
  expect(sent[0]?.input.ExclusiveStartKey).toEqual(KEY);
});

test('If backfill-indexes fails, it prints the command with which to continue', async () => {
  const expired = Object.assign(new Error('The token has expired'), { name: 'ExpiredTokenException' });
  const { lines, error } = await backfill([{ Items: [ALERT], LastEvaluatedKey: KEY }, expired]);
  expect(error).toContain('The token has expired');
  const [, position = ''] = /Stopped; to continue: --from (\S+)$/.exec(lines.at(-1) ?? '') ?? [];
  expect(decodePosition(position)).toEqual(KEY);
  expect((await backfill([expired])).lines).toEqual([expect.stringContaining('from the beginning')]);
});

test('The command backfill-indexes repeats a throttled write', async () => {
  const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
  const { lines, error } = await backfill([{ Items: [WRONG] }, busy, {}]);
  expect([lines[0], error]).toEqual([expect.stringContaining('1 mended'), undefined]);
});

describe('walkTable', () => {
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

  test('A table scan of the backfill reads all pages in order, with strong consistency', async () => {
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
  ])('A table scan of the backfill with a limited rate %s', async (_, rate, pageMilliseconds, expected) => {
    const { waits } = await walk([page(100, key(1)), page(100, key(2)), page(100)], rate, pageMilliseconds);
    expect(waits).toEqual(expected);
  });

  test('A table scan of the backfill reads at most 100 items at once, and at most its rate per second', async () => {
    expect((await walk([page(0)], 7)).scans[0].Limit).toBe(7);
    expect((await walk([page(0)], 5_000)).scans[0].Limit).toBe(100);
  });

  test('A table scan of the backfill repeats a throttled read and ends at any other failure', async () => {
    const named = (name: string) => Object.assign(new Error(name), { name });
    const busy = named('ProvisionedThroughputExceededException');
    expect(await walk([busy, page(1)], 100)).toMatchObject({ pages: [1], pauses: [20] });
    await expect(walk([named('ExpiredTokenException')], 100)).rejects.toThrow('ExpiredTokenException');
  });

  test('A position of the backfill’s table scan is the same after it is encoded and decoded', () => {
    const word = encodePosition({ pk: 'EMAIL#ünï@example.com', sk: 'EMAIL' });
    expect(word).toMatch(/^[\w-]+$/);
    expect(decodePosition(word)).toEqual({ pk: 'EMAIL#ünï@example.com', sk: 'EMAIL' });
  });

  test.each([
    '',
    'nonsense',
    Buffer.from('{"pk":"a"}').toString('base64url'),
    Buffer.from('{"pk":"a","sk":""}').toString('base64url'),
  ])('The backfill rejects %j as a position to continue its table scan from', (word) =>
    expect(() => decodePosition(word)).toThrow('--from'),
  );
});
