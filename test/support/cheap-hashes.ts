import { vi } from 'vitest';

/**
 * Hashes passwords at argon2's minimum cost, because the tests' 1,500 hashes would otherwise take 40 s of processor
 * time. test/unit/shared/accounts/password.test.ts tests the real cost.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
