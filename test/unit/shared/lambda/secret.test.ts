import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  base62Width,
  decodeBase62,
  defineSecret,
  encodeBase62,
  isSameHash,
} from '../../../../shared/lambda/secret.ts';

const FORM = defineSecret('guard_x_', 2);
const NAMES = Uint8Array.of(1, 2);

test('The plain text of a token or API key matches its pattern and contains the ids that it was issued for', () => {
  const issued = FORM.issue(NAMES, randomBytes);
  const [number = '', secret = ''] = issued.plainText.split('|');
  expect(secret).toMatch(new RegExp(`^${FORM.pattern}$`));
  const { plainText, ...expected } = issued;
  const parsed = FORM.parse(number, secret);
  expect({ ...parsed, names: [...(parsed?.names ?? [])] }).toEqual({ ...expected, names: [1, 2] });
});

test('A token or API key with a wrong checksum is rejected', () => {
  const [one = '', other = ''] = [1, 2].map(() => FORM.issue(NAMES, randomBytes).plainText.split('|')[1]);
  expect(FORM.parse('1', one)).toBeDefined();
  expect(FORM.parse('1', one.slice(0, -6) + other.slice(-6))).toBeUndefined();
});

test('A token or API key with a number that JSON cannot represent exactly is rejected', () => {
  const secret = FORM.issue(NAMES, randomBytes).plainText.split('|')[1] ?? '';
  expect(FORM.parse('9007199254740991', secret)).toBeDefined();
  expect(FORM.parse('9007199254740992', secret)).toBeUndefined();
});

test('Two hashes of secrets are equal only if every character is', () => {
  expect(isSameHash('abc', 'abc')).toBe(true);
  expect(isSameHash('abc', 'abd')).toBe(false);
  expect(isSameHash('abc', 'abcd')).toBe(false);
});

describe('base62', () => {
  test('Bytes encoded in base 62 have a fixed width and decode to the same bytes', () => {
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
});
