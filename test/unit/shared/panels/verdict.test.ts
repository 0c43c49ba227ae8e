import { createSecretKey, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addressRanges } from '../../../../shared/base/address.ts';
import { cutFrames, STANDARD_DIALECT } from '../../../../shared/panels/frames.ts';
import { type MessageToWrite, writeMessage } from '../../../../shared/panels/message.ts';
import {
  type Arrival,
  judgeFrame,
  type PanelTrust,
  type ReadFrame,
  readFrame,
} from '../../../../shared/panels/verdict.ts';

const panelKey = (digits: string) => createSecretKey(digits, 'hex');

const NOW = new Date('2026-11-20T12:00:00Z');
const KEY = panelKey('07'.repeat(16));
const RANGES = addressRanges(['192.0.2.0/24']);
const PLAIN: PanelTrust = { allowedAddresses: RANGES, trustsUdp: false, timeCheck: 'lenient' };
const AES: PanelTrust = {
  key: KEY,
  allowedAddresses: addressRanges([]),
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

  test('A message without any data gets a DUH', () => {
    expect(judge({ ...ALARM, data: '' })).toMatchObject({
      answer: 'DUH',
      refusal: 'no_event',
      isSignOfLife: true,
    });
    expect(judge({ ...ALARM, data: '#1234|', token: 'ADM-CID' })).toMatchObject({
      answer: 'DUH',
      refusal: 'no_event',
    });
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

  test('The key proves the panel from any address', () => {
    const trust = { ...AES, allowedAddresses: addressRanges(['203.0.113.0/24']) };
    expect(judgeEncrypted(ALARM, trust)).toMatchObject({ answer: 'ACK', isSignOfLife: true });
  });

  test('A token that Guard does not understand gets a DUH', () => {
    expect(judgeEncrypted({ ...ALARM, token: 'SIA-S2K' })).toMatchObject({
      answer: 'DUH',
      isSignOfLife: true,
    });
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

  test('An encrypted frame without a timestamp could be an old one, so only its alarms count', () => {
    const { time: _, ...untimed } = { time: NOW, ...ALARM };
    const judged = (message: MessageToWrite) => judgeFrame(readOf(message, KEY), AES, TCP);
    expect(judged(untimed)).toMatchObject({
      answer: 'ACK',
      isSignOfLife: false,
      warnings: [{ code: 'clock_wrong' }],
    });
    expect(judged(RESTORE)).toMatchObject({ answer: 'NAK', events: [] });
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

  test('A lenient panel is heard whatever its clock says', () => {
    const trust = { ...AES, timeCheck: 'lenient' } as const;
    expect(judgeEncrypted({ ...RESTORE, time: later(-3_600) }, trust)).toMatchObject({
      answer: 'ACK',
      isSignOfLife: true,
      events: [{ code: 'BR' }],
      warnings: [{ message: "The timestamp field is 3600 s behind the receiver's clock." }],
    });
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
