/** How a picture is to be turned or mirrored before it is shown, from 1 (as it is) to 8 (Exif 3.0, tag 274). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const BIG_ENDIAN = 0x4d4d;
const LITTLE_ENDIAN = 0x4949;
const ENTRY_BYTES = 12;

/** Reads the orientation from a TIFF block, which is what Exif data consist of; 1 if there is none that can be read. */
export function readOrientation(tiff: Uint8Array): Orientation {
  if (tiff.length < 14) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const order = view.getUint16(0);
  if (order !== BIG_ENDIAN && order !== LITTLE_ENDIAN) return 1;
  const isLittle = order === LITTLE_ENDIAN;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    const isWanted = view.getUint16(at, isLittle) === ORIENTATION_TAG;
    if (isWanted && view.getUint16(at + 2, isLittle) === SHORT)
      return asOrientation(view.getUint16(at + 8, isLittle));
  }
  return 1;
}

function asOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/** Makes a TIFF block that says nothing but the orientation. */
export function writeOrientation(orientation: Orientation): Uint8Array {
  const tiff = new Uint8Array(26);
  const view = new DataView(tiff.buffer);
  view.setUint16(0, BIG_ENDIAN);
  view.setUint16(2, 42);
  view.setUint32(4, 8); // where the only directory begins
  view.setUint16(8, 1); // its one entry
  view.setUint16(10, ORIENTATION_TAG);
  view.setUint16(12, SHORT);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return tiff;
}

/** Whether a picture with this orientation is shown with its sides exchanged. */
export const isTurned = (orientation: Orientation): boolean => orientation >= 5;
