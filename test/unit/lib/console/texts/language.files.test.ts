import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { de } from '../../../../../lib/console/texts/desk-de.ts';
import { en } from '../../../../../lib/console/texts/desk-en.ts';
import { es } from '../../../../../lib/console/texts/desk-es.ts';
import { pt } from '../../../../../lib/console/texts/desk-pt.ts';

const LANGUAGE = '../../../../../lib/console/texts/language.ts';

// Each file of texts returns all its languages here, instead of the page's language. Other tests share these modules.
beforeAll(() => {
  vi.resetModules();
  vi.doMock(LANGUAGE, async (original) => ({
    ...(await original<object>()),
    inLanguages: (texts: unknown) => texts,
  }));
});
afterAll(() => {
  vi.doUnmock(LANGUAGE);
  vi.resetModules();
});

const FILES = globSync('lib/console/**/*-texts.ts').sort();

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
  'The text file %s of the console has the same texts in each language, and none is empty',
  async (file) => {
    const exported = Object.values<Record<string, unknown>>(await import(resolve(file)));
    for (const languages of exported) expectTranslated(languages);
  },
);

test('The alert desk has the same texts in each language, and none is empty', () => {
  expectTranslated({ en, pt, es, de });
});
