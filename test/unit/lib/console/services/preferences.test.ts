import { expect, test } from 'vitest';
import { Preferences } from '../../../../../lib/console/services/preferences.ts';

function makeStorage() {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  };
}

test('The console stores a preference of the user for its stage only', () => {
  const storage = makeStorage();
  const at = (stage: string) => new Preferences(() => storage, `https://guard.example/${stage}`);
  expect(at('prod').isOn('sound', true)).toBe(true);
  expect(at('prod').isOn('sound', false)).toBe(false);
  at('prod').set('sound', false);
  expect(at('prod').isOn('sound', true)).toBe(false);
  expect(at('prod').isOn('keys', true)).toBe(true);
  expect(at('test').isOn('sound', true)).toBe(true);
  at('prod').set('sound', true);
  expect(at('prod').isOn('sound', false)).toBe(true);
});

test('If the browser denies storage, the console’s preferences keep their defaults and can be set without an error', () => {
  const preferences = new Preferences(() => {
    throw new Error('Denied');
  }, '');
  expect(() => preferences.set('sound', false)).not.toThrow();
  expect(preferences.isOn('sound', true)).toBe(true);
});
