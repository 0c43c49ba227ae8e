import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../shared/users/password.ts';

test('A password is hashed with argon2id, with the parameters of OWASP and its own salt', async () => {
  const [one, two] = [await hashPassword('battery horse'), await hashPassword('battery horse')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
});

test('Only the right password matches its hash', async () => {
  const hash = await hashPassword('battery horse');
  expect(await verifyPassword(hash, 'battery horse')).toBe(true);
  expect(await verifyPassword(hash, 'battery house')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('No password matches an account without a password', async () => {
  expect(await verifyPassword(null, 'battery horse')).toBe(false);
  expect(await verifyPassword(undefined, '')).toBe(false);
});
