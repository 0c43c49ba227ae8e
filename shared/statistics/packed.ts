import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';

/** Rows of statistics as they are stored: compressed, because most of a row is in others, too. */
export function pack(rows: readonly unknown[]): Uint8Array {
  return deflateRawSync(JSON.stringify(rows));
}

/** The rows of a packed attribute. Throws for rows of another shape. */
export function unpack<T>(schema: z.ZodMiniType<T>, packed: unknown): T[] {
  const text = inflateRawSync(packedSchema.parse(packed)).toString();
  return z.array(schema).parse(JSON.parse(text));
}

const packedSchema = z.instanceof(Uint8Array);

/** The maximum size of one part of several; DynamoDB takes items of 400 KB. */
const LARGEST_PART_BYTES = 100_000;

/** The number of parts of what is too large for one. */
const MANY_PARTS = 16;

/** Into how many items to divide rows that have this size together. What was divided once stays divided. */
export function partsFor(bytes: number, before = 1): number {
  return Math.max(before, bytes > LARGEST_PART_BYTES ? MANY_PARTS : 1);
}

/** The part of a site's rows: its last digits are random. */
export function partOf(siteId: string, parts: number): number {
  return Number.parseInt(siteId.slice(-1), 16) % parts || 0;
}
