import { expect, test } from 'vitest';
import { sha256 } from '../../../../shared/base/digest.ts';

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
