import { afterAll, expect, test, vi } from 'vitest';
import { chooseLanguage, chooseLocale } from '../../../../../lib/console/texts/language.ts';

test.each([
  ['de', ['pt-PT'], 'de'],
  [null, ['fr-FR', 'es-MX', 'de'], 'es'],
  [null, ['fr-FR'], 'en'],
  ['xx', [], 'en'],
] as const)(
  'With the choice %s of a user in a browser that wants %j, the console shows the language %s',
  (chosen, wanted, language) => {
    expect(chooseLanguage(chosen, wanted)).toBe(language);
  },
);

test.each([
  ['pt', ['en-US', 'pt-BR'], 'pt-BR'],
  ['de', ['en-US'], 'de'],
  ['en', ['en-US@posix'], 'en-GB'],
] as const)(
  'The console in the language %s of a browser that wants %j writes dates in the locale %s',
  (language, wanted, locale) => {
    expect(chooseLocale(language, wanted)).toBe(locale);
  },
);

// Other tests share these modules, in English.
afterAll(() => vi.resetModules());

test.each([
  ['en', ['one', 'two', 'three']],
  ['pt', ['pt 1', 'pt 2', 'pt 3']],
  ['de', ['de 1', 'de 2', 'de 3']],
])(
  'Texts that the build has put in places are those of the language %s of the page',
  async (language, shown) => {
    vi.resetModules();
    vi.stubGlobal('navigator', { languages: [language] });
    const { inPlaces } = await import('../../../../../lib/console/texts/language.ts');
    vi.unstubAllGlobals();
    const english = { one: 'one', inner: { two: () => 'two' }, three: 'three' };
    const others = ['pt', 'es', 'de'].map((it) => [`${it} 1`, () => `${it} 2`, `${it} 3`]);
    const texts = inPlaces(english, ...others);
    expect([texts.one, texts.inner.two(), texts.three]).toEqual(shown);
  },
);
