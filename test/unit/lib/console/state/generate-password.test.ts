import { expect, test } from 'vitest';
import { generatePassword } from '../../../../../lib/console/state/generate-password.ts';

test('A password that the console generates has 20 characters, and uses no byte beyond the last whole multiple of the alphabet', () => {
  let next = 255;
  const descending = (count: number) => new Uint8Array(count).fill(next--);
  const password = generatePassword(descending);
  expect(password).toMatch(/^[\w-]{20}$/);
  // 255 to 224 are beyond 4 × 56: the first character comes from byte 223.
  expect(next).toBe(255 - 32 - 20);
  expect(password[0]).toBe('9');
});
