import { expect, test } from 'vitest';
import { deepFault, type ListSize, listDepthBudget, readBudget, unitFaults } from '../../../bench/budgets.ts';
import { type ListScope, planSize } from '../../../bench/list-cases.ts';
import type { TripTotals } from '../../../bench/trip.ts';

const totals = (some: Partial<TripTotals>): TripTotals => ({
  trips: 0,
  depth: 0,
  readUnits: 0,
  writeUnits: 0,
  itemsRead: 0,
  ...some,
});

const budget = { readUnits: 5, writeUnits: 16 };

test('A benchmark reports read units and write units separately if they exceed the budget', () => {
  expect(unitFaults('raise', totals({ readUnits: 5, writeUnits: 16 }), budget)).toEqual([]);
  expect(unitFaults('raise', totals({ readUnits: 5.5, writeUnits: 17 }), budget)).toEqual([
    'raise: 5.5 read units, the budget is 5',
    'raise: 17 write units, the budget is 16',
  ]);
});

test('A benchmark reports no capacity units if there is no budget for them', () => {
  expect(unitFaults('login', totals({ writeUnits: 99 }), undefined)).toEqual([]);
});

test('A benchmark fails if a deep page of a list that skips nothing reads over 5 % more items than the first page', () => {
  const first = totals({ itemsRead: 100 });
  const faultsOf = (itemsRead: number, skips: ListSize['skips'] = 'nothing') =>
    deepFault('list', { skips }, [first, totals({ itemsRead })]);
  expect(faultsOf(105)).toEqual([]);
  expect(faultsOf(106)).toHaveLength(1);
  expect(faultsOf(106, 'in pages')).toEqual([]);
});

const size = { partitions: 5, rounds: 1, limit: 20, open: 200, skips: 'nothing' } as const;

test('The benchmark budget of a list covers one extra item from each partition, and the open alerts that a filter skips', () => {
  expect(readBudget(size)).toBe(105);
  expect(readBudget({ ...size, skips: 'ahead' })).toBe(305);
  expect(readBudget({ ...size, skips: 'in pages' })).toBe(505);
});

test('The benchmark budget of a list is three round trips, and more only if a filter can skip many alerts', () => {
  const depth = (some: Partial<ListSize>, itemsRead = 22) =>
    listDepthBudget(totals({ itemsRead }), { ...size, ...some });
  expect(depth({ open: 5_000 })).toBe(3);
  expect(depth({ skips: 'ahead', open: 200 })).toBe(3);
  expect(depth({ skips: 'ahead', open: 5_000 })).toBe(3 + 6);
  expect(depth({ skips: 'in pages', open: 0 })).toBe(3);
  expect(depth({ skips: 'in pages' })).toBe(3 + 3);
  expect(depth({ skips: 'in pages', open: 5_000 })).toBe(3 + 9);
  expect(depth({ skips: 'in pages', partitions: 1 }, 21)).toBe(3);
});

test('The benchmark budget of a list that merges 100 partitions is three round trips', () => {
  expect(listDepthBudget(totals({}), { ...size, partitions: 100 })).toBe(3);
});

test('The benchmark budget of a list grows by one round trip for each round of partitions after the first', () => {
  expect(listDepthBudget(totals({}), { ...size, rounds: 2 })).toBe(3 + 1);
  expect(listDepthBudget(totals({}), { ...size, rounds: 5 })).toBe(3 + 4);
});

test('The benchmark takes from the plan of a list what it skips, and whether that is read ahead', () => {
  const scope = { extent: { kind: 'tenant', tenantId: 'acme' } } as ListScope;
  expect(planSize(scope, {})).toEqual({ partitions: 1, rounds: 1, skips: 'nothing' });
  expect(planSize(scope, { severity: ['low'] })).toEqual({ partitions: 2, rounds: 2, skips: 'ahead' });
  expect(planSize(scope, { status: ['active'] })).toEqual({ partitions: 2, rounds: 1, skips: 'in pages' });
});
