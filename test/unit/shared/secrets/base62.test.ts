import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62Width, decodeBase62, encodeBase62 } from '../../../../shared/secrets/base62.ts';

test('base 62 round-trips any bytes at a fixed width', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
      const text = encodeBase62(bytes, base62Width(bytes.length));
      expect(text).toHaveLength(base62Width(bytes.length));
      expect(decodeBase62(text, bytes.length)).toEqual(Buffer.from(bytes));
    }),
  );
});

test('base 62 takes as few characters as hold the bytes', () => {
  expect([1, 4, 52].map(base62Width)).toEqual([2, 6, 70]);
});

test('base 62 refuses what does not fit the bytes', () => {
  expect(decodeBase62('zzzzzz', 4)).toBeUndefined();
  expect(decodeBase62('abc-', 4)).toBeUndefined();
});
