/**
 * The frames of SIA DC-09 (5.5.1): a line feed, the CRC, the length of the body, the body from its first quote, a carriage
 * return. Nothing here knows what a body means.
 */

/** How a panel writes its frames. Guard answers in the same way. */
export interface FrameDialect {
  /** Four hexadecimal digits, as the standard says, or two raw bytes (Trikdis). */
  readonly crc: 'hex' | 'raw';
  /** Whether the CRC includes the carriage return at the end (ELDES). */
  readonly crcCountsEnd: boolean;
  /** Whether the length includes that carriage return (ELDES). */
  readonly lengthCountsEnd: boolean;
}

export const STANDARD_DIALECT: FrameDialect = { crc: 'hex', crcCountsEnd: false, lengthCountsEnd: false };

export interface Frame {
  /** The bytes of the frame as they arrived, without the carriage return at its end. */
  readonly raw: Buffer;
  /** From the first quote, without the carriage return. */
  readonly body: Buffer;
  /** How it was written; `undefined` if its CRC is wrong in every dialect. */
  readonly dialect: FrameDialect | undefined;
}

export interface Cut {
  readonly frames: readonly Frame[];
  /** The beginning of a frame that has not arrived completely. It is never longer than `LONGEST_FRAME`. */
  readonly rest: Buffer;
  /** Whether something follows that belongs to no frame. Line ends, zero bytes and spaces between frames do. */
  readonly hasGarbage: boolean;
}

const [LF, CR, SPACE, QUOTE] = [0x0a, 0x0d, 0x20, 0x22];

/** The standard writes lengths as `0LLL`. */
const LONGEST_BODY = 0xfff;

const LONGEST_HEADER = 9;

/** How many bytes a body may be longer than it says, because its panel counted characters instead of bytes. */
const OVERRUN = 1_024;

export const LONGEST_FRAME = LONGEST_HEADER + LONGEST_BODY + OVERRUN;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});

const addByte = (crc: number, byte: number): number => (crc >> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);

/** CRC-16 with polynomial 0xA001, from 0 (DC-09, 5.5.1.2). */
export function crcOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = addByte(crc, byte);
  return crc;
}

/** Writes a body as a frame of a dialect. */
export function frameOf(body: Buffer, { crc, crcCountsEnd, lengthCountsEnd }: FrameDialect): Buffer {
  const length = (body.length + Number(lengthCountsEnd)).toString(16).toUpperCase().padStart(4, '0');
  const end = Buffer.of(CR);
  const value = crcOf(crcCountsEnd ? Buffer.concat([body, end]) : body);
  const written =
    crc === 'raw' ? Buffer.of(value >> 8, value & 0xff) : value.toString(16).toUpperCase().padStart(4, '0');
  return Buffer.concat([Buffer.of(LF), Buffer.from(written), Buffer.from(length), body, end]);
}

/**
 * Cuts all frames out of bytes: those of a datagram, or those that a connection has sent since its last frame. The rest
 * belongs in front of the bytes that arrive next, and each division of a stream gives the same frames.
 *
 * A frame ends where its length says, with or without a carriage return there. If the CRC is wrong there, the length may be
 * wrong: the frame ends at the first carriage return at which the CRC is right. Two frames never overlap: where a second one
 * begins within a first, the first was broken off.
 *
 * Nothing behind garbage is cut. Whoever can make another program send here, such as a web page a browser, can put frames into
 * what that program sends, but not in front of it.
 *
 * `isAll` says that nothing will follow: a datagram, or a connection that was closed or has been silent for long. Then the
 * beginning of a frame is a frame that was broken off.
 */
export function cutFrames(bytes: Buffer, { isAll = false }: { readonly isAll?: boolean } = {}): Cut {
  const frames: Frame[] = [];
  let position = 0;
  while (position < bytes.length) {
    const header = headerAt(bytes, position);
    if (header === 'incomplete' && !isAll) break;
    if (header === 'incomplete' || header === undefined) {
      if (!isFiller(bytes[position])) return { frames, rest: bytes.subarray(bytes.length), hasGarbage: true };
      position += 1;
      continue;
    }
    const found = findEnd(bytes, header) ?? (isAll ? brokenOff(bytes, header) : undefined);
    if (found === undefined) break;
    const { end, bodyEnd, dialect } = found;
    frames.push({
      raw: bytes.subarray(position, bodyEnd),
      body: bytes.subarray(header.bodyAt, bodyEnd),
      dialect,
    });
    position = end;
  }
  return { frames, rest: bytes.subarray(position), hasGarbage: false };
}

interface Header {
  readonly crc: number;
  readonly format: FrameDialect['crc'];
  readonly length: number;
  readonly bodyAt: number;
}

/**
 * The header that begins here. Without a line feed it must have a hexadecimal CRC, or any six bytes could be one.
 * `incomplete` if the next bytes decide.
 */
function headerAt(bytes: Buffer, position: number): Header | 'incomplete' | undefined {
  const at = bytes[position] === LF ? position + 1 : position;
  const hex = fieldAt(bytes, at, 'hex');
  if (hex !== undefined || at === position) return hex;
  return fieldAt(bytes, at, 'raw');
}

/** The CRC in this format and the length, which a quote must follow. */
function fieldAt(bytes: Buffer, at: number, format: FrameDialect['crc']): Header | 'incomplete' | undefined {
  const lengthAt = at + (format === 'hex' ? 4 : 2);
  const bodyAt = lengthAt + 4;
  const firstDigit = format === 'hex' ? at : lengthAt;
  for (let place = firstDigit; place < Math.min(bodyAt, bytes.length); place++) {
    if (digitOf(bytes[place]) < 0) return undefined;
  }
  if (bytes.length <= bodyAt) return 'incomplete';
  if (bytes[bodyAt] !== QUOTE) return undefined;
  const length = numberAt(bytes, lengthAt);
  if (length > LONGEST_BODY) return undefined;
  return { crc: format === 'hex' ? numberAt(bytes, at) : bytes.readUInt16BE(at), format, length, bodyAt };
}

const numberAt = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, place) => sum * 16 + digitOf(bytes[at + place]), 0);

/** The value of a hexadecimal digit, or -1. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

interface FoundEnd {
  readonly end: number;
  readonly bodyEnd: number;
  readonly dialect: FrameDialect | undefined;
}

/** Finds where a frame ends; `undefined` if the next bytes decide. */
function findEnd(bytes: Buffer, { crc: expected, format, length, bodyAt }: Header): FoundEnd | undefined {
  const said = bodyAt + length;
  const last = said + OVERRUN;
  let crc = 0;
  for (let place = bodyAt; place <= last; place++) {
    const byte = bytes[place];
    // The CRC covers all bytes before `place` here.
    if ((place === said || byte === CR) && crc === expected && place > bodyAt) {
      const end = byte === CR ? place + 1 : place;
      return intact(place, end, { crc: format, crcCountsEnd: false, lengthCountsEnd: false }, said);
    }
    if (byte === undefined) return undefined;
    crc = addByte(crc, byte);
    if (byte === CR && crc === expected) {
      return intact(place, place + 1, { crc: format, crcCountsEnd: true, lengthCountsEnd: false }, said);
    }
    // Its panel counts a line feed at the end, too.
    if (byte === LF && place === said - 1 && crc === expected) {
      const bodyEnd = bytes[place - 1] === CR ? place - 1 : place;
      return { end: place + 1, bodyEnd, dialect: { ...STANDARD_DIALECT, crc: format } };
    }
    // The length and a carriage return agree on the end of the frame, so only its CRC is wrong.
    if (byte === CR && place >= said - 1) return { end: place + 1, bodyEnd: place, dialect: undefined };
    if (byte === LF && place > bodyAt) {
      const next = headerAt(bytes, place);
      if (next === 'incomplete') return undefined;
      if (next !== undefined) return { end: place, bodyEnd: place, dialect: undefined };
    }
  }
  return { end: last, bodyEnd: last, dialect: undefined };
}

/** The end of a frame that is not whole: its first carriage return, or the end of all bytes. */
function brokenOff(bytes: Buffer, { bodyAt }: Header): FoundEnd {
  const end = bytes.indexOf(CR, bodyAt);
  const bodyEnd = end < 0 ? bytes.length : end;
  return { end: bodyEnd, bodyEnd, dialect: undefined };
}

function intact(bodyEnd: number, end: number, dialect: FrameDialect, said: number): FoundEnd {
  return { end, bodyEnd, dialect: { ...dialect, lengthCountsEnd: end > bodyEnd && said === end } };
}

const isFiller = (byte = 0): boolean => byte === LF || byte === CR || byte === SPACE || byte === 0;
