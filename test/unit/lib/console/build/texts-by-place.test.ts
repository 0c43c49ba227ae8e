// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources with templates are texts here
import { expect, test } from 'vitest';
import { placeTexts } from '../../../../../lib/console/build/texts-by-place.ts';

const placed = (texts: string) => placeTexts('some-texts.ts', `export const texts = inLanguages(${texts});`);

test('The build of the console keeps the names of texts in English only, and sorts the other languages like English', () => {
  const texts = `{
    en: { one: 'one', inner: { two: (it: string) => \`two \${it}\` } } satisfies object,
    pt: { inner: { two: (it) => \`dois \${it}\` }, one: 'um' },
  }`;
  expect(placed(texts).replace(/\s+/g, ' ')).toBe(
    'export const texts = inPlaces(' +
      "{ one: 'one', inner: { two: (it: string) => `two ${it}` } } satisfies object," +
      "['um',(it) => `dois ${it}`]);",
  );
});

test('The build of the console leaves single texts in their languages, and all other code as it is', () => {
  expect(placed("{ en: 'Sites', de: 'Objekte' }")).toBe(
    "export const texts = inPlaces('Sites',['Objekte']);",
  );
  expect(placeTexts('a.ts', 'export const a = other({ en: 1 });')).toBe('export const a = other({ en: 1 });');
});

test.each([
  ['a missing text', "{ en: { one: '1', two: '2' }, de: { one: '1' } }"],
  ['one text too many', "{ en: { one: '1' }, de: { one: '1', two: '2' } }"],
  ['a number as a name', "{ en: { 1: 'one' }, de: { 1: 'eins' } }"],
  ['a list', "{ en: { one: ['a'] }, de: { one: ['b'] } }"],
  ['texts that are not written out', '{ en: { ...others }, de: { ...others } }'],
])('The console build rejects texts with %s, because their languages would not line up', (_, texts) => {
  expect(() => placed(texts)).toThrow();
});
