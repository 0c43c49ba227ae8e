import { createSecretKey, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressRanges } from '../../shared/base/address.ts';
import { cutFrames, type FrameDialect, frameOf, LONGEST_FRAME } from '../../shared/panels/frames.ts';
import { eventsOf } from '../../shared/panels/meaning.ts';
import {
  decryptContent,
  readHead,
  readPlainContent,
  writeAnswer,
  writeMessage,
} from '../../shared/panels/message.ts';
import { readSignals, type Signal, writeSignals } from '../../shared/panels/signals.ts';
import { judgeFrame, readFrame } from '../../shared/panels/verdict.ts';
import { repetitions } from '../support/repetitions.ts';

const panelKey = (digits: string) => createSecretKey(digits, 'hex');

const RUNS = { numRuns: repetitions({ few: 60, some: 1_000, many: 20_000 }) };

const dialect: fc.Arbitrary<FrameDialect> = fc.record({
  crc: fc.constantFrom('hex', 'raw'),
  crcCountsEnd: fc.boolean(),
  lengthCountsEnd: fc.boolean(),
});

const key = fc
  .constantFrom(16, 24, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
  .map((bytes) => panelKey(Buffer.from(bytes).toString('hex')));

/** Random bytes that are the same in each run. */
const padding = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => (size: number) => bytes.subarray(0, size));

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9A-F][0-9A-F]{0,${length - 1}}$`));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Texts without the separators of DC-03 and DC-09. */
const text = fc
  .string({ unit: fc.constantFrom(...'abcXYZ0189 .,-_/#äß€Ю'), minLength: 1, maxLength: 20 })
  .filter((it) => it.trim() === it);

const defined = (signal: Record<string, unknown>): Signal =>
  Object.fromEntries(Object.entries(signal).filter(([, value]) => value !== undefined)) as unknown as Signal;

const siaSignal = fc
  .record({
    format: fc.constant('sia'),
    code: fc.stringMatching(/^[A-Z]{2}$/),
    number: optional(digits(4)),
    text: optional(text),
  })
  .map(defined);

const contactIdSignal = fc
  .record({
    format: fc.constant('contact-id'),
    code: fc.stringMatching(/^[0-9B-F]{3}$/),
    qualifier: fc.constantFrom('1', '3', '6'),
    partition: optional(digits(2)),
    number: optional(digits(3)),
  })
  .map(defined);

const modifiers = fc.record({
  partition: optional(fc.stringMatching(/^(?:[1-9]\d{0,3}|[A-F]\d?)$/)),
  user: optional(fc.stringMatching(/^[1-9]\d{0,3}$/)),
});

/** A message that a panel may send, and its signals. */
const message = fc
  .record({
    sequence: fc.stringMatching(/^\d{4}$/),
    receiver: optional(fc.stringMatching(/^R[0-9A-F]{1,6}$/)),
    line: optional(fc.stringMatching(/^L[0-9A-F]{0,6}$/)),
    account: fc.stringMatching(/^[0-9A-Za-z]{1,16}$/),
    time: optional(fc.date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true })),
    blocks: fc.array(fc.stringMatching(/^[A-JL-Z][a-z0-9:/.]{1,12}$/), { maxLength: 3 }),
    content: fc.oneof(
      fc.tuple(fc.array(siaSignal, { minLength: 1, maxLength: 3 }), modifiers).map(([signals, all]) => ({
        token: 'SIA-DCS',
        signals: signals.map((it) => defined({ ...it, ...all })),
      })),
      contactIdSignal.map((signal) => ({ token: 'ADM-CID', signals: [signal] })),
      fc.constant({ token: 'NULL', signals: [] as Signal[] }),
    ),
  })
  .map(({ sequence, receiver = '', line = '', account, time, blocks, content: { token, signals } }) => ({
    token,
    sequence,
    account,
    address: `${receiver}${line}#${account}`,
    data: signals.length > 0 ? writeSignals(account, signals) : '',
    blocks,
    ...(time ? { time: new Date(Math.floor(time.getTime() / 1_000) * 1_000) } : {}),
    signals,
  }));

test('Each message is read as it was written, in each dialect', () => {
  fc.assert(
    fc.property(message, dialect, ({ signals, account, ...sent }, written) => {
      const { frames, rest, hasGarbage } = cutFrames(writeMessage(sent, written));
      expect([frames.length, rest.length, hasGarbage]).toEqual([1, 0, false]);
      const [frame] = frames;
      expect(frame?.dialect).toEqual(written);
      const head = frame && readHead(frame.body);
      expect(head).toMatchObject({
        token: sent.token,
        sequence: sent.sequence,
        address: sent.address,
        account,
      });
      const content = head && readPlainContent(head);
      expect(content?.blocks).toEqual(sent.blocks);
      expect(content?.time).toEqual(sent.time);
      expect(content && readSignals(sent.token, content.data)).toEqual(signals);
    }),
    RUNS,
  );
});

test('Each encrypted message is read as it was written, in each dialect and with each length of key, and with no other key', () => {
  fc.assert(
    fc.property(
      message,
      dialect,
      key,
      key,
      padding,
      ({ signals, account, ...sent }, written, used, other, randomBytes) => {
        const time = sent.time ?? new Date('2026-11-20T12:00:00Z');
        const bytes = writeMessage({ ...sent, time }, written, { key: used, randomBytes });
        const [frame] = cutFrames(bytes).frames;
        const head = frame && readHead(frame.body);
        if (!head) expect.fail('The head is not readable');
        expect(head).toMatchObject({ isEncrypted: true, token: sent.token, account });
        const content = decryptContent(head, used);
        expect(content).toMatchObject({ blocks: sent.blocks, time });
        expect(content && readSignals(sent.token, content.data)).toEqual(signals);
        if (!other.equals(used)) expect(decryptContent(head, other)).toBeUndefined();
      },
    ),
    RUNS,
  );
});

test('An answer repeats sequence and address, is in the dialect of its request, and is encrypted if the request is and it is an ACK', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  fc.assert(
    fc.property(
      message,
      dialect,
      optional(key),
      padding,
      fc.constantFrom('ACK', 'DUH'),
      (sent, written, used, randomBytes, kind) => {
        const encryption = used && { key: used, randomBytes };
        const [request] = cutFrames(writeMessage({ ...sent, time: now }, written, encryption)).frames;
        const head = request && readHead(request.body);
        if (!head) expect.fail('The head is not readable');
        const [answer] = cutFrames(writeAnswer(kind, head, written, { now, encryption })).frames;
        expect(answer?.dialect).toEqual(written);
        const read = answer && readHead(answer.body);
        const isEncrypted = used !== undefined && kind === 'ACK';
        expect(read).toMatchObject({
          token: kind,
          sequence: sent.sequence,
          address: sent.address,
          isEncrypted,
        });
        if (read && used && isEncrypted)
          expect(decryptContent(read, used)).toMatchObject({ data: [], time: now });
      },
    ),
    RUNS,
  );
});

/** Whole frames of all dialects, broken frames and garbage, one after the other. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(message, dialect).map(([sent, written]) => writeMessage(sent, written)) },
  fc.tuple(message, dialect, fc.nat()).map(([sent, written, end]) => {
    const bytes = writeMessage(sent, written);
    return bytes.subarray(0, end % bytes.length);
  }),
  fc.tuple(message, dialect, fc.nat(), fc.nat(255)).map(([sent, written, place, byte]) => {
    const bytes = writeMessage(sent, written);
    bytes[place % bytes.length] = byte;
    return bytes;
  }),
  fc.string({ unit: fc.constantFrom(...'\n\r\0 "0AF[]#'), maxLength: 30 }).map((it) => Buffer.from(it)),
  fc.uint8Array({ maxLength: 40 }).map((it) => Buffer.from(it)),
);

const stream = fc.array(piece, { maxLength: 6 }).map((pieces) => Buffer.concat(pieces));

test('Each division of a stream gives the same frames until the same garbage, and keeps no more than one frame', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), (bytes, places) => {
      const whole = cutFrames(bytes);
      const bounds = [...places.map((place) => place % (bytes.length + 1)), 0, bytes.length].sort(
        (a, b) => a - b,
      );
      let rest = Buffer.alloc(0);
      let hasGarbage = false;
      const frames = bounds.slice(1).flatMap((end, place) => {
        if (hasGarbage) return [];
        const cut = cutFrames(Buffer.concat([rest, bytes.subarray(bounds[place], end)]));
        rest = Buffer.from(cut.rest);
        ({ hasGarbage } = cut);
        expect(rest.length).toBeLessThanOrEqual(LONGEST_FRAME);
        return cut.frames;
      });
      expect(frames).toEqual(whole.frames);
      expect([rest, hasGarbage]).toEqual([Buffer.from(whole.rest), whole.hasGarbage]);
    }),
    RUNS,
  );
});

test('Each whole frame between others arrives, whatever line ends, spaces and zero bytes are between them', () => {
  const filler = fc
    .string({ unit: fc.constantFrom(...'\n\r\0 '), maxLength: 20 })
    .map((it) => Buffer.from(it));
  const sent = fc.array(fc.tuple(filler, message, dialect), { maxLength: 6 });
  fc.assert(
    fc.property(sent, (all) => {
      const bytes = Buffer.concat(
        all.flatMap(([before, it, written]) => [before, writeMessage(it, written)]),
      );
      const { frames } = cutFrames(bytes);
      expect(frames.map((frame) => frame.dialect)).toEqual(all.map(([, , written]) => written));
    }),
    RUNS,
  );
});

const NOW = new Date('2026-11-20T12:00:00Z');
const TRUST = {
  allowedAddresses: addressRanges(['192.0.2.0/24']),
  trustsUdp: true,
  timeCheck: 'lenient',
} as const;
const ARRIVAL = { address: '192.0.2.7', transport: 'tcp', at: NOW } as const;

const judge = (bytes: Buffer, used?: KeyObject) =>
  cutFrames(bytes, { isAll: true }).frames.map((frame) => {
    const read = readFrame(frame);
    return 'refusal' in read ? read : judgeFrame(read, { ...TRUST, key: used }, ARRIVAL);
  });

test('Random bytes, broken frames and changed frames never get an ACK', () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((it) => Buffer.from(it)),
    fc
      .string({ unit: fc.constantFrom(...'\n\r"0123456789ABCDEF[]#|*_NULSIA-DCR'), maxLength: 200 })
      .map((it) => Buffer.from(it)),
    fc.tuple(message, dialect, fc.nat()).map(([sent, written, end]) => {
      // Without its closing carriage return a frame is still whole.
      const bytes = writeMessage(sent, written);
      return bytes.subarray(0, end % (bytes.length - 2));
    }),
    fc.tuple(message, dialect, fc.nat(), fc.nat({ max: 254 })).map(([sent, written, place, by]) => {
      const bytes = writeMessage(sent, written);
      const body = bytes.indexOf('"');
      const at = body + (place % (bytes.length - 1 - body));
      bytes[at] = (Number(bytes[at]) + 1 + by) % 256;
      return bytes;
    }),
  );
  fc.assert(
    fc.property(noise, optional(key), (bytes, used) => {
      for (const verdict of judge(bytes, used)) expect(verdict).not.toMatchObject({ answer: 'ACK' });
    }),
    RUNS,
  );
});

test('Any body with a right CRC is judged without an exception, and a plain one never gets an ACK from a panel with a key', () => {
  const rest = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."#|]]]_[[N0123456789ABCDEFGabcrit/^^**'NM :,-"), maxLength: 120 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^(?:[0-9A-F]{32}){0,4}$/),
  );
  const body = fc.tuple(
    fc.constantFrom('SIA-DCS', '*SIA-DCS', 'ADM-CID', '*ADM-CID', 'NULL', '*NULL', 'ACR-SF'),
    rest,
  );
  fc.assert(
    fc.property(body, dialect, key, ([token, data], written, used) => {
      const bytes = frameOf(Buffer.from(`"${token}"0001L0#1234[${data}`), written);
      for (const verdict of judge(bytes, used)) expect(verdict).not.toMatchObject({ answer: 'ACK' });
      judge(bytes);
    }),
    RUNS,
  );
});

test('Whatever is in a message of events, it means at least one event, and each has a type and a text', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('SIA-DCS', 'ADM-CID'),
      fc.string({ unit: 'binary', minLength: 1 }),
      (token, data) => {
        const events = eventsOf(token, { data: [data] });
        if (data.replaceAll('|', '') !== '') expect(events.length).toBeGreaterThan(0);
        for (const { type, text: said } of events) expect([type, said]).not.toContain('');
      },
    ),
    RUNS,
  );
});
