import { createSecretKey, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addressRanges } from '../../../../shared/base/address.ts';
import { cutFrames, STANDARD_DIALECT } from '../../../../shared/panels/frames.ts';
import { type MessageHead, type MessageToWrite, writeMessage } from '../../../../shared/panels/message.ts';
import { SeenMessages } from '../../../../shared/panels/seen-messages.ts';
import {
  type Arrival,
  judgeFrame,
  type PanelTrust,
  type ReadFrame,
  readFrame,
} from '../../../../shared/panels/verdict.ts';
import { seededRandomBytes } from '../../../support/random.ts';

const panelKey = (digits: string) => createSecretKey(digits, 'hex');

const NOW = new Date('2026-11-20T12:00:00Z');
const KEY = panelKey('07'.repeat(16));
const RANGES = addressRanges(['192.0.2.0/24']);
const PLAIN: PanelTrust = { allowedAddresses: RANGES, trustsUdp: false, timeCheck: 'lenient' };
const AES: PanelTrust = {
  key: KEY,
  trustsUdp: false,
  timeCheck: 'strict',
};
const TCP: Arrival = { address: '192.0.2.7', transport: 'tcp', at: NOW };
const UDP: Arrival = { ...TCP, transport: 'udp' };

const randomBytes = (size: number) => new Uint8Array(size);
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const ALARM: MessageToWrite = { token: 'SIA-DCS', sequence: '0007', address: 'L0#1234', data: '#1234|NBA5' };
const TROUBLE = { ...ALARM, data: '#1234|NAT' };
const UNKNOWN = { ...ALARM, data: '#1234|NQQ1' };
const RESTORE = { ...ALARM, data: '#1234|NBR5' };
const OPENING = { ...ALARM, data: '#1234|NOP1' };
const CLOSING = { ...ALARM, data: '#1234|NCL1' };
const TEST = { ...ALARM, data: '#1234|NRP' };
const NULL = { ...ALARM, token: 'NULL', data: '' };

function frameIn(bytes: Buffer) {
  const [frame] = cutFrames(bytes, { isAll: true }).frames;
  if (!frame) expect.fail('There is no frame');
  return frame;
}

function readOf(message: MessageToWrite, key?: KeyObject): ReadFrame {
  const encryption = key && { key, randomBytes };
  const read = readFrame(frameIn(writeMessage(message, STANDARD_DIALECT, encryption)));
  if ('refusal' in read) expect.fail(`Refused: ${read.refusal}`);
  return read;
}

const judge = (message: MessageToWrite, trust = PLAIN, arrival = TCP) =>
  judgeFrame(readOf(message), trust, arrival);

const judgeEncrypted = (message: MessageToWrite, trust = AES, arrival = TCP) =>
  judgeFrame(readOf({ time: NOW, ...message }, KEY), trust, arrival);

const WEEK = 7 * 86_400;
const LENIENT: PanelTrust = { ...AES, timeCheck: 'lenient' };
const SILENCE = { isSignOfLife: false, events: [], onlyRecorded: [], warnings: [] };

/** A frame with other hexadecimal digits in its encrypted part. */
const withDigits = (read: ReadFrame, digits: string): ReadFrame => ({
  ...read,
  head: { ...read.head, rest: Buffer.from(digits) },
});

function changeDigit(read: ReadFrame, place: number, by: number): ReadFrame {
  const digits = read.head.rest.toString();
  const changed = (Number.parseInt(digits.charAt(place), 16) ^ by).toString(16).toUpperCase();
  return withDigits(read, digits.slice(0, place) + changed + digits.slice(place + 1));
}

const codes = (events: readonly { readonly code: string }[]) => events.map(({ code }) => code);

describe('readFrame', () => {
  const refusalOf = (bytes: Buffer) => readFrame(frameIn(bytes));
  const plain = (message: MessageToWrite) => writeMessage(message, STANDARD_DIALECT);

  test('A frame with a wrong CRC is refused', () => {
    const bytes = plain(ALARM);
    bytes[30] = 0x58;
    expect(refusalOf(bytes)).toEqual({ refusal: 'crc_wrong' });
  });

  test('A frame without a readable head or without an account is refused', () => {
    expect(refusalOf(plain({ ...ALARM, sequence: 'x' }))).toEqual({ refusal: 'not_readable' });
    expect(refusalOf(plain({ ...NULL, address: 'L0' }))).toEqual({ refusal: 'not_readable' });
  });

  test.each(['ACK', 'NAK', 'DUH', 'RSP'])(
    '%s is refused, so that two receivers never answer each other',
    (token) => {
      expect(refusalOf(plain({ ...ALARM, token }))).toEqual({ refusal: 'not_a_request' });
    },
  );

  test('The inner account chooses the panel only of a plain frame without an outer account', () => {
    expect(readOf({ ...ALARM, data: '#9|NBA5' }).account).toBe('1234');
    expect(readOf({ ...ALARM, address: 'L0', data: '#9|NBA5' }).account).toBe('9');
    const encrypted = writeMessage({ ...ALARM, address: 'L0', time: NOW }, STANDARD_DIALECT, {
      key: KEY,
      randomBytes,
    });
    expect(refusalOf(encrypted)).toEqual({ refusal: 'not_readable' });
  });
});

describe('judgeFrame of a panel without a key', () => {
  test('An alarm raises, gets an ACK and is a sign of life', () => {
    const verdict = judge(ALARM);
    expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: true, onlyRecorded: [], warnings: [] });
    expect(codes(verdict.events)).toEqual(['BA']);
    expect(verdict).not.toHaveProperty('refusal');
  });

  test('NULL is a sign of life without events, even if there is something in it', () => {
    for (const data of ['', '#0000|0000 00 000', '#1234|NBA5']) {
      expect(judge({ ...NULL, data })).toMatchObject({ answer: 'ACK', isSignOfLife: true, events: [] });
    }
    expect(judge({ ...NULL, token: 'XNM' })).toMatchObject({ answer: 'ACK', isSignOfLife: true, events: [] });
  });

  test.each(['192.0.3.7', '2001:db8::1', 'nowhere', 'fe80::1%eth0', ''])(
    'A frame from %j, which is not allowed, gets no answer and is no sign of life',
    (address) => {
      expect(judge(ALARM, PLAIN, { ...TCP, address })).toEqual({
        isSignOfLife: false,
        events: [],
        onlyRecorded: [],
        warnings: [],
        refusal: 'address_not_allowed',
      });
    },
  );

  test.each([
    ['192.0.2.255', ['192.0.2.0/24']],
    ['::ffff:192.0.2.7', ['192.0.2.0/24']],
    ['192.0.2.7', ['198.51.100.0/24', '192.0.2.7/32']],
    ['192.0.2.7', ['192.0.2.7']],
    ['2001:db8:0:ff::1', ['2001:db8::/56']],
    ['2001:db8::1', ['2001:db8::1']],
  ])('A frame from %s is accepted with the ranges %j', (address, ranges) => {
    expect(
      judge(ALARM, { ...PLAIN, allowedAddresses: addressRanges(ranges) }, { ...TCP, address }).answer,
    ).toBe('ACK');
  });

  test('Without allowed addresses and without a key nobody may send', () => {
    expect(judge(ALARM, { ...PLAIN, allowedAddresses: addressRanges([]) }).refusal).toBe(
      'address_not_allowed',
    );
  });

  test('An encrypted frame gets a DUH from an allowed address and no answer from others', () => {
    expect(judgeEncrypted(ALARM, PLAIN)).toMatchObject({
      answer: 'DUH',
      isSignOfLife: false,
      refusal: 'no_key',
      events: [],
    });
    expect(judgeEncrypted(ALARM, PLAIN, { ...TCP, address: '203.0.113.1' })).not.toHaveProperty('answer');
  });

  test('A token of the standard that Guard does not understand gets a DUH and raises nothing', () => {
    for (const token of ['SIA-S2K', 'ADM-41E', 'ACR-SF', 'SIA-PUL', 'NO-TOKEN']) {
      expect(judge({ ...ALARM, token })).toMatchObject({
        answer: 'DUH',
        isSignOfLife: true,
        refusal: 'token_not_supported',
        events: [],
      });
    }
  });

  test('A message of events without any is a sign of life, and gets an ACK', () => {
    const heard = { answer: 'ACK', isSignOfLife: true, events: [] };
    expect(judge({ ...ALARM, data: '' })).toMatchObject(heard);
    expect(judge({ ...ALARM, data: '#1234|', token: 'ADM-CID' })).toMatchObject(heard);
    expect(judgeEncrypted({ ...ALARM, data: '' })).toMatchObject(heard);
  });

  test.each(['#1234|NQQ1', '#1234|nonsense', '#1234|1130 01 015'])(
    'The data %s raises an unknown signal',
    (data) => {
      const verdict = judge({ ...ALARM, data });
      expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: true });
      expect(verdict.events).toMatchObject([{ kind: 'alarm', type: 'unknown-signal', severity: 'high' }]);
    },
  );

  test('A frame without a timestamp passes the strict time check, because a plain one proves nothing by it', () => {
    expect(judge(RESTORE, { ...PLAIN, timeCheck: 'strict' })).toMatchObject({
      answer: 'ACK',
      isSignOfLife: true,
    });
  });
});

describe('judgeFrame of plain UDP', () => {
  test.each([ALARM, TROUBLE, UNKNOWN])('$data raises and is no sign of life', (message) => {
    const verdict = judge(message, PLAIN, UDP);
    expect(verdict).toMatchObject({
      answer: 'ACK',
      isSignOfLife: false,
      refusal: 'udp_not_trusted',
      onlyRecorded: [],
    });
    expect(verdict.events).toHaveLength(1);
    expect(verdict.warnings).toEqual([]);
  });

  test.each([RESTORE, OPENING, CLOSING, TEST])('$data gets an ACK, but is only recorded', (message) => {
    const verdict = judge(message, PLAIN, UDP);
    expect(verdict).toMatchObject({
      answer: 'ACK',
      isSignOfLife: false,
      refusal: 'udp_not_trusted',
      events: [],
    });
    expect(verdict.onlyRecorded).toHaveLength(1);
  });

  test('NULL gets an ACK and is no sign of life', () => {
    expect(judge(NULL, PLAIN, UDP)).toMatchObject({
      answer: 'ACK',
      isSignOfLife: false,
      refusal: 'udp_not_trusted',
    });
  });

  test('A panel whose UDP is trusted is heard as by TCP', () => {
    const trust = { ...PLAIN, trustsUdp: true };
    for (const message of [ALARM, RESTORE, OPENING, NULL]) {
      expect(judge(message, trust, UDP)).toEqual(judge(message, trust, TCP));
      expect(judge(message, trust, UDP).isSignOfLife).toBe(true);
    }
  });

  test('An encrypted frame counts by UDP as by TCP', () => {
    expect(judgeEncrypted(RESTORE, AES, UDP)).toEqual(judgeEncrypted(RESTORE, AES, TCP));
    expect(judgeEncrypted(RESTORE, AES, UDP)).toMatchObject({ answer: 'ACK', isSignOfLife: true });
  });
});

describe('judgeFrame of a panel with a key', () => {
  test.each([ALARM, RESTORE, NULL])(
    'A plain $token frame with $data is refused: nobody downgrades',
    (message) => {
      const trust = {
        ...AES,
        allowedAddresses: RANGES,
        trustsUdp: true,
        timeCheck: 'lenient',
      } as const;
      for (const arrival of [TCP, UDP]) {
        const verdict = judge(message, trust, arrival);
        expect(verdict).toMatchObject({
          isSignOfLife: false,
          refusal: 'not_encrypted',
          events: [],
          onlyRecorded: [],
        });
        expect(verdict).not.toHaveProperty('answer');
      }
    },
  );

  test('A frame with another key gets no answer and is no sign of life', () => {
    const verdict = judgeFrame(readOf({ ...ALARM, time: NOW }, panelKey('08'.repeat(16))), AES, TCP);
    expect(verdict).toMatchObject({ isSignOfLife: false, refusal: 'wrong_key', events: [] });
    expect(verdict).not.toHaveProperty('answer');
  });

  test('A frame that starts with an asterisk but is not encrypted is refused', () => {
    const verdict = judgeFrame(
      { ...readOf(ALARM), head: { ...readOf(ALARM).head, isEncrypted: true } },
      AES,
      TCP,
    );
    expect(verdict).toMatchObject({ refusal: 'wrong_key', isSignOfLife: false });
  });

  test('The key proves the panel from any address, and from no other than those that are allowed', () => {
    expect(judgeEncrypted(ALARM)).toMatchObject({ answer: 'ACK', isSignOfLife: true });
    for (const ranges of [['203.0.113.0/24'], ['a range of a former release']]) {
      const trust = { ...AES, allowedAddresses: addressRanges(ranges) };
      const verdict = judgeEncrypted(ALARM, trust);
      expect(verdict).toMatchObject({ refusal: 'address_not_allowed', events: [] });
      expect(verdict).not.toHaveProperty('answer');
    }
    expect(judgeEncrypted(ALARM, { ...AES, allowedAddresses: RANGES })).toMatchObject({ answer: 'ACK' });
  });

  test('A token that Guard does not understand gets a DUH if its time is right, and else a NAK', () => {
    const sent = { ...ALARM, token: 'SIA-PUL', data: '#1234|0000 0000' };
    expect(judgeEncrypted(sent)).toMatchObject({ answer: 'DUH', isSignOfLife: true, events: [] });
    expect(judgeEncrypted({ ...sent, time: later(-60) })).toMatchObject({ answer: 'NAK', events: [] });
  });

  test.each(['NULL', 'XNM', 'SIA-PUL', 'ADM-CID', 'SIA-DCS'])(
    'Events count whatever somebody made of the token outside the encryption, also %s',
    (token) => {
      const fire = { ...ALARM, token, data: '#1234|NFA1' };
      const contactId = { ...ALARM, token, data: '#1234|1110 01 002' };
      for (const sent of [fire, contactId]) {
        const verdict = judgeEncrypted(sent);
        expect(verdict).toMatchObject({ answer: 'ACK', events: [{ kind: 'alarm', type: 'fire' }] });
        expect(judgeEncrypted({ ...sent, time: later(-60) }).events).toHaveLength(1);
      }
      const closing = judgeEncrypted({ ...CLOSING, token });
      expect(codes(closing.events)).toEqual(['CL']);
      expect(judgeEncrypted({ ...CLOSING, token, time: later(-60) })).toMatchObject({ answer: 'NAK' });
    },
  );

  test('What panels write into a frame of supervision is no event', () => {
    for (const data of ['#0000|0000 00 000', '#1234|0000 00 000', '#1234|']) {
      expect(judgeEncrypted({ ...NULL, data })).toMatchObject({
        answer: 'ACK',
        isSignOfLife: true,
        events: [],
      });
    }
  });

  test('What was made of parts of an earlier message gets no answer, and raises nothing', () => {
    const seen = new SeenMessages();
    const isAltered = ({ rest }: MessageHead) => seen.isAltered('device', rest);
    const judgeSeen = (read: ReadFrame) => judgeFrame(read, AES, TCP, isAltered);
    const read = readOf({ ...CLOSING, time: NOW }, KEY);
    // By chance the key decrypts it to a whole message.
    const changed = changeDigit(read, 21, 3);
    expect(judgeFrame(changed, AES, TCP).events).toMatchObject([{ code: 'CL', user: '2' }]);
    expect(judgeSeen(read)).toMatchObject({ answer: 'ACK' });
    expect(judgeSeen(changed)).toEqual({ ...SILENCE, refusal: 'altered' });
    expect(judgeSeen(read)).toMatchObject({ answer: 'ACK' });
  });
});

describe('the strict time check', () => {
  test.each([-40, 0, 20])('A frame whose clock is %i s ahead passes', (seconds) => {
    for (const message of [ALARM, RESTORE, NULL]) {
      const verdict = judgeEncrypted({ ...message, time: later(seconds) });
      expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: true, warnings: [] });
    }
  });

  test.each([
    [-41, 'is 41 s behind'],
    [21, 'is 21 s ahead of'],
    [-86_400, 'is 86400 s behind'],
  ])(
    'An alarm whose clock is %i s ahead raises with a warning and is no sign of life',
    (seconds, message) => {
      for (const sent of [ALARM, TROUBLE, UNKNOWN]) {
        const verdict = judgeEncrypted({ ...sent, time: later(seconds) });
        expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: false, refusal: 'clock_wrong' });
        expect(verdict.events).toHaveLength(1);
        expect(verdict.warnings).toEqual([
          {
            field: 'timestamp',
            code: 'clock_wrong',
            message: `The timestamp field ${message} the receiver's clock.`,
          },
        ]);
      }
    },
  );

  test.each([RESTORE, OPENING, CLOSING, TEST, NULL])(
    'Of $token $data with a wrong clock nothing counts, and it gets a NAK',
    (sent) => {
      for (const seconds of [-41, 21]) {
        expect(judgeEncrypted({ ...sent, time: later(seconds) })).toMatchObject({
          answer: 'NAK',
          isSignOfLife: false,
          refusal: 'clock_wrong',
          events: [],
        });
      }
    },
  );

  test('Of an alarm and a restore in one frame with a wrong clock only the alarm counts', () => {
    const verdict = judgeEncrypted({ ...ALARM, data: '#1234|NBA5/BR6/OP1', time: later(-60) });
    expect(verdict).toMatchObject({ answer: 'ACK', refusal: 'clock_wrong' });
    expect(codes(verdict.events)).toEqual(['BA']);
    expect(codes(verdict.onlyRecorded)).toEqual(['BR', 'OP']);
  });

  test('An encrypted frame without a timestamp proves nothing, and gets no answer', () => {
    for (const trust of [AES, LENIENT]) {
      expect(judgeFrame(readOf(ALARM, KEY), trust, TCP)).toEqual({ ...SILENCE, refusal: 'wrong_key' });
    }
  });

  test('A timestamp that is no time fails, also in a plain frame', () => {
    const body = '"SIA-DCS"0001L0#1234[#1234|NOP1]_14:12:04,09-25-201';
    const read = readOf({ ...ALARM, data: body.slice(body.indexOf('[') + 1).replace(/\]$/, '') });
    const content = { data: ['NOP1'], blocks: [], timeText: '14:12:04,09-25-201' };
    const verdict = judgeFrame({ ...read, content }, { ...PLAIN, timeCheck: 'strict' }, TCP);
    expect(verdict).toMatchObject({
      answer: 'NAK',
      isSignOfLife: false,
      warnings: [{ message: 'The timestamp field is no time. The time of arrival counts.' }],
    });
  });

  test('A plain frame with a wrong clock fails if its panel is checked', () => {
    const trust = { ...PLAIN, timeCheck: 'strict' } as const;
    expect(judge({ ...CLOSING, time: later(-3_600) }, trust)).toMatchObject({
      answer: 'NAK',
      isSignOfLife: false,
    });
    expect(judge({ ...ALARM, time: later(-3_600) }, trust)).toMatchObject({
      answer: 'ACK',
      isSignOfLife: false,
    });
  });
});

describe('the lenient time check', () => {
  test('Events of an encrypted panel count although its clock is wrong, but no frame of another time is a sign of life', () => {
    for (const seconds of [-WEEK, -86_400, -41, 21, WEEK]) {
      for (const sent of [RESTORE, CLOSING, ALARM]) {
        const verdict = judgeEncrypted({ ...sent, time: later(seconds) }, LENIENT);
        expect(verdict).toMatchObject({
          answer: 'ACK',
          isSignOfLife: false,
          warnings: [{ code: 'clock_wrong' }],
        });
        expect(verdict.events).toHaveLength(1);
      }
      const supervision = judgeEncrypted({ ...NULL, time: later(seconds) }, LENIENT);
      expect(supervision).toMatchObject({ answer: 'ACK', isSignOfLife: false, refusal: 'clock_wrong' });
    }
    expect(judgeEncrypted({ ...NULL, time: later(-40) }, LENIENT).isSignOfLife).toBe(true);
  });

  test('A week later nobody knows any more whether a frame was there before, so only its alarms count', () => {
    for (const seconds of [-WEEK - 1, WEEK + 1]) {
      const closing = judgeEncrypted({ ...CLOSING, time: later(seconds) }, LENIENT);
      expect(closing).toMatchObject({ answer: 'ACK', events: [], refusal: 'clock_wrong' });
      expect(closing.onlyRecorded).toHaveLength(1);
      const alarm = judgeEncrypted({ ...ALARM, time: later(seconds) }, LENIENT);
      expect(alarm).toMatchObject({ answer: 'ACK', warnings: [{ code: 'clock_wrong' }] });
      expect(alarm.events).toHaveLength(1);
    }
  });

  test('A plain panel is heard whatever its clock says, because its time proves nothing', () => {
    expect(judge({ ...NULL, time: later(-86_400) })).toMatchObject({ answer: 'ACK', isSignOfLife: true });
  });
});

describe('answers to changed frames', () => {
  const HOUR_AGO = later(-3_600);
  const randomBytes = seededRandomBytes();
  const below = (limit: number) => Buffer.from(randomBytes(4)).readUInt32BE() % limit;

  /** The number of changed frames, and the different verdicts about them. */
  const judgeChanges = (sent: MessageToWrite, trust: PanelTrust, times: number) => {
    const read = readOf(sent, KEY);
    const verdicts = new Set<string>();
    for (let number = 0; number < times; number++) {
      const changed = changeDigit(read, below(read.head.rest.length), 1 + below(15));
      verdicts.add(JSON.stringify(judgeFrame(changed, trust, TCP)));
    }
    return [...verdicts];
  };

  test.each([
    ['an old supervision', { ...NULL, time: HOUR_AGO }],
    ['an old closing', { ...CLOSING, address: 'L0#204117', data: '#204117|NCL1', time: HOUR_AGO }],
    ['an old alarm', { ...ALARM, data: '#1234|Nri1/BA5', time: HOUR_AGO }],
    ['an alarm', { ...ALARM, data: '#1234|Nri1/BA5^Shop window, back door and roof^', time: NOW }],
    ['an alarm without its account', { ...ALARM, data: 'Nri1/FA5', time: NOW }],
  ])('Of thousands of changes to %s, each gets the same silence', (_, sent) => {
    for (const trust of [AES, LENIENT]) {
      expect(judgeFrame(readOf(sent, KEY), trust, TCP)).toHaveProperty('answer');
      expect(judgeChanges(sent, trust, 2_000)).toEqual([
        JSON.stringify({ ...SILENCE, refusal: 'wrong_key' }),
      ]);
    }
  });

  test('Blocks that are left out, repeated or exchanged get the same silence', () => {
    const read = readOf({ ...ALARM, data: '#1234|Nri1/BA5^Shop window, back door^', time: NOW }, KEY);
    const digits = read.head.rest.toString();
    const blocks = Array.from({ length: digits.length / 32 }, (_, at) => digits.slice(32 * at, 32 * at + 32));
    const orders = blocks
      .flatMap((block, place) => [
        blocks.toSpliced(place, 1),
        blocks.toSpliced(place, 0, block),
        blocks.slice(0, place),
        ...blocks.map((other, at) => blocks.with(place, other).with(at, block)),
      ])
      .map((order) => order.join(''));
    for (const order of new Set(orders).difference(new Set([digits]))) {
      expect(judgeFrame(withDigits(read, order), AES, TCP)).toEqual({ ...SILENCE, refusal: 'wrong_key' });
    }
  });

  test.each([
    [-40, undefined],
    [20, undefined],
    [-18_000, "is 18000 s behind the receiver's clock. The time of arrival counts."],
    [19_800, "is 19800 s ahead of the receiver's clock. The time of arrival counts."],
  ])(
    'Clear text whose clock is %i s ahead is taken, with a warning if its time may be local',
    (seconds, happened) => {
      const verdict = judge({ ...CLOSING, time: later(seconds) });
      expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: true, events: [{ code: 'CL' }] });
      expect(verdict.warnings.map(({ message }) => message)).toEqual(
        happened === undefined ? [] : [`The timestamp field ${happened}`],
      );
      expect(judge(CLOSING).warnings).toEqual([]);
    },
  );
});
