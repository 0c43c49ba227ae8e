import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addTally,
  allAlerts,
  type CountedAlert,
  countAlert,
  emptyTally,
  loadTally,
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

test('The tallies of two halves add up to the tally of the whole, in any order', () => {
  fc.assert(
    fc.property(fc.array(alert, { maxLength: 30 }), fc.nat(30), (alerts, half) => {
      const sum = tallyOf(alerts.slice(half));
      addTally(sum, tallyOf(alerts.slice(0, half)));
      expect(inOrder(sum)).toEqual(inOrder(tallyOf(alerts)));
      expect(allAlerts(sum)).toBe(alerts.length);
    }),
  );
});

test('A stored tally is read as it was', () => {
  fc.assert(
    fc.property(fc.array(alert, { maxLength: 30 }), (alerts) => {
      const tally = tallyOf(alerts);
      const stored = storedTallySchema.parse(JSON.parse(JSON.stringify(storeTally(tally))));
      expect(loadTally(stored)).toEqual(tally);
    }),
  );
});

test('A tally of a release with fewer counts is read with zeros', () => {
  expect(loadTally([[3, 2], [1], [], []])).toMatchObject({
    alerts: 3,
    acknowledged: 2,
    within: [1, 0, 0, 0],
    onTest: 0,
  });
});

test('An alert that is counted apart changes no other number', () => {
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

test('A response at the very second of a limit is within it', () => {
  const counted = { apart: undefined, isResolved: false, isFalseAlarm: false, isEscalated: false };
  const tally = tallyOf([
    { ...counted, id: 'a', responseMilliseconds: 30_000 },
    { ...counted, id: 'b', responseMilliseconds: 180_001 },
  ]);
  expect(tally.within).toEqual([1, 1, 1, 1]);
});

test('The five longest response times are kept, and of equal ones those of older alerts', () => {
  const counted = { apart: undefined, isResolved: false, isFalseAlarm: false, isEscalated: false };
  const alerts = ['g', 'f', 'e', 'd', 'c', 'b'].map((id) => ({ ...counted, id, responseMilliseconds: 7 }));
  const { longest } = tallyOf([...alerts, { ...counted, id: 'z', responseMilliseconds: 8 }]);
  expect(longest.map(({ id }) => id)).toEqual(['z', 'b', 'c', 'd', 'e']);
});
