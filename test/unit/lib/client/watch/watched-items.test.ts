import { expect, test } from 'vitest';
import { WatchedItems } from '../../../../../lib/client/watch/watched-items.ts';

interface Thing {
  readonly id: string;
  readonly version: number;
  readonly isOpen: boolean;
}

const thing = (version: number, isOpen = true): Thing => ({ id: 'a', version, isOpen });
const MINUTE = 60_000;

const empty = () =>
  new WatchedItems<Thing>({
    isNewer: (one, other) => one.version > other.version,
    matches: ({ isOpen }) => isOpen,
  });
const shown = (items: WatchedItems<Thing>) => [...items.shown.values()].map(({ version }) => version);

test('In a watch, only a newer version of an item replaces the item', () => {
  const items = empty();
  expect(items.update(thing(2), 0)).toBe(true);
  expect(items.update(thing(1), 0)).toBe(false);
  expect(items.update(thing(2), 0)).toBe(false);
  expect(shown(items)).toEqual([2]);
  expect(items.update(thing(3), 0)).toBe(true);
  expect(shown(items)).toEqual([3]);
});

test('A stale list does not bring back an item that no longer matches the watch', () => {
  const items = empty();
  items.update(thing(1), 0);
  expect(items.update(thing(2, false), 0)).toBe(true);
  expect(items.update(thing(1), MINUTE)).toBe(false);
  expect(shown(items)).toEqual([]);
});

test('A watch shows a hidden item again if a newer version matches, but not because of an older version', () => {
  const items = empty();
  items.update(thing(1), 0);
  items.update(thing(2, false), 0);
  expect(items.update(thing(3), MINUTE)).toBe(true);
  expect(items.update(thing(2, false), MINUTE)).toBe(false);
  expect(shown(items)).toEqual([3]);
});

test('If a newer version of an item does not match a watch, an older one is not shown, even if the item was never shown', () => {
  const items = empty();
  expect(items.update(thing(2, false), 0)).toBe(false);
  expect(items.update(thing(1), 0)).toBe(false);
  expect(shown(items)).toEqual([]);
});

test('After a change of the caller’s scope empties a watch, an item may return in the same version, but not in an older one', () => {
  const items = empty();
  items.update(thing(2), 0);
  items.clear(0);
  expect(shown(items)).toEqual([]);
  expect(items.update(thing(1), 0)).toBe(false);
  expect(items.update(thing(2), 0)).toBe(true);
  expect(shown(items)).toEqual([2]);
});

test('A watch remembers a hidden item for 15 minutes, as long as a stale list could contain the item', () => {
  const items = empty();
  items.update(thing(2, false), 0);
  items.prune(15 * MINUTE);
  expect(items.update(thing(1), 15 * MINUTE)).toBe(false);
  items.prune(15 * MINUTE + 1);
  expect(items.update(thing(1), 16 * MINUTE)).toBe(true);
});

test('Removing an item from a watch hides it, and removing an unknown item has no effect', () => {
  const items = empty();
  items.update(thing(1), 0);
  expect(items.remove('a', 0)).toBe(true);
  expect(items.remove('a', 0)).toBe(false);
  expect(shown(items)).toEqual([]);
});

test('A removed item returns to a watch with its next change, but not with a stale list', () => {
  const items = empty();
  items.update(thing(1), 0);
  items.remove('a', 0);
  expect(items.update(thing(1), 0)).toBe(false);
  expect(items.update(thing(2), 0)).toBe(true);
  expect(shown(items)).toEqual([2]);
});

test('An item that a watch hid because it left the caller’s scope may return in the same version, but not in an older one', () => {
  const items = empty();
  items.update(thing(2), 0);
  items.hide('a', 0);
  expect(shown(items)).toEqual([]);
  expect(items.update(thing(1), 0)).toBe(false);
  expect(items.update(thing(2), 0)).toBe(true);
});

test('After a change of the caller’s scope, a watch may show a removed item again, but not an item that does not match', () => {
  const items = empty();
  items.update(thing(1), 0);
  items.remove('a', 0);
  items.clear(0);
  expect(items.update(thing(1), 0)).toBe(true);
  items.update(thing(2, false), 0);
  items.clear(0);
  expect(items.update(thing(2, false), 0)).toBe(false);
  expect(items.update(thing(1), 0)).toBe(false);
  expect(shown(items)).toEqual([]);
});
