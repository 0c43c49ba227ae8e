import { expect, test, vi } from 'vitest';
import { isInOtherLanguage } from '../../../../../lib/console/services/own-language.ts';

/** A person who has chosen a language, or none, and what the console does about it on a page in Portuguese. */
async function signIn(chosen: string | null, { isStored = true, isReached = true } = {}) {
  const updatePreferences = vi.fn(async (changes) => changes);
  const keep = vi.fn(() => isStored);
  const getPreferences = async () => {
    if (!isReached) throw new Error('The service does not answer.');
    return { language: chosen, tenant_time_zone: null, tenant_reminders: {} };
  };
  const guard = { getPreferences, updatePreferences } as never;
  const isOther = await isInOtherLanguage(guard, 'pt', keep);
  return { isOther, stored: updatePreferences.mock.calls.map(([changes]) => changes), kept: keep.mock.calls };
}

test('Whoever has chosen no language gets messages in the language that the console shows', async () => {
  expect(await signIn(null)).toEqual({ isOther: false, stored: [{ language: 'pt' }], kept: [] });
});

test('The console shows the language that a person has chosen, whatever the browser wants', async () => {
  expect(await signIn('de')).toEqual({ isOther: true, stored: [], kept: [['de']] });
  expect(await signIn('pt')).toEqual({ isOther: false, stored: [], kept: [] });
});

test.each([
  [
    'the browser stores nothing, because the page would be loaded again without end',
    'de',
    { isStored: false },
  ],
  ['the service does not answer', 'de', { isReached: false }],
  ['the console does not know the language', 'fr', {}],
])('The console stays in its language if %s', async (_, chosen, world) => {
  expect((await signIn(chosen, world)).isOther).toBe(false);
});
