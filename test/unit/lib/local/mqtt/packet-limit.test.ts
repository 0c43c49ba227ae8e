import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { PacketLimit } from '../../../../../lib/local/mqtt/packet-limit.ts';

/** A packet with so many bytes after its header. */
function packet(length: number): Buffer {
  const header = [0x30];
  for (let left = length; ; left >>= 7) {
    header.push(left < 128 ? left : (left & 127) | 128);
    if (left < 128) return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]);
  }
}

/** What passes a limit, in portions of some bytes. */
async function passed(bytes: Buffer, portion: number, largest: number): Promise<Buffer> {
  const limit = new PacketLimit(() => largest);
  const out = buffer(limit);
  for (let at = 0; at < bytes.length; at += portion) limit.write(bytes.subarray(at, at + portion));
  limit.end();
  return out;
}

const STREAM = Buffer.concat([0, 1, 127, 128, 300, 16_384, 2].map(packet));

test.each([1, 2, 3, 7, 100, 100_000])(
  'Packets within the limit pass unchanged, however the connection divides them: %i bytes at a time',
  async (portion) => {
    expect((await passed(STREAM, portion, 16_384)).equals(STREAM)).toBe(true);
  },
);

test.each([1, 3, 100_000])(
  'A packet above the limit fails, in portions of %i bytes, and so does a length that never ends',
  async (portion) => {
    await expect(passed(STREAM, portion, 16_383)).rejects.toThrow('a packet is too large');
    const endless = Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x00]);
    await expect(passed(endless, portion, 16_383)).rejects.toThrow('a packet is too large');
  },
);

test('A packet that is too large fails at its header, before any of its content has come', async () => {
  const limit = new PacketLimit(() => 1_000);
  const failure = new Promise((resolve) => void limit.once('error', resolve));
  limit.write(Buffer.from([0x30, 0xff, 0x7f]));
  expect(await failure).toBeInstanceOf(Error);
});
