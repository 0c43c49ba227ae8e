import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addTally,
  addToBin,
  allAlerts,
  binOf,
  type CountedAlert,
  countAlert,
  emptyTally,
  type Histogram,
  loadTally,
  percentile,
  storedTallySchema,
  storeTally,
  type Tally,
} from '../../../../shared/statistics/tally.ts';

const alert = fc.record({
  id: fc.uuid(),
  apart: fc.constantFrom(undefined, undefined, 'on_test' as const, 'machine_resolved' as const),
  responseMilliseconds: fc.option(fc.nat(400_000), { nil: undefined }),
  isResolved: fc.boolean(),
  isFalseAlarm: fc.boolean(),
  isEscalated: fc.boolean(),
});

const tallyOf = (alerts: readonly CountedAlert[]): Tally => {
  const tally = emptyTally();
  for (const it of alerts) countAlert(tally, it);
  return tally;
};

/** Bins in order: a map remembers the order of its entries. */
const inOrder = (tally: Tally) => ({
  ...tally,
  histogram: [...tally.histogram].toSorted(([a], [b]) => a - b),
});

test('The tallies of two parts of the alerts add up to the tally of all alerts, in any order', () => {
  fc.assert(
    fc.property(fc.array(alert, { maxLength: 30 }), fc.nat(30), (alerts, half) => {
      const sum = tallyOf(alerts.slice(half));
      addTally(sum, tallyOf(alerts.slice(0, half)));
      expect(inOrder(sum)).toEqual(inOrder(tallyOf(alerts)));
      expect(allAlerts(sum)).toBe(alerts.length);
    }),
  );
});

test('A tally is unchanged after it is stored and read', () => {
  fc.assert(
    fc.property(fc.array(alert, { maxLength: 30 }), (alerts) => {
      const tally = tallyOf(alerts);
      const stored = storedTallySchema.parse(JSON.parse(JSON.stringify(storeTally(tally))));
      expect(loadTally(stored)).toEqual(tally);
    }),
  );
});

test('A tally that a release with fewer counts stored is read with zeros for the missing counts', () => {
  expect(loadTally([[3, 2], [1], [], []])).toMatchObject({
    alerts: 3,
    acknowledged: 2,
    within: [1, 0, 0, 0],
    onTest: 0,
  });
});

test('An alert on test is counted apart, and changes no other number of the tally', () => {
  const counted = {
    id: 'a',
    responseMilliseconds: 5,
    isResolved: true,
    isFalseAlarm: true,
    isEscalated: true,
  };
  const tally = tallyOf([{ ...counted, apart: 'on_test' }]);
  expect(tally).toEqual({ ...emptyTally(), onTest: 1 });
});

test('A response time that equals a limit counts as within the limit', () => {
  const counted = { apart: undefined, isResolved: false, isFalseAlarm: false, isEscalated: false };
  const tally = tallyOf([
    { ...counted, id: 'a', responseMilliseconds: 30_000 },
    { ...counted, id: 'b', responseMilliseconds: 180_001 },
  ]);
  expect(tally.within).toEqual([1, 1, 1, 1]);
});

test('A tally keeps the five longest response times and, of equal ones, those of older alerts', () => {
  const counted = { apart: undefined, isResolved: false, isFalseAlarm: false, isEscalated: false };
  const alerts = ['g', 'f', 'e', 'd', 'c', 'b'].map((id) => ({ ...counted, id, responseMilliseconds: 7 }));
  const { longest } = tallyOf([...alerts, { ...counted, id: 'z', responseMilliseconds: 8 }]);
  expect(longest.map(({ id }) => id)).toEqual(['z', 'b', 'c', 'd', 'e']);
});

describe('histogram', () => {
  /** Durations from a millisecond to four months, each order of magnitude as often. */
  const milliseconds = fc
    .double({ min: 0, max: 10, noNaN: true })
    .map((exponent) => Math.round(10 ** exponent));

  function histogramOf(values: readonly number[]): Histogram {
    const histogram: Histogram = new Map();
    for (const value of values) addToBin(histogram, binOf(value), 1);
    return histogram;
  }

  test('A percentile from the histogram differs from the exact nearest-rank percentile by at most 5 %', () => {
    fc.assert(
      fc.property(
        fc.array(milliseconds, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 100 }),
        (values, percent) => {
          const sorted = values.toSorted((a, b) => a - b);
          const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
          const found = percentile(histogramOf(values), percent) ?? 0;
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.05 * exact);
        },
      ),
    );
  });

  test('A histogram without durations has no percentile', () => {
    expect(percentile(new Map(), 50)).toBeNull();
  });

  test('A duration of zero is in the first bin of the histogram, and counts as a millisecond', () => {
    expect(binOf(0)).toBe(0);
    expect(percentile(histogramOf([0]), 99)).toBe(1);
  });

  test('A year of response times needs fewer than 300 bins', () => {
    expect(binOf(365 * 86_400_000)).toBeLessThan(300);
  });
});
