import * as z from 'zod';

/** What offsets.py prints: of each zone the offsets in minutes, with the minute at which each begins. */
export const offsetsSchema = z.object({
  package: z.string(),
  version: z.string(),
  zones: z.record(z.string(), z.array(z.tuple([z.string(), z.number()]))),
});

export type Offsets = z.infer<typeof offsetsSchema>;
type Entry = Offsets['zones'][string][number];

const RADIX = 36;
const MINUTE_MS = 60_000;

/** The source of shared/base/time-zone-rules.ts. */
export function writeRules({ version, zones }: Offsets, [first, last]: readonly [string, string]): string {
  const lines = linesOf(zones, rulesText);
  return `/**
 * The offsets of all time zones from UTC, in the form that zone-offsets.ts reads. Written by test/time-zones/run.ts from the
 * IANA time zone database, which is in the public domain.
 */
export const TIME_ZONE_RULES = {
  version: '${version}',
  since: '${first}-01-01T00:00:00Z',
  until: '${Number(last) + 1}-01-01T00:00:00Z',
  zones: \`${lines.join('\n')}\`,
} as const;
`;
}

/** A line for all zones with the same offsets: `Europe/Berlin,Europe/Paris|2026-01-01T00:00Z 60,2026-03-29T01:00Z 120`. */
export function writeExpected({ zones }: Offsets): string {
  const lines = linesOf(zones, (entries) => entries.map((entry) => entry.join(' ')).join(','));
  return `${lines.join('\n')}\n`;
}

function linesOf(zones: Offsets['zones'], write: (entries: readonly Entry[]) => string): string[] {
  const byText = Map.groupBy(Object.keys(zones), (name) => write(zones[name] ?? []));
  return [...byText].map(([text, names]) => `${names.join(',')}|${text}`);
}

/** See `parseRules` in zone-offsets.ts. */
function rulesText(entries: readonly Entry[]): string {
  return entries
    .map(([at, offset], place) => {
      const written = offset.toString(RADIX);
      if (place === 0) return written;
      const minutes = (Date.parse(at) - Date.parse(entries[place - 1]?.[0] ?? at)) / MINUTE_MS;
      const change = minutes.toString(RADIX);
      return entries[place - 2]?.[1] === offset ? change : `${change}:${written}`;
    })
    .join(' ');
}
