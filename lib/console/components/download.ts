import { dateOf } from '../../../shared/base/calendar-days.ts';
import { type CsvColumn, csvOf } from '../../../shared/base/csv.ts';
import { LOCALE } from '../texts/language.ts';

/** Spreadsheets expect `;` where a comma separates decimals. */
const SEPARATOR = (0.5).toLocaleString(LOCALE).includes(',') ? ';' : ',';

const MINUTE_MS = 60_000;

/** Saves rows as a CSV file: `guard-sites-2026-11-23.csv`. */
export function downloadCsv<T>(
  name: string,
  columns: readonly CsvColumn<T>[],
  rows: readonly T[],
  now: number,
): void {
  const text = csvOf(columns, rows, SEPARATOR);
  // Spreadsheets recognize UTF-8 by the byte order mark.
  const blob = new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' });
  save(`guard-${name}-${dateOf(now)}.csv`, blob);
}

export function downloadText(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
