import { expect, test } from 'vitest';
import { KnownAccounts } from '../../../../shared/panels/known-accounts.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const random = (size: number) => new Uint8Array(size).fill(7);
const page = (accounts: readonly string[], hasMore = false) => ({
  Items: accounts.map((account) => ({ pk: `ACCOUNT#${account}` })),
  ...(hasMore ? { LastEvaluatedKey: { pk: 'more' } } : {}),
});

test('No account that was read is ever missed, and of others hardly one is taken for known', async () => {
  const known = new KnownAccounts(random);
  const accounts = Array.from({ length: 50_000 }, (_, number) => String(number * 7).padStart(6, '0'));
  await known.refresh(fakeTable([page(accounts)]).table, NOW);
  expect(known.size).toBeGreaterThan(49_990);
  expect(accounts.filter((account) => !known.mayExist(account))).toEqual([]);
  const others = Array.from({ length: 50_000 }, (_, number) => `X${number}`);
  expect(others.filter((account) => known.mayExist(account)).length).toBeLessThan(10);
});

test('Until all accounts were read, any may exist, and later whatever cannot be read makes no made-up one known', async () => {
  const known = new KnownAccounts(random);
  const { table, sent } = fakeTable([
    new Error('lost'),
    page(['A1'], true),
    new Error('lost'),
    page(['A1']),
    new Error('lost'),
  ]);
  for (let time = 0; time < 2; time++) {
    await expect(known.refresh(table, NOW)).rejects.toThrow('lost');
    expect([known.isComplete, known.mayExist('B2')]).toEqual([false, true]);
  }
  await known.refresh(table, NOW);
  expect([known.isComplete, known.mayExist('A1'), known.mayExist('B2')]).toEqual([true, true, false]);
  await expect(known.refresh(table, later(3_600))).rejects.toThrow('lost');
  expect([known.mayExist('A1'), known.mayExist('B2')]).toEqual([true, false]);
  expect(sent.map(({ input }) => input.IndexName)).toEqual(Array(5).fill('timer'));
});

test('After the first time only what changed is read and named, and each reading reaches back behind the one before', async () => {
  const known = new KnownAccounts(random);
  const { table, sent } = fakeTable([page(['A1'], true), page(['A2']), page(['A2', 'A3'])]);
  expect(await known.refresh(table, NOW)).toEqual([]);
  expect(await known.refresh(table, later(5))).toEqual(['A2', 'A3']);
  expect(['A1', 'A2', 'A3'].every((account) => known.mayExist(account))).toBe(true);
  const [first, , last] = sent.map(({ input }) => Object.values(input.ExpressionAttributeValues));
  expect(first).toEqual(['panel-account', '1970-01-01T00:00:00.000+00:00']);
  expect(last).toEqual(['panel-account', '2026-11-20T11:50:00.000+00:00']);
});
