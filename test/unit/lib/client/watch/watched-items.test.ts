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

test('a newer state takes the place of an older one, and an older or equal one changes nothing', () => {
  const items = empty();
  expect(items.take(thing(2), 0)).toBe(true);
  expect(items.take(thing(1), 0)).toBe(false);
  expect(items.take(thing(2), 0)).toBe(false);
  expect(shown(items)).toEqual([2]);
  expect(items.take(thing(3), 0)).toBe(true);
  expect(shown(items)).toEqual([3]);
});

test('what is over is not brought back by a list that lags', () => {
  const items = empty();
  items.take(thing(1), 0);
  expect(items.take(thing(2, false), 0)).toBe(true);
  expect(items.take(thing(1), MINUTE)).toBe(false);
  expect(shown(items)).toEqual([]);
});

test('what was over and was reopened is shown again, and an older state of it is not', () => {
  const items = empty();
  items.take(thing(1), 0);
  items.take(thing(2, false), 0);
  expect(items.take(thing(3), MINUTE)).toBe(true);
  expect(items.take(thing(2, false), MINUTE)).toBe(false);
  expect(shown(items)).toEqual([3]);
});

test('what was over before it was ever shown is known, too', () => {
  const items = empty();
  expect(items.take(thing(2, false), 0)).toBe(false);
  expect(items.take(thing(1), 0)).toBe(false);
  expect(shown(items)).toEqual([]);
});

test('what left the reach comes back as it was, but never older', () => {
  const items = empty();
  items.take(thing(2), 0);
  items.clear(0);
  expect(shown(items)).toEqual([]);
  expect(items.take(thing(1), 0)).toBe(false);
  expect(items.take(thing(2), 0)).toBe(true);
  expect(shown(items)).toEqual([2]);
});

test('what left is forgotten once no list can tell of it any more', () => {
  const items = empty();
  items.take(thing(2, false), 0);
  items.prune(15 * MINUTE);
  expect(items.take(thing(1), 15 * MINUTE)).toBe(false);
  items.prune(15 * MINUTE + 1);
  expect(items.take(thing(1), 16 * MINUTE)).toBe(true);
});

test('what is removed is shown no more; to remove what is not there changes nothing', () => {
  const items = empty();
  items.take(thing(1), 0);
  expect(items.remove('a', 0)).toBe(true);
  expect(items.remove('a', 0)).toBe(false);
  expect(shown(items)).toEqual([]);
});

test('what is said to be gone is not brought back by a list that lags, but by its next change', () => {
  const items = empty();
  items.take(thing(1), 0);
  items.remove('a', 0);
  expect(items.take(thing(1), 0)).toBe(false);
  expect(items.take(thing(2), 0)).toBe(true);
  expect(shown(items)).toEqual([2]);
});

test('what was not in reach for a moment comes back as it was, but never older', () => {
  const items = empty();
  items.take(thing(2), 0);
  items.hide('a', 0);
  expect(shown(items)).toEqual([]);
  expect(items.take(thing(1), 0)).toBe(false);
  expect(items.take(thing(2), 0)).toBe(true);
});

test('what is said to be gone may be in another reach; what is over is in none', () => {
  const items = empty();
  items.take(thing(1), 0);
  items.remove('a', 0);
  items.clear(0);
  expect(items.take(thing(1), 0)).toBe(true);
  items.take(thing(2, false), 0);
  items.clear(0);
  expect(items.take(thing(2, false), 0)).toBe(false);
  expect(items.take(thing(1), 0)).toBe(false);
  expect(shown(items)).toEqual([]);
});
