import { expect, test } from 'vitest';
import { Preferences } from '../../../../../lib/console/services/preferences.ts';

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}

test('a choice is there the next time, for this stage alone', () => {
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

test('a browser that keeps nothing leaves everything as usual', () => {
  const preferences = new Preferences(() => {
    throw new Error('Denied');
  }, '');
  expect(() => preferences.set('sound', false)).not.toThrow();
  expect(preferences.isOn('sound', true)).toBe(true);
});
