import { expect, test } from 'vitest';
import { Preferences } from '../../../../../lib/console/services/preferences.ts';

function makeStorage() {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  };
}

test('A user’s preference in the console of one stage does not affect the console of another stage', () => {
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

test('If the browser denies storage, the console’s preferences have their defaults, and setting one causes no error', () => {
  const preferences = new Preferences(() => {
    throw new Error('Denied');
  }, '');
  expect(() => preferences.set('sound', false)).not.toThrow();
  expect(preferences.isOn('sound', true)).toBe(true);
});
