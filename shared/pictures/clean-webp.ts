import type { CleanedParts } from './cleaned-parts.ts';
import { type Orientation, readOrientation, writeOrientation } from './exif-orientation.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Flags of an extended picture (RFC 9649, section 2.7). */
const HAS_ALPHA = 0x10;
const HAS_EXIF = 0x08;
const IS_ANIMATED = 0x02;

type Size = Pick<CleanedParts, 'width' | 'height'>;

/**
 * Leaves out of a WebP what shows nothing. `undefined` if it is cut off or animated, or if its header and its pixels claim
 * different sizes.
 */
export function cleanWebp(bytes: Uint8Array): CleanedParts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let canvas: Size | undefined;
  let hasAlpha = false;
  let alpha: Uint8Array | undefined;
  let pixels: { readonly name: string; readonly data: Uint8Array; readonly size: Size } | undefined;
  let orientation: Orientation = 1;
  const limit = Math.min(bytes.length, view.getUint32(4, true) + CHUNK_HEADER_BYTES);
  let at = HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= limit) {
    const name = Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
    const length = view.getUint32(at + 4, true);
    const end = at + CHUNK_HEADER_BYTES + length;
    if (end > bytes.length) return undefined;
    const data = bytes.subarray(at + CHUNK_HEADER_BYTES, end);
    if (name === 'VP8X' && data.length >= 10) {
      const flags = data[0] ?? 0;
      if (flags & IS_ANIMATED) return undefined;
      hasAlpha = (flags & HAS_ALPHA) !== 0;
      canvas = { width: 1 + threeBytes(data, 4), height: 1 + threeBytes(data, 7) };
    }
    if (name === 'ALPH') alpha ??= data;
    if ((name === 'VP8 ' || name === 'VP8L') && !pixels) {
      const size = name === 'VP8 ' ? sizeOfLossy(data) : sizeOfLossless(data);
      if (!size) return undefined;
      pixels = { name, data, size };
    }
    if (name === 'EXIF') orientation = readOrientation(withoutPrefix(data));
    at = end + (length % 2);
  }
  if (!pixels) return undefined;
  const { size } = pixels;
  if (canvas && (canvas.width !== size.width || canvas.height !== size.height)) return undefined;
  const isTransparent = hasAlpha && (pixels.name === 'VP8L' || alpha !== undefined);
  const isExtended = isTransparent || orientation > 1;
  const chunks = [
    ...(isExtended ? [chunk('VP8X', extension(size, isTransparent, orientation))] : []),
    ...(isTransparent && alpha && pixels.name === 'VP8 ' ? [chunk('ALPH', alpha)] : []),
    chunk(pixels.name, pixels.data),
    ...(orientation > 1 ? [chunk('EXIF', writeOrientation(orientation))] : []),
  ];
  const total = chunks.reduce((sum, it) => sum + it.length, 4);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(total, 4);
  header.write('WEBP', 8, 'latin1');
  return { parts: [header, ...chunks], ...size, orientation };
}

function extension({ width, height }: Size, isTransparent: boolean, orientation: Orientation): Uint8Array {
  const data = Buffer.alloc(10);
  data[0] = (isTransparent ? HAS_ALPHA : 0) | (orientation > 1 ? HAS_EXIF : 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return data;
}

/** The size that a lossy picture's key frame claims (RFC 6386, section 9.1). */
function sizeOfLossy(data: Uint8Array): Size | undefined {
  const isKeyFrame = ((data[0] ?? 1) & 1) === 0 && data[3] === 0x9d && data[4] === 0x01 && data[5] === 0x2a;
  if (!isKeyFrame || data.length < 10) return undefined;
  const word = (place: number) => (data[place] ?? 0) | ((data[place + 1] ?? 0) << 8);
  return { width: word(6) & 0x3fff, height: word(8) & 0x3fff };
}

/** The size that a lossless picture claims (RFC 9649, section 3.4). */
function sizeOfLossless(data: Uint8Array): Size | undefined {
  if (data[0] !== 0x2f || data.length < 5) return undefined;
  const bits = Buffer.from(data.subarray(1, 5)).readUInt32LE(0);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const threeBytes = (data: Uint8Array, at: number) =>
  (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);

/** Some writers put the prefix of JPEG before the TIFF block. */
const EXIF_PREFIX = 'Exif\0\0';

function withoutPrefix(data: Uint8Array): Uint8Array {
  const start = Buffer.from(data.subarray(0, EXIF_PREFIX.length)).toString('latin1');
  return start === EXIF_PREFIX ? data.subarray(EXIF_PREFIX.length) : data;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(CHUNK_HEADER_BYTES + data.length + (data.length % 2));
  bytes.write(name, 0, 'latin1');
  bytes.writeUInt32LE(data.length, 4);
  bytes.set(data, CHUNK_HEADER_BYTES);
  return bytes;
}
