import exifr from 'exifr';
import { describe, expect, test } from 'vitest';
import { cleanPicture, MAXIMUM_BYTES, typeOf } from '../../../../shared/pictures/clean-picture.ts';
import {
  ANIMATED_WEBP,
  CMYK_JPEG,
  extendedWebp,
  JPEG,
  LOSSLESS_WEBP,
  LOSSY_WEBP,
  makePng,
  makeTiff,
  PROGRESSIVE_JPEG,
  phoneJpeg,
  pngChunk,
  segment,
  TRANSPARENT_WEBP,
  withSegments,
  withWebpChunk,
} from '../../../support/pictures.ts';

function clean(bytes: Uint8Array) {
  const cleaned = cleanPicture(bytes);
  if ('refused' in cleaned) throw new Error(`refused: ${cleaned.refused}`);
  return cleaned;
}

/** What an independent reader finds in a picture, of everything that it knows. */
const found = (bytes: Uint8Array) =>
  exifr.parse(Buffer.from(bytes), {
    tiff: true,
    exif: true,
    gps: true,
    iptc: true,
    xmp: true,
    icc: true,
    jfif: false,
    ihdr: false,
    ifd1: true,
    translateValues: false,
  });

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

const HAS_EXIF = 0x08;
const IS_ANIMATED = 0x02;

const MARKED: readonly (readonly [string, (orientation: number) => Uint8Array])[] = [
  ['JPEG', (orientation) => phoneJpeg({ orientation })],
  ['progressive JPEG', (orientation) => phoneJpeg({ orientation, isLittle: true }, PROGRESSIVE_JPEG)],
  [
    'PNG',
    (orientation) =>
      makePng({
        chunks: [
          pngChunk('tEXt', Buffer.from('Author\0Acmecam')),
          pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0Acmecam')),
          pngChunk('eXIf', makeTiff({ orientation })),
          pngChunk('tIME', Buffer.alloc(7)),
          pngChunk('pHYs', Buffer.alloc(9)),
        ],
      }),
  ],
  [
    'WebP',
    (orientation) =>
      withWebpChunk(
        withWebpChunk(extendedWebp(LOSSY_WEBP, HAS_EXIF), 'EXIF', makeTiff({ orientation })),
        'XMP ',
        Buffer.from('Acmecam'),
      ),
  ],
];

describe.each(MARKED)('A %s', (_, make) => {
  test('It loses the position, the device and every text', async () => {
    const marked = make(1);
    expect(text(marked)).toContain('Acmecam');
    const { bytes } = clean(marked);
    expect(text(bytes)).not.toMatch(/Acmecam|SN-4711|xmp|Photoshop|gate/i);
    expect(await found(bytes).catch(() => undefined)).toBeUndefined();
  });

  test.each([2, 3, 6, 8])('It keeps the orientation %i and nothing else', async (orientation) => {
    const { bytes, width, height } = clean(make(orientation));
    // The independent reader knows no Exif data of WebP.
    if (text(bytes.subarray(0, 4)) !== 'RIFF') {
      expect(await found(bytes)).toEqual({ Orientation: orientation });
    } else {
      expect(text(bytes)).toContain('EXIF');
    }
    expect(clean(bytes)).toEqual({ contentType: typeOf(bytes), bytes, width, height });
    expect([width, height]).toEqual(orientation >= 5 ? [8, 16] : [16, 8]);
  });
});

describe('The pixels stay as they are', () => {
  test.each([
    ['JPEG', JPEG],
    ['progressive JPEG', PROGRESSIVE_JPEG],
    ['CMYK JPEG', CMYK_JPEG],
    ['lossy WebP', LOSSY_WEBP],
    ['lossless WebP', LOSSLESS_WEBP],
    ['transparent WebP', TRANSPARENT_WEBP],
    ['PNG', makePng()],
  ])('A plain %s is its own clean copy', (_, plain) => {
    const { bytes } = clean(plain);
    const own = Buffer.from(bytes);
    // Of the JFIF segment, only the version is ours.
    if (own.includes('JFIF')) own[12] = 1;
    expect(own.equals(Buffer.from(plain))).toBe(true);
  });

  test('A JPEG that a camera cut off is kept as far as it goes, with an end', () => {
    const { bytes } = clean(JPEG.subarray(0, -5));
    expect(text(bytes).endsWith('\xff\xd9')).toBe(true);
    expect(bytes.length).toBeGreaterThan(JPEG.length - 8);
  });

  test('A JPEG with stray bytes between its segments loses them', () => {
    expect(clean(withSegments(JPEG, segment(0xfe, 'seen'), Buffer.from('<script>')))).toEqual(clean(JPEG));
  });

  test('Restart markers and stuffed bytes do not end the pixels', () => {
    const pixels = Uint8Array.of(0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xff, 0xd1, 0x78);
    const restarted = Buffer.concat([JPEG.subarray(0, -2), pixels, JPEG.subarray(-2)]);
    expect(Buffer.from(clean(restarted).bytes).includes(Buffer.from(pixels))).toBe(true);
  });

  test('What is behind the end of a picture is left out', () => {
    const hidden = Buffer.from('<html><script>alert(1)</script></html>');
    for (const picture of [JPEG, makePng(), LOSSY_WEBP]) {
      expect(clean(Buffer.concat([picture, hidden]))).toEqual(clean(picture));
    }
  });
});

describe('What is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['an SVG', svg],
    ['a page', '<!doctype html><img src="a.jpg">'],
    ['a GIF', 'GIF89a'],
    ['a PDF', '%PDF-1.7'],
    ['nothing', ''],
    ['a JPEG behind other bytes', `GIF89a${text(JPEG)}`],
    ['another RIFF file', text(LOSSY_WEBP).replace('WEBP', 'WAVE')],
  ])('No picture is %s', (_, bytes) => {
    expect(cleanPicture(Buffer.from(bytes, 'latin1'))).toEqual({ refused: 'not_a_picture' });
  });
});

describe('A picture that is refused', () => {
  const sized = (jpeg: Uint8Array, width: number, height: number) => {
    const bytes = Buffer.from(jpeg);
    const frame = bytes.indexOf(Uint8Array.of(0xff, 0xc0));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };
  test.each([
    ['more than 5 MB', Buffer.concat([JPEG, Buffer.alloc(MAXIMUM_BYTES)]), 'too_large'],
    ['a JPEG that claims 65,535 × 65,535 pixels', sized(JPEG, 65_535, 65_535), 'too_many_pixels'],
    ['a PNG that claims 2³¹ lines', makePng({ width: 1, height: 2 ** 31 - 1 }), 'too_many_pixels'],
    ['a PNG of 50 million pixels and one line', makePng({ width: 10_000, height: 5_001 }), 'too_many_pixels'],
    ['a JPEG without lines', sized(JPEG, 16, 0), 'unreadable'],
    ['a JPEG without pixels', JPEG.subarray(0, 180), 'unreadable'],
    ['a JPEG with two frames', withSegments(JPEG, segment(0xc0, JPEG.subarray(163, 178))), 'unreadable'],
    ['a PNG that is cut off', makePng().subarray(0, -8), 'unreadable'],
    ['a PNG without a header', Buffer.concat([makePng().subarray(0, 8), pngChunk('IEND')]), 'unreadable'],
    ['an animated WebP', ANIMATED_WEBP, 'unreadable'],
    ['a WebP whose header claims another size', extendedWebp(LOSSY_WEBP, 0, 4_000, 4_000), 'unreadable'],
    ['a WebP that is cut off', LOSSY_WEBP.subarray(0, -9), 'unreadable'],
    ['a WebP that hides an animation', extendedWebp(LOSSY_WEBP, IS_ANIMATED), 'unreadable'],
  ])('A picture is refused for %s', (_, bytes, refused) => {
    expect(cleanPicture(bytes)).toEqual({ refused });
  });

  test('At 50 million pixels, it is still kept', () => {
    expect(clean(makePng({ width: 10_000, height: 5_000 }))).toMatchObject({ width: 10_000, height: 5_000 });
  });
});

test('Whatever bytes follow the start of a picture, cleaning ends, and its result is its own clean copy', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let run = 0; run < 2_000; run += 1) {
    const samples = [
      phoneJpeg({ orientation: 6 }),
      PROGRESSIVE_JPEG,
      makePng(),
      TRANSPARENT_WEBP,
      LOSSY_WEBP,
    ];
    const bytes = Buffer.from(samples[run % samples.length] ?? JPEG);
    for (let changes = 0; changes < 1 + (run % 4); changes += 1) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    const cleaned = cleanPicture(bytes.subarray(0, Math.ceil(random() * 2 * bytes.length)));
    if (!('refused' in cleaned)) expect(cleanPicture(cleaned.bytes)).toEqual(cleaned);
  }
});
