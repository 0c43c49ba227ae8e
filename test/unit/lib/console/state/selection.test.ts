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

test('A click on an alert’s checkbox selects the alert, and the next click deselects the alert', () => {
  expect(idsAfter(['b'])).toEqual(['b']);
  expect(idsAfter(['b'], ['d'])).toEqual(['b', 'd']);
  expect(idsAfter(['b'], ['d'], ['b'])).toEqual(['d']);
});

test.each([
  ['down', [['b'], ['d', true]], ['b', 'c', 'd']],
  ['up', [['d'], ['b', true]], ['b', 'c', 'd']],
  ['of deselected alerts', [['a'], ['e', true], ['b'], ['d', true]], ['a', 'e']],
] as const)('A Shift-click range %s starts at the last click', (_, presses, expected) => {
  expect(idsAfter(...presses)).toEqual(expected);
});

test('If the last clicked alert is not listed, a Shift-click selects one alert only', () => {
  expect(idsAfter(['c', true])).toEqual(['c']);
  const selection = { ids: new Set(['gone']), anchor: 'gone' };
  expect([...choose(selection, 'c', true, LISTED).ids]).toEqual(['gone', 'c']);
});

test('A box for several alerts selects all of them, deselects them at the next click, and leaves others as they are', () => {
  const all = chooseAll({ ids: new Set(['b', 'other']), anchor: 'b' }, LISTED);
  expect([...all.ids].sort()).toEqual([...LISTED, 'other']);
  expect([...chooseAll(all, LISTED).ids]).toEqual(['other']);
  expect([...chooseAll(NOTHING_SELECTED, []).ids]).toEqual([]);
});
