import { expect, test } from 'vitest';
import { itemBytes } from '../../../bench/item-size.ts';

test('The computed size of a table item is the sum of the sizes of its names and values', () => {
  expect(itemBytes({ pk: 'ab', sk: 'é' })).toBe(2 + 2 + 2 + 2);
  expect(itemBytes({ on: true, off: null })).toBe(2 + 1 + 3 + 1);
  expect(itemBytes({ n: 1 })).toBe(1 + 2);
  expect(itemBytes({ m: { a: 'xy' } })).toBe(1 + 3 + 1 + 1 + 2);
  expect(itemBytes({ l: ['xy', 'z'] })).toBe(1 + 3 + 1 + 2 + 1 + 1);
});
