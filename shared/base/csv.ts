/** A column of a CSV file. */
export interface CsvColumn<T> {
  readonly title: string;
  readonly value: (row: T) => string | number | null | undefined;
}

type Separator = ',' | ';';

/**
 * Where a spreadsheet may find a formula: at the beginning of a cell, and after each separator or line end within it, because
 * a spreadsheet that expects another separator splits the cell there. Some spreadsheets accept full-width signs, too.
 */
const CELL_START = String.raw`(?<=^|[,;\t\r\n])`;
const FORMULA = String.raw`(?=["']*[=+\-@\t\r\n＝＋－＠])`;
const BEFORE_FORMULA = new RegExp(CELL_START + FORMULA, 'g');
const MARKED_FORMULA = new RegExp(`${CELL_START}'${FORMULA}`, 'g');

/** The text of a cell before `csvOf` marked its formulas. */
export const withoutMarks = (cell: string): string => cell.replace(MARKED_FORMULA, '');

/**
 * Writes rows as CSV, below the titles of their columns. It puts a `'` before each formula, so that spreadsheets do not run
 * it.
 */
export function csvOf<T>(
  columns: readonly CsvColumn<T>[],
  rows: readonly T[],
  separator: Separator = ',',
): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => String(value(row) ?? ''))),
  ];
  return lines
    .map((cells) => `${cells.map((cell) => quoted(cell, cells.length)).join(separator)}\r\n`)
    .join('');
}

function quoted(cell: string, width: number): string {
  const safe = cell.replace(BEFORE_FORMULA, "'");
  // An empty line would not count as a row, so an empty text in a single column is quoted, too.
  const isSpecial = /[",;\t\r\n]/.test(safe) || (width === 1 && safe === '');
  return isSpecial ? `"${safe.replaceAll('"', '""')}"` : safe;
}
