import { expect, test } from 'vitest';
import { commandOf, KEYS } from '../../../../../lib/console/state/shortcuts.ts';

const NO_MODIFIERS = { repeat: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, modifiers = {}) => commandOf({ ...NO_MODIFIERS, key, ...modifiers });

test.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['n', 'ringing'],
  ['a', 'acknowledge'],
  ['r', 'resolve'],
  ['x', 'select'],
  ['u', 'undo'],
  ['/', 'search'],
  ['?', 'help'],
  ['q', undefined],
  ['constructor', undefined],
])('On the alert desk, the keyboard key %s triggers the command %s', (key, command) => {
  expect(press(key)).toBe(command);
});

test.each(['ctrlKey', 'metaKey', 'altKey'])(
  'On the alert desk, a keyboard key with %s triggers no command',
  (modifier) => {
    expect(press('r', { [modifier]: true })).toBeUndefined();
  },
);

test('On the alert desk, holding a keyboard key down repeats only the movement to the next or previous alert', () => {
  const commands = ['j', 'k', 'n', 'a', 'r', 'x', 'u', '/', '?'].map((key) => press(key, { repeat: true }));
  expect(commands).toEqual(['next', 'previous', ...Array(7).fill(undefined)]);
});

test('The keyboard help of the alert desk lists every keyboard key that triggers a command', () => {
  const named = KEYS.flatMap(([keys]) => keys.split(', '));
  for (const key of ['j', 'k', 'n', 'a', 'r', 'x', 'u', '/', '?']) expect(named).toContain(key);
});
