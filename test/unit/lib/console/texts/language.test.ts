import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { de } from '../../../../../lib/console/texts/desk-de.ts';
import { en } from '../../../../../lib/console/texts/desk-en.ts';
import { es } from '../../../../../lib/console/texts/desk-es.ts';
import { pt } from '../../../../../lib/console/texts/desk-pt.ts';
import { chooseLanguage, chooseLocale } from '../../../../../lib/console/texts/language.ts';

describe('language', () => {
  test.each([
    ['de', ['pt-PT'], 'de'],
    [null, ['fr-FR', 'es-MX', 'de'], 'es'],
    [null, ['fr-FR'], 'en'],
    ['xx', [], 'en'],
  ] as const)(
    'If the user chose %s and the browser prefers %j, the console’s language is %s',
    (chosen, wanted, language) => {
      expect(chooseLanguage(chosen, wanted)).toBe(language);
    },
  );

  test.each([
    ['pt', ['en-US', 'pt-BR'], 'pt-BR'],
    ['de', ['en-US'], 'de'],
    ['en', ['en-US@posix'], 'en-GB'],
  ] as const)(
    'If the console’s language is %s and the browser prefers %j, dates have the locale %s',
    (language, wanted, locale) => {
      expect(chooseLocale(language, wanted)).toBe(locale);
    },
  );
});

describe('files', () => {
  const LANGUAGE = '../../../../../lib/console/texts/language.ts';

  /** The texts of the files that are being imported. */
  const found: Readonly<Record<string, unknown>>[] = [];

  // Other tests share these modules.
  beforeAll(() => {
    vi.resetModules();
    vi.doMock(LANGUAGE, async (original) => ({
      ...(await original<object>()),
      inLanguages: (texts: (typeof found)[number]) => {
        found.push(texts);
        return texts['en'];
      },
    }));
  });
  afterAll(() => {
    vi.doUnmock(LANGUAGE);
    vi.resetModules();
  });

  const FILES = globSync('lib/console/**/*.{ts,tsx}')
    .filter((file) => /[=:] inLanguages\(\{/.test(readFileSync(file, 'utf8')))
    .sort();

  /** The paths of all texts, and how many values each takes. */
  function shapeOf(texts: unknown, path = ''): string[] {
    if (typeof texts === 'string') return [path];
    if (typeof texts === 'function') return [`${path}()`];
    return Object.entries(texts as object).flatMap(([key, inner]) => shapeOf(inner, `${path}.${key}`));
  }

  /** Expects the same texts in all languages. */
  function expectTranslated(languages: Readonly<Record<string, unknown>>): void {
    expect(Object.keys(languages)).toEqual(['en', 'pt', 'es', 'de']);
    const [english, ...others] = Object.values(languages).map((it) => shapeOf(it));
    expect(english?.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(english);
    // A key may be empty, for a choice of nothing.
    expect(JSON.stringify(languages)).not.toMatch(/:""|[[,]""[,\]]/);
  }

  test.each(FILES)(
    'Every text in the console’s file %s exists in each language and is not empty',
    async (file) => {
      vi.resetModules();
      found.length = 0;
      await import(resolve(file));
      expect(found.length).toBeGreaterThan(0);
      for (const languages of found) expectTranslated(languages);
    },
  );

  test('Every text of the alert desk exists in each language and is not empty', () => {
    expectTranslated({ en, pt, es, de });
  });
});
