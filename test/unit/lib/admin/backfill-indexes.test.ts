import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { backfillIndexesCommand, decodePosition } from '../../../../lib/admin/backfill-indexes.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import type { ItemKey } from '../../../../shared/table/keys.ts';
import { fakeTable, type TableAnswers } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const ALERT: ItemKey & Record<string, unknown> = { ...ALERTS.item(makeAlert()), revision: 1 };
const { platform: _, ...WRONG } = ALERT;
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

test('The last lines of backfill-indexes count all items and those that this release cannot read', async () => {
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

test('The command backfill-indexes prints its position every ten seconds, and can continue from it', async () => {
  const pages = [{ Items: [ALERT], LastEvaluatedKey: KEY }, { Items: [ALERT] }];
  expect((await backfill(pages, {}, 1_000)).lines).toHaveLength(1);
  const { lines } = await backfill(pages, {}, 10_000);
  expect(lines).toHaveLength(2);
  const [, position = ''] = /Continues from (\S+)$/.exec(lines[0] ?? '') ?? [];
  expect(decodePosition(position)).toEqual(KEY);
  const { sent } = await backfill([{ Items: [] }], { from: position });
  expect(sent[0]?.input.ExclusiveStartKey).toEqual(KEY);
});

test('A run of backfill-indexes that fails prints how to continue', async () => {
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
