import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  hashOfRecipient,
  issueLocalPart,
  mailAddressInputSchema,
} from '../../../../shared/mail-in/mail-address.ts';

test('An address is short enough for cameras, and each is another one', () => {
  const parts = Array.from({ length: 200 }, () => issueLocalPart(randomBytes));
  expect(new Set(parts).size).toBe(200);
  for (const part of parts) expect(part).toMatch(/^[0-9a-hj-km-np-tv-z]{20}$/);
});

test('A recipient is known by what is before the @, in any case and with any domain', () => {
  const hash = hashOfRecipient('0123456789abcdefghjk@in.guard.example');
  expect(hash).toBeDefined();
  for (const same of [
    '0123456789ABCDEFGHJK@IN.GUARD.EXAMPLE',
    '<0123456789abcdefghjk@[203.0.113.7]>',
    '"0123456789abcdefghjk"@guard.invalid',
    '0123456789abcdefghjk',
  ]) {
    expect(hashOfRecipient(same)).toBe(hash);
  }
});

test.each([
  '',
  '@in.guard.example',
  'postmaster@in.guard.example',
  '0123456789abcdefghj@x',
  '0123456789abcdefghji@x',
])('"%s" is no address of Guard, and takes no read', (recipient) => {
  expect(hashOfRecipient(recipient)).toBeUndefined();
});

test('A phrase of which nothing is left to compare is refused', () => {
  const read = (text: string) => mailAddressInputSchema.safeParse({ phrases: [{ text, means: 'recorded' }] });
  expect(read('---').success).toBe(false);
  expect(read('Zone quiet').success).toBe(true);
});
