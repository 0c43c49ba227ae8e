import type { Device, ImportedDevice, Site, Zone } from '../../client/types.ts';
import { CsvError, type CsvRow, parseCsv } from './csv.ts';

export const FILE_COLUMNS = ['site', 'zone', 'name', 'type', 'serial', 'heartbeat_seconds'] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];

const REQUIRED: readonly FileColumn[] = ['site', 'name', 'type', 'serial'];
/** An export has these columns, too. */
const IGNORED: readonly string[] = ['status', 'id'];

const MOST_ROWS = 10_000;

/** A row of the file below its header. */
export interface FileRow {
  readonly number: number;
  readonly cells: Readonly<Record<FileColumn, string>>;
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
    | 'repeatedSerial';
  /** The wrong text, or the row that has the same serial. */
  readonly value?: string | number;
}

export interface DeviceFile {
  readonly rows: readonly FileRow[];
  readonly problems: readonly FileProblem[];
}

/** Reads a file, and checks all that can be checked without the service. */
export function readDeviceFile(text: string): DeviceFile {
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
  const problems = headerProblems(titles).map((problem) => ({ row: header.number, ...problem }));
  if (problems.length > 0) return { rows: [], problems };
  const rows = filled.map(({ number, cells }) => ({ number, cells: cellsOf(titles, cells) }));
  const extra = filled
    .filter(({ cells }) => cells.slice(titles.length).some((cell) => cell.trim() !== ''))
    .map(({ number }): FileProblem => ({ row: number, is: 'tooManyCells' }));
  return { rows, problems: [...extra, ...rows.flatMap(rowProblems), ...repeatedSerials(rows)].sort(byRow) };
}

function headerProblems(titles: readonly string[]): Omit<FileProblem, 'row'>[] {
  const known: readonly string[] = [...FILE_COLUMNS, ...IGNORED, ''];
  const named = titles.filter((column) => column !== '');
  const problem = (is: FileProblem['is']) => (column: string) => ({ column, is });
  return [
    ...REQUIRED.filter((column) => !titles.includes(column)).map(problem('missingColumn')),
    ...titles.filter((column) => !known.includes(column)).map(problem('unknownColumn')),
    ...named.filter((column, place) => named.indexOf(column) < place).map(problem('repeatedColumn')),
  ];
}

function cellsOf(titles: readonly string[], cells: readonly string[]): FileRow['cells'] {
  const entries = FILE_COLUMNS.map((column) => [column, plainText(cells[titles.indexOf(column)] ?? '')]);
  return Object.fromEntries(entries) as FileRow['cells'];
}

/**
 * The text of a cell or a name in one spelling: files have letters with separate accents, spaces that break no line, and spaces
 * without a width.
 */
const plainText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim();

/** Seconds as spreadsheets write them: `300`, `300.0` or `300,00`; `NaN` for other texts, also for `60.000`. */
const secondsOf = (text: string) =>
  /^\d{1,5}(?:[.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;

function rowProblems({ number: row, cells }: FileRow): FileProblem[] {
  const problems: FileProblem[] = [];
  const add = (column: FileColumn, is: FileProblem['is']) =>
    problems.push({ row, column, is, value: cells[column] });
  for (const column of REQUIRED) if (cells[column] === '') add(column, 'required');
  for (const column of ['name', 'serial'] as const)
    if ([...cells[column]].length > 120) add(column, 'tooLong');
  if (cells.type !== '' && !/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(cells.type)) add('type', 'wrongType');
  const seconds = cells.heartbeat_seconds;
  if (seconds !== '' && !(secondsOf(seconds) >= 30 && secondsOf(seconds) <= 86_400)) {
    add('heartbeat_seconds', 'wrongHeartbeat');
  }
  return problems;
}

function repeatedSerials(rows: readonly FileRow[]): FileProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ number: row, cells: { serial } }): FileProblem[] => {
    const known = first.get(serial);
    if (serial === '' || known === undefined) {
      first.set(serial, row);
      return [];
    }
    return [{ row, column: 'serial', is: 'repeatedSerial', value: known }];
  });
}

/** The sites that the file names, each once, and the problems of names that fit no site or several. */
export function sitesOf(
  rows: readonly FileRow[],
  sites: readonly Site[],
): { readonly named: ReadonlyMap<string, Site>; readonly problems: readonly FileProblem[] } {
  const byName = Map.groupBy(sites, ({ name }) => plainText(name));
  const named = new Map<string, Site>();
  const problems = rows.flatMap(({ number: row, cells: { site: value } }): FileProblem[] => {
    const [site, ...others] = byName.get(value) ?? [];
    if (site && others.length === 0) named.set(value, site);
    return nameProblem(row, 'site', value, site ? 1 + others.length : 0);
  });
  return { named, problems };
}

/** The devices to create, each with its row, and the problems of the zones. */
export function devicesOf(
  rows: readonly FileRow[],
  named: ReadonlyMap<string, Site>,
  zones: readonly Zone[],
): { readonly planned: readonly PlannedDevice[]; readonly problems: readonly FileProblem[] } {
  const bySite = Map.groupBy(zones, ({ site_id }) => site_id);
  const problems: FileProblem[] = [];
  const planned = rows.map((row): PlannedDevice => {
    const { site, zone, name, type, serial, heartbeat_seconds } = row.cells;
    const site_id = named.get(site)?.id ?? '';
    const fitting = (bySite.get(site_id) ?? []).filter((it) => plainText(it.name) === zone);
    problems.push(...nameProblem(row.number, 'zone', zone, fitting.length));
    const seconds = heartbeat_seconds === '' ? null : secondsOf(heartbeat_seconds);
    const device = {
      site_id,
      zone_id: fitting[0]?.id ?? null,
      name,
      type,
      serial,
      heartbeat_seconds: seconds,
    };
    return { row, device };
  });
  return { planned, problems };
}

export interface PlannedDevice {
  readonly row: FileRow;
  readonly device: ImportedDevice;
}

/** The planned devices that do not exist yet, by their serials. */
export function newDevices(
  planned: readonly PlannedDevice[],
  existing: readonly Pick<Device, 'serial'>[],
): PlannedDevice[] {
  const serials = new Set(existing.map(({ serial }) => plainText(serial ?? '')));
  return planned.filter(({ device }) => !serials.has(device.serial));
}

function nameProblem(row: number, column: 'site' | 'zone', value: string, fitting: number): FileProblem[] {
  if (fitting === 1 || value === '') return [];
  return [{ row, column, is: fitting === 0 ? 'unknown' : 'ambiguous', value }];
}

function byRow(one: FileProblem, other: FileProblem): number {
  return one.row - other.row;
}
