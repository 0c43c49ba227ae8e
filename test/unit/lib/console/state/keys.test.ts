import { expect, test } from 'vitest';
import { commandOf, KEYS } from '../../../../../lib/console/state/keys.ts';

const NO_MODIFIERS = { repeat: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, said = {}) => commandOf({ ...NO_MODIFIERS, key, ...said });

test.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'acknowledge'],
  ['r', 'resolve'],
  ['x', 'select'],
  ['u', 'undo'],
  ['/', 'search'],
  ['?', 'help'],
  ['q', undefined],
  ['constructor', undefined],
])('%s means %s', (key, command) => {
  expect(press(key)).toBe(command);
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('a key with %s is left to the browser', (modifier) => {
  expect(press('r', { [modifier]: true })).toBeUndefined();
});

test('a key that is held down moves on, and does nothing else again', () => {
  const commands = ['j', 'k', 'a', 'r', 'x', 'u', '/', '?'].map((key) => press(key, { repeat: true }));
  expect(commands).toEqual(['next', 'previous', ...Array(6).fill(undefined)]);
});

test('the help names every key', () => {
  const named = KEYS.flatMap(([keys]) => keys.split(', '));
  for (const key of ['j', 'k', 'a', 'r', 'x', 'u', '/', '?']) expect(named).toContain(key);
});
