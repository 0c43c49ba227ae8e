import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../../shared/base/digest.ts';

test('Canonical JSON does not depend on the order of fields, at any depth', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalJson({ a: null, b: [{ c: 2, d: 1 }] })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});

test('Canonical JSON keeps the order of lists', () => {
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
});

test('Canonical JSON contains everything that JSON contains', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(canonicalJson(JSON.parse(json)))).toEqual(JSON.parse(json));
    }),
  );
});
