// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources with templates are texts here
import { expect, test } from 'vitest';
import { placeTexts } from '../../../../../lib/console/build/texts-by-place.ts';

const placed = (texts: string) => placeTexts('some-texts.ts', `export const texts = inLanguages(${texts});`);

test('The console build removes the names of texts from all languages but English, and puts the texts in the order of English', () => {
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

test('The console build also converts a text without a name, and does not change other code', () => {
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
])(
  'The console build rejects texts with %s, because the texts of two languages could not be matched by position',
  (_, texts) => {
    expect(() => placed(texts)).toThrow();
  },
);
