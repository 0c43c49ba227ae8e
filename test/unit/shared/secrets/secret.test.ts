import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { defineSecret, isSameHash } from '../../../../shared/secrets/secret.ts';

const FORM = defineSecret('guard_x_', 2);
const NAMES = Uint8Array.of(1, 2);

test('A secret has its form and names its ids', () => {
  const issued = FORM.issue(NAMES, randomBytes);
  const [number = '', secret = ''] = issued.plainText.split('|');
  expect(secret).toMatch(new RegExp(`^${FORM.pattern}$`));
  const { plainText, ...expected } = issued;
  const parsed = FORM.parse(number, secret);
  expect({ ...parsed, names: [...(parsed?.names ?? [])] }).toEqual({ ...expected, names: [1, 2] });
});

test('A secret with another checksum is rejected', () => {
  const [one = '', other = ''] = [1, 2].map(() => FORM.issue(NAMES, randomBytes).plainText.split('|')[1]);
  expect(FORM.parse('1', one)).toBeDefined();
  expect(FORM.parse('1', one.slice(0, -6) + other.slice(-6))).toBeUndefined();
});

test('A secret with an inexact JSON number is rejected', () => {
  const secret = FORM.issue(NAMES, randomBytes).plainText.split('|')[1] ?? '';
  expect(FORM.parse('9007199254740991', secret)).toBeDefined();
  expect(FORM.parse('9007199254740992', secret)).toBeUndefined();
});

test('Hashes are equal only if every character is', () => {
  expect(isSameHash('abc', 'abc')).toBe(true);
  expect(isSameHash('abc', 'abd')).toBe(false);
  expect(isSameHash('abc', 'abcd')).toBe(false);
});
