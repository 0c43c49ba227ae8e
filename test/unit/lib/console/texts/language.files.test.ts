import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { de } from '../../../../../lib/console/texts/desk-de.ts';
import { en } from '../../../../../lib/console/texts/desk-en.ts';
import { es } from '../../../../../lib/console/texts/desk-es.ts';
import { pt } from '../../../../../lib/console/texts/desk-pt.ts';

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
  expect(JSON.stringify(languages)).not.toContain('""');
}

test.each(FILES)(
  'All texts of the console’s file %s exist in each language, and none is empty',
  async (file) => {
    vi.resetModules();
    found.length = 0;
    await import(resolve(file));
    expect(found.length).toBeGreaterThan(0);
    for (const languages of found) expectTranslated(languages);
  },
);

test('The alert desk has the same texts in each language, and none is empty', () => {
  expectTranslated({ en, pt, es, de });
});
