import { expect, test } from 'vitest';
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
