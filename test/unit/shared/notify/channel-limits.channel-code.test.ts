import { expect, test } from 'vitest';
import { isOpen, isRightCode, newChannelCode, storedCode } from '../../../../shared/notify/channel-limits.ts';

const now = new Date('2026-11-20T12:00:30.000Z');

test.each([
  [0n, '000000'],
  [42n, '000042'],
  [1_999_999n, '999999'],
  [2n ** 64n - 1n, '551615'],
])('The random number %s gives the verification code %s, which always has six digits', (number, code) => {
  const randomBytes = (size: number) => {
    const bytes = Buffer.alloc(size);
    bytes.writeBigUInt64BE(number);
    return bytes;
  };
  expect(newChannelCode(randomBytes)).toBe(code);
});

test('A verification code is valid for its own channel only, and is not stored in plain text', () => {
  const stored = storedCode('one', '123456', now);
  expect(isRightCode(stored, 'one', '123456')).toBe(true);
  expect(isRightCode(stored, 'one', '123457')).toBe(false);
  expect(isRightCode(stored, 'two', '123456')).toBe(false);
  expect(JSON.stringify(stored)).not.toContain('123456');
});

test('A verification code may be tried for ten minutes and until the fifth wrong try', () => {
  const stored = storedCode('one', '123456', now);
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  expect([isOpen(stored, after(599_999)), isOpen(stored, after(600_000))]).toEqual([true, false]);
  expect([4, 5, 6].map((tries) => isOpen({ ...stored, tries }, now))).toEqual([true, false, false]);
});
