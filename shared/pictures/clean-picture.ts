import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';
import type { CleanedParts } from './cleaned-parts.ts';
import { isTurned } from './exif-orientation.ts';

/** The formats of pictures, by their media type. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export type PictureType = (typeof PICTURE_TYPES)[number];

/** How large a picture may be. */
export const MAXIMUM_BYTES = 5_000_000;

/** How many pixels a picture may claim to have: a browser needs 200 MB to show this many. */
const MAXIMUM_PIXELS = 50_000_000;

/**
 * Why a picture was not kept: it is no JPEG, PNG or WebP; it has too many bytes; it claims too many pixels; or its parts
 * cannot be read.
 */
export const REFUSALS = ['not_a_picture', 'too_large', 'too_many_pixels', 'unreadable'] as const;

export type Refusal = (typeof REFUSALS)[number];

export interface CleanPicture {
  readonly contentType: PictureType;
  readonly bytes: Uint8Array;
  /** As it is shown, in pixels. */
  readonly width: number;
  readonly height: number;
}

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0) =>
  start.every((byte, place) => bytes[at + place] === byte);

const ascii = (text: string) => [...text].map((it) => it.charCodeAt(0));

/** The format of a picture by its first bytes, whatever name or type came with it. */
export function typeOf(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  return undefined;
}

const CLEANERS = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
} as const satisfies Record<PictureType, (bytes: Uint8Array) => CleanedParts | undefined>;

/**
 * Makes a copy of a picture without anything that a browser does not need to show it: no position, device, time, comment,
 * preview or text, and nothing before or behind it. Only the orientation stays. The pixels are not decoded.
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture | { readonly refused: Refusal } {
  const contentType = typeOf(bytes);
  if (!contentType) return { refused: 'not_a_picture' };
  if (bytes.length > MAXIMUM_BYTES) return { refused: 'too_large' };
  const cleaned = CLEANERS[contentType](bytes);
  if (!cleaned || cleaned.width === 0 || cleaned.height === 0) return { refused: 'unreadable' };
  if (cleaned.width * cleaned.height > MAXIMUM_PIXELS) return { refused: 'too_many_pixels' };
  const { parts, orientation } = cleaned;
  const [width, height] = isTurned(orientation)
    ? [cleaned.height, cleaned.width]
    : [cleaned.width, cleaned.height];
  return { contentType, bytes: Buffer.concat(parts), width, height };
}
