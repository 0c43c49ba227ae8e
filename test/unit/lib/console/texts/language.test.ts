import { expect, test } from 'vitest';
import { chooseLanguage, chooseLocale } from '../../../../../lib/console/texts/language.ts';

test.each([
  ['de', ['pt-PT'], 'de'],
  [null, ['fr-FR', 'es-MX', 'de'], 'es'],
  [null, ['fr-FR'], 'en'],
  ['xx', [], 'en'],
] as const)('The choice %s of a browser that wants %j shows the language %s', (chosen, wanted, language) => {
  expect(chooseLanguage(chosen, wanted)).toBe(language);
});

test.each([
  ['pt', ['en-US', 'pt-BR'], 'pt-BR'],
  ['de', ['en-US'], 'de'],
  ['en', ['en-US@posix'], 'en-GB'],
] as const)(
  'Dates in the language %s of a browser that wants %j have the locale %s',
  (language, wanted, locale) => {
    expect(chooseLocale(language, wanted)).toBe(locale);
  },
);
