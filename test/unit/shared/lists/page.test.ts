import { describe, expect, test } from 'vitest';
import { cutPage, isBeyond } from '../../../../shared/lists/page.ts';

const at = (id: string, direction: 'next' | 'prev') => ({ position: { id, direction }, limit: 2 });
const entries = (...ids: string[]) => ids.map((id) => ({ id }));

describe('a page', () => {
  test('that is the first and full leads on, not back', () => {
    expect(cutPage(entries('c', 'b', 'a'), { position: undefined, limit: 2 })).toEqual({
      items: entries('c', 'b'),
      next: { direction: 'next', id: 'b' },
      prev: undefined,
    });
  });

  test('that is exactly full and the last leads nowhere', () => {
    expect(cutPage(entries('b', 'a'), { position: undefined, limit: 2 }).next).toBeUndefined();
  });

  test('that was walked back to is newest first, and leads on from its end', () => {
    expect(cutPage(entries('c', 'd', 'e'), at('b', 'prev'))).toEqual({
      items: entries('d', 'c'),
      next: { direction: 'next', id: 'c' },
      prev: { direction: 'prev', id: 'd' },
    });
    expect(cutPage(entries('c', 'd'), at('b', 'prev')).prev).toBeUndefined();
  });
});

test.each([
  ['c', 'b', 'next', false],
  ['b', 'b', 'next', false],
  ['a', 'b', 'next', true],
  ['c', 'b', 'prev', true],
  ['b', 'b', 'prev', false],
  ['a', 'b', 'prev', false],
] as const)('%s is beyond %s going to the %s: %s', (id, place, direction, expected) => {
  expect(isBeyond(id, { id: place, direction })).toBe(expected);
  expect(isBeyond(id, undefined)).toBe(true);
});
