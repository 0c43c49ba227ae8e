import { describe, expect, test } from 'vitest';
import { cutFrames } from '../../../../shared/panels/frames.ts';
import { judgeFrame, type ReadFrame, readFrame } from '../../../../shared/panels/verdict.ts';
import { CAPTURED_FRAMES } from '../../../support/panels/captured-frames.ts';

const TRUST = { allowedAddresses: ['192.0.2.0/24'], trustsUdp: false, timeCheck: 'lenient' } as const;
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
  'trikdis-2': [{ kind: 'other', type: 'status', code: '1700', partition: '99', zone: '999' }],
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

describe('captured frames', () => {
  test.each(readable)('$name means: $signal', ({ name, account, bytes }) => {
    const read = readAs(bytes);
    expect(read.account).toBe(account);
    const verdict = judgeFrame(read, TRUST, ARRIVAL);
    expect(verdict).toMatchObject({ answer: 'ACK', isSignOfLife: true, onlyRecorded: [], warnings: [] });
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
