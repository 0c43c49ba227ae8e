import { expect, test } from 'vitest';
import { generatePassword } from '../../../../../../lib/console/pages/people/random-password.ts';

test('The console generates passwords of 20 characters from random bytes, without favouring any character of its alphabet', () => {
  let next = 255;
  const descending = (count: number) => new Uint8Array(count).fill(next--);
  const password = generatePassword(descending);
  expect(password).toMatch(/^[\w-]{20}$/);
  // 255 to 224 are beyond 4 × 56: the first character comes from byte 223.
  expect(next).toBe(255 - 32 - 20);
  expect(password[0]).toBe('9');
});
