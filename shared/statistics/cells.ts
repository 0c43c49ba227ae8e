import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { addTally, emptyTally, loadTally, storedTallySchema, storeTally, type Tally } from './tally.ts';

/** The fields by which the alerts of an hour are divided: site, type, severity, and the person who responded first. */
export interface CellKey {
  readonly siteId: string;
  readonly type: string | null;
  readonly severity: string;
  /** `null` if nobody responded. */
  readonly userId: string | null;
}

/** The tally of the alerts of an hour that have the same key, with the name of their site. */
export interface Cell extends CellKey {
  readonly siteName: string | null;
  readonly tally: Tally;
}

/** The tallies of an hour's alerts by site, type, severity and person. */
export class Cells {
  readonly #cells = new Map<string, Cell>();

  /** Returns the tally of a key. A new one is empty. */
  at(key: CellKey, siteName: string | null): Tally {
    const { siteId, type, severity, userId } = key;
    const name = [siteId, type, severity, userId].join(' ');
    const { tally } = this.#cells.get(name) ?? { tally: emptyTally() };
    this.#cells.set(name, { siteId, type, severity, userId, siteName, tally });
    return tally;
  }

  add(cell: Cell): void {
    addTally(this.at(cell, cell.siteName), cell.tally);
  }

  values(): Cell[] {
    return [...this.#cells.values()];
  }
}

/** The most types that are kept. Clients choose types, so their number needs a limit, and nobody reads more. */
const MOST_TYPES = 100;

/** Merges the types with the fewest alerts into one, `null`, so that at most 100 remain. */
export function withFewTypes(cells: Cells): Cells {
  const counts = new Map<string | null, number>();
  for (const { type, tally } of cells.values()) counts.set(type, (counts.get(type) ?? 0) + tally.alerts);
  if (counts.size <= MOST_TYPES) return cells;
  const kept = new Set(mostFrequent(counts, MOST_TYPES - 1));
  const few = new Cells();
  for (const cell of cells.values()) few.add(kept.has(cell.type) ? cell : { ...cell, type: null });
  return few;
}

function mostFrequent<K>(counts: ReadonlyMap<K, number>, most: number): K[] {
  return [...counts]
    .toSorted(([a, more], [b, less]) => less - more || (String(a) < String(b) ? -1 : 1))
    .slice(0, most)
    .map(([key]) => key);
}

/** The stored form of a cell: the site, its name, the type, the severity, the person and the tally. */
export const storedCellSchema = z.tuple([
  z.string(),
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.string(),
  z.nullable(z.string()),
  storedTallySchema,
]);

type StoredCell = z.infer<typeof storedCellSchema>;

export const storeCell = ({ siteId, siteName, type, severity, userId, tally }: Cell): StoredCell => [
  siteId,
  siteName,
  type,
  severity,
  userId,
  storeTally(tally),
];

export const loadCell = ([siteId, siteName, type, severity, userId, tally]: StoredCell): Cell => ({
  siteId,
  siteName,
  type,
  severity,
  userId,
  tally: loadTally(tally),
});

/** Packs rows of statistics into their stored form. They are compressed, because most of their content is the same. */
export function pack(rows: readonly unknown[]): Uint8Array {
  return deflateRawSync(JSON.stringify(rows));
}

/** Unpacks the rows of an attribute. Throws if they have another shape. */
export function unpack<T>(schema: z.ZodMiniType<T>, packed: unknown): T[] {
  const text = inflateRawSync(packedSchema.parse(packed)).toString();
  return z.array(schema).parse(JSON.parse(text));
}

const packedSchema = z.instanceof(Uint8Array);

/** The largest part, if rows are divided into several; DynamoDB takes items of up to 400 KB. */
const LARGEST_PART_BYTES = 100_000;

/** Into how many parts rows are divided that do not fit into one. */
const MANY_PARTS = 16;

/** Into how many items rows of this total size are divided. Rows that were divided once stay divided. */
export function partsFor(bytes: number, before = 1): number {
  return Math.max(before, bytes > LARGEST_PART_BYTES ? MANY_PARTS : 1);
}

/** Chooses the part for the rows of a site, by the last digits of its id, which are random. */
export function partOf(siteId: string, parts: number): number {
  return Number.parseInt(siteId.slice(-1), 16) % parts || 0;
}
