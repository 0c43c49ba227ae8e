import { crc32 } from 'node:zlib';
import type { CleanedParts } from './cleaned-parts.ts';
import { type Orientation, readOrientation, writeOrientation } from './exif-orientation.ts';

const SIGNATURE_BYTES = 8;
/** The bytes of a chunk besides its data: length, name and checksum. */
const FRAME_BYTES = 12;

/**
 * The chunks that decoders need (W3C, "Portable Network Graphics (PNG) Specification (Third Edition)"). All others are left
 * out: texts, times, colour profiles with texts in them, and the further frames of an animation.
 */
const NEEDED: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'IDAT'];

/** Leaves out of a PNG what shows nothing. `undefined` if it is cut off or does not begin with its header. */
export function cleanPng(bytes: Uint8Array): CleanedParts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const needed: Uint8Array[] = [];
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation: Orientation = 1;
  let hasPixels = false;
  let at = SIGNATURE_BYTES;
  while (at + FRAME_BYTES <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + FRAME_BYTES + length;
    if (end > bytes.length) return undefined;
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const data = bytes.subarray(at + 8, end - 4);
    if ((name === 'IHDR') !== (size === undefined)) return undefined;
    if (name === 'IHDR') {
      if (length !== 13) return undefined;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (name === 'eXIf') orientation = readOrientation(data);
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') {
      if (!size || !hasPixels) return undefined;
      const [header = new Uint8Array(), ...others] = needed;
      const turned = orientation > 1 ? [chunk('eXIf', writeOrientation(orientation))] : [];
      const parts = [bytes.subarray(0, SIGNATURE_BYTES), header, ...turned, ...others, chunk('IEND')];
      return { parts, ...size, orientation };
    }
    if (NEEDED.includes(name)) needed.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** Makes a chunk. */
export function chunk(name: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const bytes = Buffer.alloc(FRAME_BYTES + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
