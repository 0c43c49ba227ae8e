import { crc32, deflateSync } from 'node:zlib';

const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** Pictures of 16 × 8 pixels, as an encoder makes them. */
export const JPEG = decode(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAwVi/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAZEQACAwEAAAAAAAAAAAAAAAAABAIDIVH/2gAMAwEAAhEDEQA/AI4ajKuGoyCNu+eaEizZ0//Z',
);
export const PROGRESSIVE_JPEG = decode(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAVAQEBAAAAAAAAAAAAAAAAAAACA//aAAwDAQACEAMQAAABjUiP/8QAFhAAAwAAAAAAAAAAAAAAAAAAAAED/9oACAEBAAEFAlIUj//EABYRAQEBAAAAAAAAAAAAAAAAAAMAAv/aAAgBAwEBPwEE1f/EABcRAAMBAAAAAAAAAAAAAAAAAAABAgP/2gAIAQIBAT8B1tn/xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAY/Aj//xAAVEAEBAAAAAAAAAAAAAAAAAAAAYf/aAAgBAQABPyGab//aAAwDAQACAAMAAAAQd//EABURAQEAAAAAAAAAAAAAAAAAAABR/9oACAEDAQE/EKn/xAAVEQEBAAAAAAAAAAAAAAAAAAAhAP/aAAgBAgEBPxA7f//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8QEv/Z',
);
/** Of 8 × 8 pixels; its Adobe segment says how its four colours are coded. */
export const CMYK_JPEG = decode(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABcAAAMBAAAAAAAAAAAAAAAAAAIDBAb/xAAbEAEAAAcAAAAAAAAAAAAAAAAABQYVQkNigf/aAA4EQwBNAFkASwAAPwAZftKoWiKJY+tM/9k=',
);
export const LOSSY_WEBP = decode(
  'UklGRkYAAABXRUJQVlA4IDoAAADQAQCdASoQAAgAA4BaJbACdAEOuwWOAAD+72nIDQAlnTPx+aJWH21Kv7vpnPdNsS9v3Vf/Yhn6IAAA',
);
export const LOSSLESS_WEBP = decode(
  'UklGRjgAAABXRUJQVlA4TCsAAAAvD8ABALkyRPQ/dhHR/4CCtm2YQCl/nN0fgIEQCCShjzNmTAAiz8kLqP4HAA==',
);
export const TRANSPARENT_WEBP = decode(
  'UklGRnIAAABXRUJQVlA4WAoAAAAQAAAADwAABwAAQUxQSA4AAAABDzD/ERHi/v8R/Q//f1ZQOCA+AAAA0AEAnQEqEAAIAAOAWiWwAnQBDrsFjgAA/uxXy9SSBnTzUO52ACLQXKv0M5UnzhoPdNsS9v3Vf/Yhn6IAAAA=',
);
export const ANIMATED_WEBP = decode(
  'UklGRgIBAABXRUJQVlA4WAoAAAACAAAADwAABwAAQU5JTQYAAAAAAAAAAABBTk1GaAAAAAAAAAAAAA8AAAcAAGQAAAJWUDggUAAAAPABAJ0BKhAACAABQCYlsAADYmv8j0siwAD+/GvcREmPSMTHv9PzTI0m1Av/Xs/Lj//mf8uPxhP/Xf3//w17/u0Qf/t/j+Ev/+r/h4/RAAAAQU5NRmYAAAAAAAAAAAAPAAAHAABkAAAAVlA4IE4AAADUAQCdASoQAAgAAAAmJbAAAzrmuvFU4AD+8I/J7GEWmtaOivjsUtFV///z/d/nT+gz/On8UjyB3//zRdB6df4Hs/f0zX/+20hXUkAAAAA=',
);

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG of one colour, with further chunks behind its header. Different shades make different pictures. */
export function makePng({ width = 16, height = 8, shade = 0x80, chunks = [] as Buffer[] } = {}): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8); // eight bits of grey
  const lines = Buffer.alloc(Math.min(height, 512) * (Math.min(width, 512) + 1), shade);
  for (let line = 0; line < lines.length; line += Math.min(width, 512) + 1) lines[line] = 0;
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND'),
  ]);
}

/** Inserts segments behind the start of a JPEG. */
export function withSegments(jpeg: Uint8Array, ...segments: Uint8Array[]): Uint8Array {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** A segment of a JPEG. */
export function segment(marker: number, data: Uint8Array | string): Uint8Array {
  const bytes = Buffer.from(data);
  const length = bytes.length + 2;
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), bytes]);
}

/** Appends a chunk to a WebP, which its header then counts. */
export function withWebpChunk(webp: Uint8Array, name: string, data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  const padding = Buffer.alloc(data.length % 2);
  const whole = Buffer.concat([webp, Buffer.from(name, 'latin1'), length, data, padding]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A WebP with the flags of an extended one in front of its pixels. */
export function extendedWebp(webp: Uint8Array, flags: number, width = 16, height = 8): Uint8Array {
  const extension = Buffer.alloc(10);
  extension[0] = flags;
  extension.writeUIntLE(width - 1, 4, 3);
  extension.writeUIntLE(height - 1, 7, 3);
  const empty = Buffer.concat([webp.subarray(0, 12)]);
  return withRest(withWebpChunk(empty, 'VP8X', extension), webp.subarray(12));
}

function withRest(start: Uint8Array, rest: Uint8Array): Uint8Array {
  const whole = Buffer.concat([start, rest]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** What an Exif block of a phone says: who made it, where it was, and how it was held. */
interface Exif {
  readonly orientation?: number;
  readonly isLittle?: boolean;
}

/** Makes a TIFF block with a maker, a model, an orientation and a position. */
export function makeTiff({ orientation = 1, isLittle = false }: Exif = {}): Buffer {
  const bytes = Buffer.alloc(256);
  const word = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(isLittle ? 'II' : 'MM', 0, 'latin1');
  word(42, 2);
  long(8, 4);
  word(4, 8);
  const entry = (place: number, tag: number, type: number, count: number) => {
    const at = 10 + place * 12;
    word(tag, at);
    word(type, at + 2);
    long(count, at + 4);
    return at + 8;
  };
  long(100, entry(0, 0x010f, 2, 8));
  bytes.write('Acmecam\0', 100, 'latin1');
  long(110, entry(1, 0x0110, 2, 8));
  bytes.write('SN-4711\0', 110, 'latin1');
  word(orientation, entry(2, 0x0112, 3, 1));
  long(130, entry(3, 0x8825, 4, 1));
  word(2, 130);
  const gps = (place: number, tag: number, type: number, count: number) => {
    const at = 132 + place * 12;
    word(tag, at);
    word(type, at + 2);
    long(count, at + 4);
    return at + 8;
  };
  bytes.write('N\0', gps(0, 1, 2, 2), 'latin1');
  long(180, gps(1, 2, 5, 3));
  for (const [place, value] of [48, 1, 8, 1, 0, 1].entries()) long(value, 180 + place * 4);
  return bytes;
}

/** A JPEG as a phone makes it: with Exif data, a comment, a colour profile, and a second picture behind its end. */
export function phoneJpeg(exif: Exif = {}, jpeg: Uint8Array = JPEG): Uint8Array {
  const marked = withSegments(
    jpeg,
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), makeTiff(exif)])),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Acmecam</x:xmpmeta>'),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01Acmecam'),
    segment(0xed, 'Photoshop 3.0\0Acmecam'),
    segment(0xfe, 'Acmecam at the gate'),
  );
  return Buffer.concat([marked, Buffer.from('Acmecam video')]);
}
