/** The content type of CSV (RFC 7111). */
export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Whether a client asks for CSV: the first of the two types that its `Accept` names decides. */
export function prefersCsv(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.find((type) => type === 'text/csv' || type === 'application/json') === 'text/csv';
}
