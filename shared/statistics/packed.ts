import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';

/**
 * Packs rows of statistics into their stored form. They are compressed, because rows have most of their content in common.
 */
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

/** The number of parts for rows that do not fit into one. */
const MANY_PARTS = 16;

/** The number of items for rows of this size together. Rows that were divided once stay divided. */
export function partsFor(bytes: number, before = 1): number {
  return Math.max(before, bytes > LARGEST_PART_BYTES ? MANY_PARTS : 1);
}

/** The part of a site's rows: its last digits are random. */
export function partOf(siteId: string, parts: number): number {
  return Number.parseInt(siteId.slice(-1), 16) % parts || 0;
}
