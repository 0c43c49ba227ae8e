/** A column of a CSV file. */
export interface CsvColumn<T> {
  readonly title: string;
  readonly value: (row: T) => string | number | null | undefined;
}

export type Separator = ',' | ';';

/** Spreadsheets read such a cell as a formula. Quotes before it count, so that `read` finds the same text again. */
export const FORMULA = /^'*[=+\-@\t\r\n]/;

/** The CSV of rows below the titles of their columns. A leading `'` keeps spreadsheets from running a cell. */
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
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  // An empty line does not count as a row.
  const isSpecial = /[",;\r\n]/.test(safe) || (width === 1 && safe === '');
  return isSpecial ? `"${safe.replaceAll('"', '""')}"` : safe;
}
