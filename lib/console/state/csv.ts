import { type Separator, withoutMarks } from '../../../shared/csv.ts';

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

/** Reads CSV: with `,` or `;`, as its first line shows, any line ends, and a byte order mark or none. */
export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const pattern = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|((?!")[^${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`,
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

/** The separator of the first line: spreadsheets write `;` where a comma separates decimals. */
function separatorOf(text: string): Separator {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  return line.includes(';') ? ';' : ',';
}
