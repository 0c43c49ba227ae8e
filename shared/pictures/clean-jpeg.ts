import type { CleanedParts } from './cleaned-parts.ts';
import { type Orientation, readOrientation, writeOrientation } from './exif-orientation.ts';

/** The markers of JPEG (ITU-T T.81, table B.1). */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const DNL = 0xdc;
const DQT = 0xdb;
const DRI = 0xdd;
const DHT = 0xc4;
const DAC = 0xcc;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Whether a segment begins a frame, which says how large the picture is. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![DHT, 0xc8, DAC].includes(marker);

/** The segments that decoders need. All others, such as comments, previews and data of applications, are left out. */
const isNeeded = (marker: number) => isFrame(marker) || [DHT, DAC, DQT, DRI, SOS, DNL].includes(marker);

const JFIF = 'JFIF\0';
const EXIF = 'Exif\0\0';
const ADOBE = 'Adobe';
/** The Adobe segment says how colours are coded; it has this length, without its marker. */
const ADOBE_BYTES = 14;

/**
 * Leaves out of a JPEG what shows nothing. A picture whose end is missing is kept as far as it goes, because cameras cut off
 * their pictures. `undefined` if it has no frame or no pixels.
 */
export function cleanJpeg(bytes: Uint8Array): CleanedParts | undefined {
  const needed: Uint8Array[] = [];
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation: Orientation | undefined;
  let isJfif = false;
  let adobe: Uint8Array | undefined;
  let hasScan = false;
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) {
      at += 1; // bytes between segments are ignored, as decoders do
      continue;
    }
    const marker = bytes[at + 1];
    if (marker === undefined || marker === EOI) break;
    if (marker === 0xff) {
      at += 1; // fill bytes may precede a marker
      continue;
    }
    if (marker === 0x00 || marker === 0x01 || marker === SOI || isRestart(marker)) {
      at += 2;
      continue;
    }
    const length = wordAt(bytes, at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) break;
    const body = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      // A second frame would be another picture, or would give this one another size.
      if (size || body.length < 6) return undefined;
      size = { height: wordAt(body, 1), width: wordAt(body, 3) };
    }
    if (marker === APP0) isJfif ||= beginsWith(body, JFIF);
    if (marker === APP1 && orientation === undefined && beginsWith(body, EXIF)) {
      orientation = readOrientation(body.subarray(EXIF.length));
    }
    if (marker === APP14 && body.length >= ADOBE_BYTES - 2 && beginsWith(body, ADOBE)) {
      adobe ??= body.subarray(0, ADOBE_BYTES - 2);
    }
    const dataEnd = marker === SOS ? endOfScan(bytes, end) : end;
    if (marker === SOS) {
      if (!size) return undefined;
      hasScan ||= dataEnd > end;
    }
    if (isNeeded(marker)) needed.push(bytes.subarray(at, dataEnd));
    at = dataEnd;
  }
  if (!size || !hasScan) return undefined;
  const parts = [
    Uint8Array.of(0xff, SOI),
    ...(isJfif ? [plainJfif()] : []),
    ...(orientation && orientation > 1 ? [segment(APP1, EXIF, writeOrientation(orientation))] : []),
    ...(adobe ? [segment(APP14, '', adobe)] : []),
    ...needed,
    Uint8Array.of(0xff, EOI),
  ];
  return { parts, ...size, orientation: orientation ?? 1 };
}

/** Where the coded pixels of a scan end: before the next marker that is no restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = at < 0 ? undefined : bytes[at + 1];
    if (next === undefined) return bytes.length - (at < 0 ? 0 : 1);
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

/** A JFIF segment without a preview and without a density: it says that the colours are coded as usual. */
const plainJfif = () => segment(APP0, JFIF, Uint8Array.of(1, 2, 0, 0, 1, 0, 1, 0, 0));

function segment(marker: number, name: string, data: Uint8Array): Uint8Array {
  const length = 2 + name.length + data.length;
  return Buffer.concat([
    Uint8Array.of(0xff, marker, length >> 8, length & 0xff),
    Buffer.from(name, 'latin1'),
    data,
  ]);
}

const wordAt = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const beginsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, text.length)).toString('latin1') ===
  text;
