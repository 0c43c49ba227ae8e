import { vi } from 'vitest';

/**
 * Passwords are hashed at the least cost that argon2 knows, and so are verified at it: some 1,500 of them would take 40 s of
 * processor time. What they cost elsewhere is held by test/unit/shared/users/password.test.ts.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
