import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../../../shared/base/digest.ts';

describe('sha256', () => {
  /** NIST, "SHA-256 examples", and RFC 7636, appendix B. The table stores such hashes, so they must never change. */
  test.each([
    ['abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'],
    ['', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
    ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('The SHA-256 hash of "%s" is the published one, in base64url', (text, hash) => {
    expect(sha256(text)).toBe(hash);
  });

  test('A text beyond ASCII is hashed as UTF-8', () => {
    expect(sha256('Zürich')).toBe('QlFoXgbKtjVXjHKx9fIh6YQKBaxNjyQEvkF3qof5kH0');
  });
});

describe('canonicalJson', () => {
  test('Canonical JSON does not depend on the order of fields, at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(canonicalJson({ a: null, b: [{ c: 2, d: 1 }] })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  test('Canonical JSON keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  test('Canonical JSON parses to the same value as the original JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(canonicalJson(JSON.parse(json)))).toEqual(JSON.parse(json));
      }),
    );
  });
});
