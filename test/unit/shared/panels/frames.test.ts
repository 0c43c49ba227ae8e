import { describe, expect, test } from 'vitest';
import {
  crcOf,
  cutFrames,
  type FrameDialect,
  frameOf,
  LONGEST_FRAME,
  STANDARD_DIALECT,
} from '../../../../shared/panels/frames.ts';
import { capturedFrame } from '../../../support/panels/captured-frames.ts';

const BODY = Buffer.from('"SIA-DCS"0001L0#1234[#1234|NBA5]');
const FRAME = frameOf(BODY, STANDARD_DIALECT);

const ALARM = capturedFrame('dcs-noacct');
const RAW_CRC = capturedFrame('trikdis-2');

const bodies = (bytes: Buffer | readonly Buffer[], isAll = false) =>
  cutFrames(Buffer.concat([bytes].flat()), { isAll }).frames.map(({ body, dialect }) =>
    dialect ? body.toString('latin1') : 'wrong CRC',
  );

const dialectOf = (bytes: Buffer) => cutFrames(bytes).frames[0]?.dialect;

/** A frame with this header in front of a body. */
const written = (header: string, body: Buffer | string, end = '\r') =>
  Buffer.concat([Buffer.from(`\n${header}`, 'latin1'), Buffer.from(body), Buffer.from(end)]);

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0');

describe('crcOf', () => {
  test('The CRC of "123456789" is the check value of CRC-16/ARC', () => {
    expect(crcOf(Buffer.from('123456789'))).toBe(0xbb3d);
    expect(crcOf(Buffer.alloc(0))).toBe(0);
  });
});

describe('frameOf', () => {
  test('A frame of the standard has a hexadecimal CRC and the length of its body', () => {
    expect(FRAME.toString()).toBe(`\n${hex(crcOf(BODY))}0020"SIA-DCS"0001L0#1234[#1234|NBA5]\r`);
  });

  const all = [true, false];
  const DIALECTS = (['hex', 'raw'] as const).flatMap((crc) =>
    all.flatMap((crcCountsEnd) => all.map((lengthCountsEnd) => ({ crc, crcCountsEnd, lengthCountsEnd }))),
  );

  test.each(DIALECTS)(
    'A frame of the dialect %o is cut out again with its dialect',
    (dialect: FrameDialect) => {
      const frame = frameOf(BODY, dialect);
      expect(cutFrames(frame)).toEqual({
        frames: [{ raw: frame.subarray(0, -1), body: BODY, dialect }],
        rest: Buffer.alloc(0),
        hasGarbage: false,
      });
    },
  );

  test.each([
    ['eldes-1', { crc: 'hex', crcCountsEnd: true, lengthCountsEnd: false }],
    ['eldes-5', { crc: 'hex', crcCountsEnd: true, lengthCountsEnd: true }],
    ['trikdis-3', { crc: 'raw', crcCountsEnd: false, lengthCountsEnd: false }],
    ['ajax-rp', STANDARD_DIALECT],
  ])('The captured frame %s has the dialect %o', (name, dialect) => {
    expect(dialectOf(capturedFrame(name))).toEqual(dialect);
  });
});

describe('cutFrames', () => {
  test('Several frames in one segment are cut, with zero bytes, spaces and line ends between them', () => {
    const cut = cutFrames(Buffer.concat([ALARM, FRAME, Buffer.from('\n \r\n\0'), RAW_CRC, FRAME]));
    expect(cut.frames.map(({ dialect }) => dialect?.crc)).toEqual(['hex', 'hex', 'raw', 'hex']);
    expect(cut.hasGarbage).toBe(false);
    expect(cut.rest).toHaveLength(0);
  });

  test('The beginning of a frame is kept until the rest of it arrives', () => {
    const half = Buffer.concat([FRAME, FRAME.subarray(0, 20)]);
    const { frames, rest } = cutFrames(half);
    expect(frames).toHaveLength(1);
    expect(rest).toEqual(FRAME.subarray(0, 20));
    expect(bodies([rest, FRAME.subarray(20)])).toEqual([BODY.toString()]);
  });

  test('A frame is complete as soon as its length has arrived, even without a carriage return', () => {
    expect(bodies(FRAME.subarray(0, -1))).toEqual([BODY.toString()]);
  });

  test('A frame without a line feed is cut if its CRC has hexadecimal digits', () => {
    expect(bodies([FRAME.subarray(1), FRAME.subarray(1)])).toEqual([BODY.toString(), BODY.toString()]);
    expect(bodies(RAW_CRC.subarray(1))).toEqual([]);
  });

  test('A carriage return or a line feed in a body or in a raw CRC ends no frame', () => {
    const body = Buffer.from('"SIA-DCS"0001L0#1[#1|NBA5^one\rtwo\nthree^]');
    expect(bodies(frameOf(body, STANDARD_DIALECT))).toEqual([body.toString()]);
    for (let number = 0; number < 1_000_000; number++) {
      const numbered = Buffer.from(`"NULL"0000L0#${number.toString(36)}[]`);
      if (crcOf(numbered) !== 0x0d0a) continue;
      expect(bodies(frameOf(numbered, { ...STANDARD_DIALECT, crc: 'raw' }))).toEqual([numbered.toString()]);
      return;
    }
    expect.fail('No body has this CRC');
  });

  test.each(['\r\n', '\n'])('The end %j may count in the CRC and the length', (end) => {
    const body = Buffer.concat([BODY, Buffer.from(end)]);
    for (const last of ['', '\r']) {
      const frame = written(`${hex(crcOf(body))}${hex(body.length)}`, body, last);
      expect(bodies([frame, FRAME])).toEqual([BODY.toString(), BODY.toString()]);
      expect(cutFrames(frame)).toMatchObject({
        frames: [{ dialect: STANDARD_DIALECT }],
        hasGarbage: false,
      });
    }
  });

  test('A CRC in lower case is right', () => {
    expect(
      bodies(Buffer.from(FRAME.toString().replace(/[0-9A-F]{8}/, (digits) => digits.toLowerCase()))),
    ).toEqual([BODY.toString()]);
  });

  test.each([
    ['too small', '0010'],
    ['too large', '0030'],
    ['in decimal', '0032'],
    ['zero', '0000'],
  ])('A frame whose length is %s ends at the carriage return at which its CRC is right', (_, length) => {
    const frame = written(`${hex(crcOf(BODY))}${length}`, BODY);
    expect(bodies([frame, FRAME])).toEqual([BODY.toString(), BODY.toString()]);
  });

  test('A length that counts characters instead of bytes is accepted', () => {
    const body = Buffer.from('"ADM-CID"0008L0#777[#777|3401 01 501][SУлица]_09:15:28,07-03-2025');
    const frame = written(`${hex(crcOf(body))}${hex(body.toString().length)}`, body);
    expect(bodies([frame, FRAME])).toEqual([body.toString('latin1'), BODY.toString()]);
  });

  test('A frame with a wrong CRC is cut by its length and has no dialect', () => {
    const wrong = Buffer.from(FRAME);
    wrong[25] = 0x39;
    expect(bodies([wrong, FRAME])).toEqual(['wrong CRC', BODY.toString()]);
    const [first] = cutFrames(wrong).frames;
    expect(first?.raw).toEqual(wrong.subarray(0, -1));
    expect(first?.body).toEqual(wrong.subarray(9, -1));
  });

  test('A frame that was broken off ends where the next one begins', () => {
    expect(bodies([FRAME.subarray(0, 30), FRAME])).toEqual(['wrong CRC', BODY.toString()]);
    expect(bodies([FRAME.subarray(0, 30), RAW_CRC])).toHaveLength(2);
  });

  test('A frame whose CRC and length are both wrong waits for more, and is recorded when nothing follows', () => {
    const frame = capturedFrame('oh-dcs');
    expect(cutFrames(frame)).toEqual({ frames: [], rest: frame, hasGarbage: false });
    const cut = cutFrames(frame, { isAll: true });
    expect(cut.frames).toEqual([
      { raw: frame.subarray(0, -1), body: frame.subarray(9, -1), dialect: undefined },
    ]);
    expect(bodies([frame, FRAME])).toEqual(['wrong CRC', BODY.toString()]);
  });

  test('A datagram that ends within a frame has a frame with a wrong CRC', () => {
    expect(bodies([FRAME, FRAME.subarray(0, 24)], true)).toEqual([BODY.toString(), 'wrong CRC']);
    expect(cutFrames(FRAME.subarray(0, 6), { isAll: true })).toMatchObject({
      frames: [],
      hasGarbage: true,
    });
  });

  test.each(['POST / HTTP/1.1\r\nHost: a.test\r\n\r\n', '\r\nx', 'PROXY TCP4', '\x16\x03\x01', '\n1234'])(
    'No frame counts behind the garbage %j, and those before it do',
    (text) => {
      const garbage = Buffer.from(text, 'latin1');
      for (const isAll of [false, true]) {
        const cut = cutFrames(Buffer.concat([FRAME, garbage, FRAME, ALARM]), { isAll });
        expect(cut).toMatchObject({ frames: [{ body: BODY }], hasGarbage: true });
        expect([cut.frames.length, cut.rest.length]).toEqual([1, 0]);
      }
    },
  );

  test('A block of DC-03 over TCP is garbage', () => {
    expect(cutFrames(capturedFrame('galaxy-dc03'), { isAll: true })).toMatchObject({
      frames: [],
      hasGarbage: true,
    });
  });

  test('A length of 4,096 and more is no frame, because the standard has three digits for it', () => {
    expect(cutFrames(written('1234FFFF', BODY)).frames).toEqual([]);
    const longest = Buffer.concat([BODY, Buffer.alloc(0xfff - BODY.length, 'x')]);
    expect(bodies(frameOf(longest, STANDARD_DIALECT))).toEqual([longest.toString()]);
  });

  test('A frame without an end is given up after the longest possible frame', () => {
    const endless = Buffer.concat([Buffer.from('\n12340FFF"'), Buffer.alloc(LONGEST_FRAME, 'x')]);
    expect(cutFrames(endless.subarray(0, LONGEST_FRAME)).rest).toHaveLength(LONGEST_FRAME);
    expect(bodies([endless.subarray(0, LONGEST_FRAME), FRAME])).toEqual(['wrong CRC', BODY.toString()]);
    expect(cutFrames(endless)).toMatchObject({ frames: [{ dialect: undefined }], hasGarbage: true });
  });
});
