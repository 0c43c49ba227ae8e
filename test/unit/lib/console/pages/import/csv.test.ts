import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvError, parseCsv, textOf } from '../../../../../../lib/console/pages/import/csv.ts';
import { csvOf } from '../../../../../../shared/base/csv.ts';

/** Texts of the characters that have a meaning in CSV or in spreadsheets, and of any others. */
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', "'", ',', ';', '\r', '\n', '\t', '=', '-', '＝', 'a', ' ', '\ufeff'),
  }),
  fc.string({ unit: 'grapheme' }),
);
const columnsOf = (titles: readonly string[]) =>
  titles.map((title, place) => ({ title, value: (row: readonly string[]) => row[place] }));
const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test('Reading a CSV text that the console wrote gives the same rows', () => {
  const tables = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 }));
  fc.assert(
    fc.property(tables, fc.constantFrom(',', ';'), (rows, separator) => {
      const titles = (rows[0] ?? ['']).map((_, place) => `column ${place}`);
      expect(cellsOf(`\ufeff${csvOf(columnsOf(titles), rows, separator)}`)).toEqual([titles, ...rows]);
    }),
  );
});

test('No cell that the console writes as CSV begins like a spreadsheet formula', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const written = csvOf(columnsOf(['title']), [[text]]).slice('title\r\n'.length);
      expect(written).not.toMatch(/^"?[=+\-@\t\r\n]/);
    }),
  );
  expect(csvOf(columnsOf(['a', 'b']), [['=1+1', "'@x"]])).toBe("a,b\r\n'=1+1,''@x\r\n");
});

test('No cell that the console writes as CSV becomes a formula if a program reads the file with another separator', () => {
  fc.assert(
    fc.property(cell, fc.constantFrom(',', ';'), fc.constantFrom(',', ';', '\t'), (text, written, read) => {
      const file = csvOf(columnsOf(['a', 'b']), [['x', text]], written).slice('a,b\r\n'.length);
      // A reader of another separator sees no quotation marks around this cell, and may drop those that it sees.
      const others = read === written ? [] : file.split(new RegExp(`[${read}\r\n]`));
      for (const it of others) expect(it.replace(/^"+/, '')).not.toMatch(/^[=+\-@＝＋－＠\t]/);
    }),
  );
});

test.each([
  ['x;=HYPERLINK("https://evil.test")', '"x;\'=HYPERLINK(""https://evil.test"")"'],
  ['x;"=1+1"', '"x;\'""=1+1"""'],
  ['x\t@SUM(1)', '"x\t\'@SUM(1)"'],
  ['x\n+1', '"x\n\'+1"'],
  ['＝1+1', "'＝1+1"],
  ['Gate - north; 2 + 2', '"Gate - north; 2 + 2"'],
])('The console writes the cell %j to CSV as %s, and reads the original text from that', (text, expected) => {
  const written = csvOf(columnsOf(['a', 'b']), [[text, '']]);
  expect(written).toBe(`a,b\r\n${expected},\r\n`);
  expect(cellsOf(written)[1]).toEqual([text, '']);
});

test('The console reads CSV with semicolons, quotation marks, any line end and a byte order mark, and numbers rows as a spreadsheet does', () => {
  const text = '\ufeffsite;name\r\n"A; ""B""";5" pipe\n\nC;"two\r\nlines"\rD;';
  expect(parseCsv(text)).toEqual([
    { number: 1, cells: ['site', 'name'] },
    { number: 2, cells: ['A; "B"', '5" pipe'] },
    { number: 4, cells: ['C', 'two\r\nlines'] },
    { number: 5, cells: ['D', ''] },
  ]);
  expect(parseCsv('')).toEqual([]);
});

test.each([
  [
    'sep=;\r\na;b,c\r\n1;2',
    [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  ],
  ['\ufeff"sep=,"\n"a","b;c"', [['a', 'b;c']]],
  ['SEP=|\na|b', [['a', 'b']]],
  [
    'a\tb, c\n1\t"2\t3"',
    [
      ['a', 'b, c'],
      ['1', '2\t3'],
    ],
  ],
  ['a; "b" ;\u00a0"c;d"\t', [['a', 'b', 'c;d']]],
  [
    '"a" ,b\n "1", 2 ',
    [
      ['a', 'b'],
      ['1', ' 2 '],
    ],
  ],
])('The console reads the CSV text %j as other programs write it', (text, rows) => {
  expect(cellsOf(text)).toEqual(rows);
});

test('A first line `sep=;` in a CSV text is not counted as a row', () => {
  expect(parseCsv('sep=;\na;b').map(({ number }) => number)).toEqual([1]);
});

const inUtf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

test.each([
  ['UTF-8', Buffer.from('\ufeffsite,Größe')],
  ['Windows-1252', Buffer.from('site,Größe', 'latin1')],
  ['UTF-16', inUtf16('\ufeffsite,Größe', false)],
  ['UTF-16, high bytes first', inUtf16('\ufeffsite,Größe', true)],
  ['UTF-16 without a byte order mark', inUtf16('site,Größe', false)],
  ['UTF-16 without a byte order mark, high bytes first', inUtf16('site,Größe', true)],
])('The console reads a text file in the encoding %s', (_, bytes) => {
  expect(textOf(Uint8Array.from(bytes).buffer)).toBe('site,Größe');
  expect(textOf(new ArrayBuffer(0))).toBe('');
});

test('If a quotation mark in a CSV text is not closed, the console’s error names the row', () => {
  for (const text of ['a,b\r\n1,"2', 'a,b\r\n1,"2"3\r\n']) {
    expect(() => parseCsv(text)).toThrow(new CsvError(2));
  }
});
