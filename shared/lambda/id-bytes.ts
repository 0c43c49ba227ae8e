import { parse } from 'uuid';
import { isId } from '../base/ids.ts';

export const ID_BYTES = 16;

export const idBytes = (id: string): Uint8Array => parse(id);

/** Reads the id at an offset; `undefined` if the bytes are not an id of Guard. */
export function readId(bytes: Uint8Array, offset: number): string | undefined {
  const hex = Buffer.from(bytes.subarray(offset, offset + ID_BYTES)).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : undefined;
}
