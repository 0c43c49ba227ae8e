import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findRecoveryCode, newRecoveryCodes } from '../../../../shared/accounts/second-factor-codes.ts';

test('Ten different recovery codes, each of four groups, are issued, and no stored hash contains a code', () => {
  const { codes, hashes } = newRecoveryCodes(randomBytes);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  expect(Object.keys(hashes)).toHaveLength(10);
  expect(codes.filter((code) => JSON.stringify(hashes).includes(code))).toEqual([]);
});

test.each([
  ['as it was issued', (code: string) => code],
  ['in lower case', (code: string) => code.toLowerCase()],
  [
    'with dashes of a word processor',
    (code: string) => code.replace('-', '–').replace('-', '—').replace('-', '−'),
  ],
  [
    'in full width',
    (code: string) =>
      code.replaceAll(/[!-~]/g, (it) => String.fromCodePoint((it.codePointAt(0) ?? 0) + 0xfee0)),
  ],
  ['with invisible signs', (code: string) => `\u200b${code.replaceAll('-', '\u00ad\u00a0')}\ufeff`],
  ['without hyphens', (code: string) => code.replaceAll('-', '')],
  ['with spaces around and between', (code: string) => ` ${code.replaceAll('-', ' ')}\n`],
])('A recovery code is found when it is typed %s', (_, typed) => {
  const { codes, hashes } = newRecoveryCodes(randomBytes);
  const [, , third = ''] = codes;
  expect(findRecoveryCode(typed(third), hashes)).toEqual({ name: 'r2', hash: hashes['r2'] });
});

test('A recovery code of another user, a part of a code and an empty text are not found', () => {
  const { codes, hashes } = newRecoveryCodes(randomBytes);
  const [other = ''] = newRecoveryCodes(randomBytes).codes;
  expect(findRecoveryCode(other, hashes)).toBeUndefined();
  expect(findRecoveryCode(codes[0]?.slice(0, -1) ?? '', hashes)).toBeUndefined();
  expect(findRecoveryCode('', hashes)).toBeUndefined();
});
