import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';

/**
 * argon2id with 19 MiB of memory, 2 passes and 1 lane (OWASP, "Password Storage Cheat Sheet"). `Algorithm` is a
 * const enum, which type stripping cannot read: 2 is Argon2id.
 */
const ARGON2ID = 2 satisfies Algorithm.Argon2id;
const PARAMETERS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/**
 * Whether a password is correct. Without an account or password, it verifies a hash that matches no password. The
 * answer takes equally long, so the time does not reveal whether an e-mail is known.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? UNMATCHABLE_HASH, password);
  return matches && passwordHash != null;
}

/** A hash of random bytes instead of a password, with the same parameters. */
const UNMATCHABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$E21Ksdvmqk1enO9/ewwO2A$JR88xPc6sokTXOnM93kFrgG24DGg7B1gNuGWkEgiCE4';
