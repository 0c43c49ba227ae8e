import { withoutMarks } from '../../../../shared/base/csv.ts';

/** A row of a CSV file, with its number in a spreadsheet. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The text is not CSV from this row on. */
export class CsvError extends Error {
  readonly row: number;

  constructor(row: number) {
    super(`The quotation marks of row ${row} do not match.`);
    this.row = row;
  }
}

/** The text of a file. Spreadsheets save UTF-8, UTF-16 or, on Windows, an encoding of their own. */
export function textOf(bytes: ArrayBuffer): string {
  const decoded = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes);
  const [first, second] = new Uint8Array(bytes);
  // Files in UTF-16 begin with a byte order mark or, without one, with an ASCII letter that has a zero byte.
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return decoded('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return decoded('utf-16be');
  try {
    return decoded('utf-8', true);
  } catch {
    return decoded('windows-1252');
  }
}

/** The line in which a spreadsheet names the separator. It is not a row. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

/**
 * Reads CSV: with `,`, `;` or tabs, as its first line shows or says, any line ends, and a byte order mark or none. There may be
 * spaces beside quotation marks.
 */
export function parseCsv(text: string): CsvRow[] {
  const marked = text.replace(/^\ufeff/, '');
  const [line = '', said] = SEPARATOR_LINE.exec(marked) ?? [];
  const source = marked.slice(line.length);
  const separator = said ?? separatorOf(source);
  const space = separator === '\t' ? '[ \u00a0]' : '[ \u00a0\t]';
  const pattern = new RegExp(
    `(?:${space}*"([^"]*(?:""[^"]*)*)"${space}*|((?!${space}*")[^${separator}\r\n]*))([${separator}]|\r\n|\r|\n|$)`,
    'y',
  );
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  for (let number = 1; ; ) {
    const start = pattern.lastIndex;
    const found = pattern.exec(source);
    if (!found) throw new CsvError(number);
    const [matched, inQuotes, plain = '', end] = found;
    cells.push(withoutMarks(inQuotes?.replaceAll('""', '"') ?? plain));
    if (end === separator) continue;
    const isEmptyLine = cells.length === 1 && matched.length === (end ?? '').length;
    if (!isEmptyLine) rows.push({ number, cells });
    if (start + matched.length >= source.length) return rows;
    cells = [];
    number++;
  }
}

/** The separator that the first line has most: spreadsheets write `;` where a comma separates decimals. */
function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (separator: string) => line.split(separator).length;
  return [';', '\t', ','].reduce((most, it) => (count(it) > count(most) ? it : most));
}
