import { describe, expect, test } from 'vitest';
import { addressRanges } from '../../../../shared/base/address.ts';
import { cutFrames } from '../../../../shared/panels/frames.ts';
import { judgeFrame, type ReadFrame, readFrame } from '../../../../shared/panels/verdict.ts';
import { CAPTURED_FRAMES } from '../../../support/panels/captured-frames.ts';

const TRUST = {
  allowedAddresses: addressRanges(['192.0.2.0/24']),
  trustsUdp: false,
  timeCheck: 'lenient',
} as const;
const ARRIVAL = { address: '192.0.2.7', transport: 'tcp', at: new Date('2026-11-20T12:00:00Z') } as const;

/** What each frame means: the events that it carries out. A frame of supervision has none. */
const MEANINGS: Readonly<Record<string, readonly object[]>> = {
  'ajax-jc': [
    { kind: 'alarm', type: 'unknown-signal', code: 'JC', partition: '2', zone: '12', severity: 'high' },
  ],
  'eaton-rp': [{ kind: 'test', type: 'test', code: 'RP', user: '1' }],
  'hik-null': [],
  'null-7303': [],
  'null-pyronix2': [],
  null2: [],
  'cid-401': [{ kind: 'close', type: 'closing', code: '3401', partition: '1', user: '70', text: 'Closing' }],
  'dcs-noacct': [{ kind: 'alarm', type: 'intrusion', code: 'BA', zone: '2', severity: 'high' }],
  'eldes-1': [{ kind: 'close', type: 'closing', code: '3401', partition: '1', user: '57' }],
  'eldes-4': [{ kind: 'other', type: 'remote-access', code: '1412' }],
  // The standard has no code 700.
  'trikdis-2': [{ kind: 'alarm', type: 'unknown-signal', code: '1700', partition: '99', zone: '999' }],
  'trikdis-3': [{ kind: 'test', type: 'test', code: '1602', partition: '99' }],
  'sim-1': [{ kind: 'other', type: 'status', code: 'RR', text: 'Power up: test' }],
  'eldes-5': [{ kind: 'other', code: '1900' }],
  'eldes-6': [{ kind: 'test', type: 'test', code: '1602' }],
  'ajax-rp': [{ kind: 'test', type: 'test', code: 'RP' }],
};

const frameIn = (bytes: Buffer) => {
  const [frame, ...others] = cutFrames(bytes, { isAll: true }).frames;
  expect(others).toEqual([]);
  return frame;
};

function readAs(bytes: Buffer): ReadFrame {
  const frame = frameIn(bytes);
  const read = frame && readFrame(frame);
  if (!read || 'refusal' in read) expect.fail('The frame is refused');
  return read;
}

const readable = CAPTURED_FRAMES.filter(({ name }) => Object.hasOwn(MEANINGS, name));

/** Further frames of panels, as people published them in reports and tests of open receivers, and their events. */
const PUBLISHED: readonly (readonly [frame: string, account: string, events: string])[] = [
  ['B0970029"NULL"0000L000#0809[]_21:00:01,02-20-2024', '0809', ''],
  ['D730002F"NULL"0000R7896L7896#3456[]_17:01:26,07-26-2024', '3456', ''],
  ['B4330036"SIA-DCS"0442L000#36214[36214|NRP]_00:00:00,02-21-2024', '36214', 'RP test'],
  ['3F60003C"SIA-DCS"0001L0#51449[#51449|Nri0000/LR]_21:26:19,12-20-2023', '51449', 'LR phone-line-trouble'],
  ['7B620035"SIA-DCS"0005L000#3044[3044|NOP1]_00:03:31,12-21-2023', '3044', 'OP opening user 1'],
  ['85340035"SIA-DCS"0004L000#3044[3044|NBC1]_00:03:31,12-21-2023', '3044', 'BC alarm-cancelled user 1'],
  [
    '37070047"SIA-DCS"0038R0L0#10303117[#10303117|Nri0001/BH005]_13:44:48,08-17-2022',
    '10303117',
    'BH intrusion zone 5',
  ],
  ['9337003A"SIA-DCS"1706L0#0000[#0000|Nri1/NP501]_13:36:04,12-22-2021', '0000', 'NP opening user 501'],
  ['97F90078"SIA-DCS"6002L0#AAA[|Nri2/JC12]_12:58:23,09-15-2021', 'AAA', 'JC unknown-signal zone 12'],
  [
    '87570078"SIA-DCS"6002L0#AAA[|Nri1/CL501][M0026B9E4268B]_14:12:04,09-25-2019',
    'AAA',
    'CL closing user 501',
  ],
  [
    'CE110032"SIA-DCS"9876R579BDFL789ABC#12345A[#12345A|NFA129]_14:12:04,09-25-201',
    '12345A',
    'FA fire zone 129',
  ],
  [
    '87CD0037"ADM-CID"9876R579BDFL789ABC#12345A[#12345A|1110 00 129]_14:12:04,09-25-2011',
    '12345A',
    '1110 fire zone 129',
  ],
  ['57150047"ADM-CID"0247R4F39L4F39#4F39[#4F39|3401 01 057]', '4F39', '3401 closing user 57'],
  [
    'F92F0043"ADM-CID"0020R7896L7896#3456[#3456|1407 00 001]_17:01:14,07-26-2024',
    '3456',
    '1407 opening user 1',
  ],
  ['75140027"ADM-CID"0001L0#1002[#1002|3354 00 004]', '1002', '3354 communication-trouble zone 4'],
];

describe('published frames', () => {
  test.each(PUBLISHED)('%s is read', (frame, account, meaning) => {
    const read = readAs(Buffer.from(`\n${frame}\r`));
    expect(read.account).toBe(account);
    const { answer, events } = judgeFrame(read, TRUST, ARRIVAL);
    expect(answer).toBe('ACK');
    const places = events.map(({ code, type, zone, user }) =>
      [code, type, ...(zone ? ['zone', zone] : []), ...(user ? ['user', user] : [])].join(' '),
    );
    expect(places.join()).toBe(meaning);
  });
});

describe('captured frames', () => {
  test.each(readable)('$name means: $signal', ({ name, account, bytes }) => {
    const read = readAs(bytes);
    expect(read.account).toBe(account);
    const verdict = judgeFrame(read, TRUST, ARRIVAL);
    expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: true, onlyRecorded: [] });
    expect(verdict.warnings.map(({ code }) => code)).toEqual(
      verdict.content?.timeText ? ['clock_wrong'] : [],
    );
    expect(verdict.refusal).toBeUndefined();
    expect(verdict.events).toHaveLength(MEANINGS[name]?.length ?? -1);
    expect(verdict.events).toMatchObject(MEANINGS[name] ?? []);
  });

  test('A frame whose CRC is wrong in every dialect is refused, and a block of DC-03 over TCP is no frame', () => {
    const others = CAPTURED_FRAMES.filter((it) => !readable.includes(it));
    expect(others.map(({ name }) => name)).toEqual(['oh-dcs', 'galaxy-dc03']);
    const [wrongCrc, block] = others.map(({ bytes }) => frameIn(bytes));
    expect(wrongCrc && readFrame(wrongCrc)).toEqual({ refusal: 'crc_wrong' });
    expect(block).toBeUndefined();
  });
});
