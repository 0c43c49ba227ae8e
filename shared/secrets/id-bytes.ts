import { parse } from 'uuid';
import { isId } from '../ids.ts';

export const ID_BYTES = 16;

/** An id as its bytes. */
export const idBytes = (id: string): Uint8Array => parse(id);

/** The id that stands at a place of some bytes; `undefined` where those are no id as Guard writes them. */
export function readId(bytes: Uint8Array, offset: number): string | undefined {
  const hex = Buffer.from(bytes.subarray(offset, offset + ID_BYTES)).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : undefined;
}
