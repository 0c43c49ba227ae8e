import { describe, expect, test } from 'vitest';
import { deepFault, listDepthBudget, readBudget, unitFaults } from '../../../bench/budgets.ts';
import type { TripTotals } from '../../../bench/trip.ts';

const totals = (some: Partial<TripTotals>): TripTotals => ({
  trips: 0,
  depth: 0,
  readUnits: 0,
  writeUnits: 0,
  itemsRead: 0,
  ...some,
});

describe('capacity units over a budget', () => {
  const budget = { readUnits: 5, writeUnits: 16 };

  test('are told by their kind, and units within it are not', () => {
    expect(unitFaults('raise', totals({ readUnits: 5, writeUnits: 16 }), budget)).toEqual([]);
    expect(unitFaults('raise', totals({ readUnits: 5.5, writeUnits: 17 }), budget)).toEqual([
      'raise: 5.5 read units, the budget is 5',
      'raise: 17 write units, the budget is 16',
    ]);
  });

  test('are nothing where there is none', () => {
    expect(unitFaults('login', totals({ writeUnits: 99 }), undefined)).toEqual([]);
  });
});

test('a deep page may take a twentieth more than the first', () => {
  const first = totals({ readUnits: 100 });
  expect(deepFault('list', first, totals({ readUnits: 105 }))).toEqual([]);
  expect(deepFault('list', first, totals({ readUnits: 104, writeUnits: 2 }))).toHaveLength(1);
});

describe('a list may read', () => {
  const size = { partitions: 5, rounds: 1, limit: 20, open: 200 };

  test('one item more than a page from each partition, and the open ones that a filter skips', () => {
    expect(readBudget({}, size)).toBe(105);
    expect(readBudget({ status: ['active'], type: ['fire'] }, size)).toBe(305);
    expect(readBudget({ status: ['resolved'], type: ['fire'] }, size)).toBe(505);
    expect(readBudget({ status: ['active', 'resolved'] }, size)).toBe(505);
    expect(readBudget({ status: ['acknowledged', 'active'] }, size)).toBe(105);
  });

  test('in three trips, and in more only where it may skip open alerts', () => {
    const depth = (
      filters: Parameters<typeof listDepthBudget>[0],
      some: Partial<typeof size>,
      itemsRead = 22,
    ) => listDepthBudget(filters, totals({ itemsRead }), { ...size, ...some });
    expect(depth({ type: ['fire'] }, { open: 5_000 })).toBe(3);
    expect(depth({ status: ['active'], type: ['fire'] }, { open: 200 })).toBe(3);
    expect(depth({ status: ['active'], type: ['fire'] }, { open: 5_000 })).toBe(3 + 6);
    expect(depth({ status: ['resolved'], type: ['fire'] }, { open: 0 })).toBe(3);
    expect(depth({ status: ['resolved'], type: ['fire'] }, {})).toBe(3 + 3);
    expect(depth({ status: ['resolved'], type: ['fire'] }, { open: 5_000 })).toBe(3 + 9);
    expect(depth({ status: ['resolved'], type: ['fire'] }, { partitions: 1 }, 21)).toBe(3);
  });

  test('in three trips, however many partitions it is merged of', () => {
    expect(listDepthBudget({}, totals({}), { ...size, partitions: 100 })).toBe(3);
  });

  test('in one trip more for each round after the first', () => {
    const status = ['acknowledged', 'active'] as const;
    expect(listDepthBudget({ status }, totals({}), { ...size, rounds: 2 })).toBe(3 + 1);
    expect(listDepthBudget({ type: ['fire'] }, totals({}), { ...size, rounds: 5 })).toBe(3 + 4);
  });
});
