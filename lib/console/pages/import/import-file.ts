import { CsvError, type CsvRow, parseCsv } from './csv.ts';

const MOST_ROWS = 10_000;

/** A column of a file that is imported. */
export interface ImportColumn {
  readonly name: string;
  readonly isRequired?: boolean;
  /** The greatest number of characters. */
  readonly limit?: { readonly most: number };
  /** The words that it may contain. */
  readonly words?: readonly string[];
  /** What is wrong with a cell that is not empty. */
  readonly check?: (text: string) => FileProblem['is'] | undefined;
}

/** What the rows of a file are made of. */
export interface FileShape {
  readonly columns: readonly ImportColumn[];
  /** Columns that an export has, too. */
  readonly ignored?: readonly string[];
  /** The column in which a repetition is reported. */
  readonly identifies: string;
  /** Two rows with the same identity are about the same thing. Empty for a row without one. */
  readonly identityOf: (cells: Cells) => string;
}

/** The cells of a row by their columns; a column that the file lacks is empty. */
export type Cells = Readonly<Record<string, string>>;

/** A row of the file below its header. */
export interface FileRow {
  readonly number: number;
  readonly cells: Cells;
}

/** A problem of a cell, a column or a row. */
export interface FileProblem {
  readonly row: number;
  readonly column?: string;
  readonly is:
    | 'quotes'
    | 'empty'
    | 'tooManyRows'
    | 'missingColumn'
    | 'unknownColumn'
    | 'repeatedColumn'
    | 'tooManyCells'
    | 'required'
    | 'tooLong'
    | 'unknown'
    | 'ambiguous'
    | 'wrongType'
    | 'wrongHeartbeat'
    | 'wrongTimeZone'
    | 'wrongPhone'
    | 'wrongEmail'
    | 'wrongRole'
    | 'repeated';
  /** The wrong text, or the row that is the same. */
  readonly value?: string | number;
}

export interface ImportFile {
  readonly rows: readonly FileRow[];
  readonly problems: readonly FileProblem[];
}

/** Reads a file, and checks all that can be checked without the service. */
export function readImportFile(text: string, shape: FileShape): ImportFile {
  let parsed: CsvRow[];
  try {
    parsed = parseCsv(text);
  } catch (error) {
    if (error instanceof CsvError) return { rows: [], problems: [{ row: error.row, is: 'quotes' }] };
    throw error;
  }
  const [header, ...below] = parsed;
  const filled = below.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!header || filled.length === 0) return { rows: [], problems: [{ row: 1, is: 'empty' }] };
  if (filled.length > MOST_ROWS)
    return { rows: [], problems: [{ row: 1, is: 'tooManyRows', value: MOST_ROWS }] };
  const titles = header.cells.map((title) => plainText(title).toLowerCase().replace(/[ -]/g, '_'));
  const problems = headerProblems(titles, shape).map((problem) => ({ row: header.number, ...problem }));
  if (problems.length > 0) return { rows: [], problems };
  const rows = filled.map(({ number, cells }) => ({ number, cells: cellsOf(titles, cells, shape) }));
  const extra = filled
    .filter(({ cells }) => cells.slice(titles.length).some((cell) => cell.trim() !== ''))
    .map(({ number }): FileProblem => ({ row: number, is: 'tooManyCells' }));
  const wrong = rows.flatMap((row) => rowProblems(row, shape));
  return { rows, problems: [...extra, ...wrong, ...repeatedRows(rows, shape)].sort(byRow) };
}

function headerProblems(
  titles: readonly string[],
  { columns, ignored = [] }: FileShape,
): Omit<FileProblem, 'row'>[] {
  const known = [...columns.map(({ name }) => name), ...ignored, ''];
  const required = columns.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  const named = titles.filter((column) => column !== '');
  const problem = (is: FileProblem['is']) => (column: string) => ({ column, is });
  return [
    ...required.filter((column) => !titles.includes(column)).map(problem('missingColumn')),
    ...titles.filter((column) => !known.includes(column)).map(problem('unknownColumn')),
    ...named.filter((column, place) => named.indexOf(column) < place).map(problem('repeatedColumn')),
  ];
}

const cellsOf = (titles: readonly string[], cells: readonly string[], { columns }: FileShape): Cells =>
  Object.fromEntries(columns.map(({ name }) => [name, plainText(cells[titles.indexOf(name)] ?? '')]));

/**
 * The text of a cell or a name in one spelling: files have letters with separate accents, spaces that break no line, and spaces
 * without a width.
 */
export const plainText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim();

function rowProblems({ number: row, cells }: FileRow, { columns }: FileShape): FileProblem[] {
  return columns.flatMap(({ name: column, isRequired, limit, check }) => {
    const value = cells[column] ?? '';
    const problem = (is: FileProblem['is']): FileProblem[] => [{ row, column, is, value }];
    if (value === '') return isRequired ? problem('required') : [];
    if (limit && [...value].length > limit.most) return problem('tooLong');
    const wrong = check?.(value);
    return wrong ? problem(wrong) : [];
  });
}

function repeatedRows(rows: readonly FileRow[], { identifies, identityOf }: FileShape): FileProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ number: row, cells }): FileProblem[] => {
    const identity = identityOf(cells);
    const known = first.get(identity);
    if (identity === '' || known === undefined) {
      first.set(identity, row);
      return [];
    }
    return [{ row, column: identifies, is: 'repeated', value: known }];
  });
}

/** A site or a zone, which a file names. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What fits the name in a file, and what is wrong if nothing does, or more than one. */
export function fittingName<T extends Named>(
  { row, column, name }: { readonly row: number; readonly column: string; readonly name: string },
  fitting: readonly T[] = [],
): { readonly found?: T; readonly problems: readonly FileProblem[] } {
  const [found, ...others] = fitting;
  if (found && others.length === 0) return { found, problems: [] };
  return { problems: [{ row, column, is: found ? 'ambiguous' : 'unknown', value: name }] };
}

/** Sites or zones by the names with which files find them. */
export const byPlainName = <T extends Named>(items: readonly T[]): Map<string, T[]> =>
  Map.groupBy(items, ({ name }) => plainText(name));

export function byRow(one: FileProblem, other: FileProblem): number {
  return one.row - other.row;
}
