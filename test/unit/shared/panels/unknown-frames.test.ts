import { describe, expect, test } from 'vitest';
import { type UnknownFrame, UnknownFrames } from '../../../../shared/panels/unknown-frames.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const frameOf = (address: string, account = '1234', transport: 'tcp' | 'udp' = 'tcp'): UnknownFrame => ({
  account,
  line: '0',
  reason: 'No panel has this account.',
  at: NOW.toISOString(),
  transport,
  address,
  text: '',
});
const INSTALLER = '203.0.113.7';

/** Lets strangers send, then the installer, and returns after how many seconds the installer's frame is recorded. */
function secondsUntilRecorded(
  strangers: (second: number) => readonly UnknownFrame[],
  sent = frameOf(INSTALLER),
) {
  const frames = new UnknownFrames();
  for (let second = 0; second <= 180; second++) {
    for (const frame of second % 20 === 0 ? strangers(second) : []) frames.add(frame);
    if (second === 60) frames.add(sent);
    if (frames.takeDue(later(second)).includes(sent)) return second - 60;
  }
  return undefined;
}

describe('UnknownFrames', () => {
  test('A few frames are recorded at once', () => {
    const frames = new UnknownFrames();
    const sent = [frameOf(INSTALLER), frameOf('198.51.100.7'), frameOf(INSTALLER, '5678', 'udp')];
    for (const frame of sent) frames.add(frame);
    expect(new Set(frames.takeDue(NOW))).toEqual(new Set(sent));
    expect(frames.takeDue(NOW)).toEqual([]);
  });

  test.each([
    ['one address with a thousand accounts', () => times(1_000, (n) => frameOf('198.51.100.7', String(n)))],
    ['59 addresses', () => times(59, (n) => frameOf(`198.51.${n}.7`))],
    [
      'a thousand addresses of other ranges',
      () => times(1_000, (n) => frameOf(`198.${n >> 8}.${n & 255}.7`)),
    ],
    ['50 addresses of the same range', () => times(50, (n) => frameOf(`203.0.113.${n + 20}`))],
    [
      'thousands of addresses by UDP',
      (second: number) => times(1_000, (n) => frameOf(`10.${second % 100}.${n >> 2}.${n & 3}`, '1', 'udp')),
    ],
  ])(
    'While %s send again and again, the frame of an installer is recorded within a minute',
    (_, strangers) => {
      expect(secondsUntilRecorded(strangers)).toBeLessThanOrEqual(60);
    },
  );

  test('However much is sent, 60 frames a minute are recorded, of each transport', () => {
    const frames = new UnknownFrames();
    let recorded = 0;
    for (let second = 0; second < 120; second++) {
      for (const transport of ['tcp', 'udp'] as const) {
        for (const n of times(10, (it) => it))
          frames.add(frameOf(`10.${n}.${second % 256}.1`, '1', transport));
      }
      recorded += frames.takeDue(later(second)).length;
    }
    expect(recorded).toBeLessThanOrEqual(2 * (120 + 60));
    expect(recorded).toBeGreaterThanOrEqual(2 * 120);
  });
});

function times<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}
