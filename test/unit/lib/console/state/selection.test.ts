import { expect, test } from 'vitest';
import { choose, chooseAll, NOTHING_SELECTED } from '../../../../../lib/console/state/selection.ts';

const LISTED = ['a', 'b', 'c', 'd', 'e'];
const idsAfter = (...presses: readonly (readonly [id: string, isRange?: boolean])[]) =>
  [
    ...presses.reduce(
      (selection, [id, isRange = false]) => choose(selection, id, isRange, LISTED),
      NOTHING_SELECTED,
    ).ids,
  ].sort();

test('one alert is selected, and deselected by the next press', () => {
  expect(idsAfter(['b'])).toEqual(['b']);
  expect(idsAfter(['b'], ['d'])).toEqual(['b', 'd']);
  expect(idsAfter(['b'], ['d'], ['b'])).toEqual(['d']);
});

test.each([
  ['down', [['b'], ['d', true]], ['b', 'c', 'd']],
  ['up', [['d'], ['b', true]], ['b', 'c', 'd']],
  ['to be deselected', [['a'], ['e', true], ['b'], ['d', true]], ['a', 'e']],
] as const)('a range is chosen from the last press, %s', (_, presses, expected) => {
  expect(idsAfter(...presses)).toEqual(expected);
});

test('a range without a beginning, or from an alert that is no longer listed, is one alert', () => {
  expect(idsAfter(['c', true])).toEqual(['c']);
  const selection = { ids: new Set(['gone']), anchor: 'gone' };
  expect([...choose(selection, 'c', true, LISTED).ids]).toEqual(['gone', 'c']);
});

test('all that are listed are selected, and then none', () => {
  const all = chooseAll({ ids: new Set(['b', 'hidden']), anchor: 'b' }, LISTED);
  expect([...all.ids]).toEqual(LISTED);
  expect(chooseAll(all, LISTED)).toBe(NOTHING_SELECTED);
});
