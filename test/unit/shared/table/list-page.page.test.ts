import { expect, test } from 'vitest';
import { cutPage, isBeyond } from '../../../../shared/table/list-page.ts';

const at = (id: string, direction: 'next' | 'prev') => ({ position: { id, direction }, limit: 2 });
const entries = (...ids: string[]) => ids.map((id) => ({ id }));

test('A full first page of a list has a next page and no previous page', () => {
  expect(cutPage(entries('c', 'b', 'a'), { position: undefined, limit: 2 })).toEqual({
    items: entries('c', 'b'),
    next: { direction: 'next', id: 'b' },
    prev: undefined,
  });
});

test('A full last page of a list has no next page', () => {
  expect(cutPage(entries('b', 'a'), { position: undefined, limit: 2 }).next).toBeUndefined();
});

test('A page of a list that is reached backwards is newest first and has a next page', () => {
  expect(cutPage(entries('c', 'd', 'e'), at('b', 'prev'))).toEqual({
    items: entries('d', 'c'),
    next: { direction: 'next', id: 'c' },
    prev: { direction: 'prev', id: 'd' },
  });
  expect(cutPage(entries('c', 'd'), at('b', 'prev')).prev).toBeUndefined();
});

test.each([
  ['c', 'b', 'next', false],
  ['b', 'b', 'next', false],
  ['a', 'b', 'next', true],
  ['c', 'b', 'prev', true],
  ['b', 'b', 'prev', false],
  ['a', 'b', 'prev', false],
] as const)(
  'The id %s is beyond the position %s of a list in the direction %s: %s',
  (id, place, direction, expected) => {
    expect(isBeyond(id, { id: place, direction })).toBe(expected);
    expect(isBeyond(id, undefined)).toBe(true);
  },
);
