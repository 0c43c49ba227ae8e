/** The content type of CSV (RFC 7111). */
export const CSV_TYPE = 'text/csv; charset=utf-8';

/**
 * Whether a client prefers CSV to JSON (RFC 9110, section 12.5.1). If both have the same quality, the one that it names first
 * is preferred; if it names neither, JSON is.
 */
export function prefersCsv(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(readRange);
  const csv = bestOf(ranges, 'text/csv');
  const json = bestOf(ranges, 'application/json');
  if (!csv || csv.quality === 0) return false;
  if (!json || csv.quality !== json.quality) return csv.quality > (json?.quality ?? 0);
  return (
    csv.type === 'text/csv' &&
    (json.type !== 'application/json' || ranges.indexOf(csv) < ranges.indexOf(json))
  );
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, weight] =
    parameters.map((it) => /^q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)$/.exec(it)).find(Boolean) ?? [];
  return { type, quality: weight === undefined ? 1 : Number(weight) };
}

/** Finds the most specific media range for a type, which decides about the quality of the type. */
function bestOf(ranges: readonly MediaRange[], type: string): MediaRange | undefined {
  const candidates = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  return candidates.map((candidate) => ranges.find((range) => range.type === candidate)).find(Boolean);
}
