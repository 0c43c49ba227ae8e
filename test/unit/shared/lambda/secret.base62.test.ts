import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62Width, decodeBase62, encodeBase62 } from '../../../../shared/lambda/secret.ts';

test('Encoding any bytes in base 62 has a fixed width and can be decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
      const text = encodeBase62(bytes, base62Width(bytes.length));
      expect(text).toHaveLength(base62Width(bytes.length));
      expect(decodeBase62(text, bytes.length)).toEqual(Buffer.from(bytes));
    }),
  );
});

test('Encoding in base 62 uses the fewest characters for the bytes', () => {
  expect([1, 4, 52].map(base62Width)).toEqual([2, 6, 70]);
});

test('Decoding base 62 rejects texts that do not fit the number of bytes', () => {
  expect(decodeBase62('zzzzzz', 4)).toBeUndefined();
  expect(decodeBase62('abc-', 4)).toBeUndefined();
});
