import { expect, test } from 'vitest';
import type { GuardedWrite } from '../../../../shared/table/commit.ts';
import { decideAndWrite } from '../../../../shared/table/decide-and-write.ts';
import { readVersion } from '../../../../shared/table/version.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const put = (refused: GuardedWrite['refused']): GuardedWrite => ({
  write: { Put: { TableName: 'guard-test', Item: { pk: 'a', sk: 'b' } } },
  refused,
});

const version = readVersion(undefined);

test('After a lost reply, a write is recognized by its write id in the item, even after later writes', async () => {
  const { table, sent } = fakeTable([conditionFailed()]);
  const result = await decideAndWrite(
    table,
    { version },
    async () => ({ version: readVersion({ revision: 2, recent_writes: ['other', 'write-1'] }) }),
    (_, writeId) => ({ writes: [put('stale')], result: writeId }),
  );
  expect([result, sent.length]).toEqual(['write-1', 1]);
});

test('A write that always meets a concurrent change is attempted 20 times with growing pauses, and then fails', async () => {
  const { table, sent, pauses } = fakeTable(Array.from({ length: 100 }, conditionFailed));
  const change = decideAndWrite(
    table,
    { version },
    async () => ({ version }),
    () => ({ writes: [put('stale')], result: 1 }),
  );
  await expect(change).rejects.toMatchObject({ name: 'ApiError', code: 'changed_too_often' });
  expect(sent).toHaveLength(20);
  expect(pauses.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 640, 640]);
});

test('After a concurrent change, a write is decided again on the current item', async () => {
  const { table } = fakeTable([conditionFailed(), conditionFailed(), {}]);
  const read = [
    { at: 'second', version },
    { at: 'third', version },
  ];
  const decided: string[] = [];
  const result = await decideAndWrite(
    table,
    { at: 'first', version },
    async () => read.shift(),
    ({ at }) => {
      decided.push(at);
      return { writes: [put('stale')], result: at };
    },
  );
  expect(decided).toEqual(['first', 'second', 'third']);
  expect(result).toBe('third');
});

test('A write that is decided on an item fails with not_found if the item is concurrently deleted', async () => {
  const { table } = fakeTable([conditionFailed()]);
  const change = decideAndWrite(
    table,
    { version },
    async () => undefined,
    () => ({ writes: [put('stale')], result: 1 }),
  );
  await expect(change).rejects.toMatchObject({ code: 'not_found' });
});
