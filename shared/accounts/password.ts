import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';
import type { Actor } from '../base/actor.ts';
import { invalidField } from '../base/errors.ts';
import { admitGuess } from '../limits/guesses.ts';
import type { Table } from '../table/table.ts';
import type { Account } from './user.ts';

/**
 * argon2id with 19 MiB of memory, 2 passes and 1 lane (OWASP, "Password Storage Cheat Sheet"). `Algorithm` is a
 * const enum, which type stripping cannot read: 2 is Argon2id.
 */
const ARGON2ID = 2 satisfies Algorithm.Argon2id;
const PARAMETERS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Keyboards may write the same letter in several ways, such as é as one character or as two (NIST SP 800-63B, section
 * 3.1.1.2).
 */
const normalized = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), PARAMETERS);
}

/**
 * Verifies a password. If there is no account or no password, it verifies against a hash that matches nothing. This takes as
 * long as a wrong password does, so the time does not reveal whether an e-mail is known.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? UNMATCHABLE_HASH, normalized(password));
  return matches && passwordHash != null;
}

/** A hash that no password matches: of random bytes, with the same parameters. */
const UNMATCHABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$E21Ksdvmqk1enO9/ewwO2A$JR88xPc6sokTXOnM93kFrgG24DGg7B1gNuGWkEgiCE4';

interface PasswordChange {
  readonly caller: Actor;
  /** The password that the caller sent as the current one. */
  readonly given: string | undefined;
  readonly now: Date;
  readonly guessesPerHour: number;
}

/**
 * Requires the current password if users change their own password, so that a stolen token is not enough to take over the
 * account. Wrong guesses count as failed logins. Users without a password cannot set their first one here, because it would
 * outlive their limited session by single sign-on.
 */
export async function checkCurrentPassword(
  table: Table,
  { entity: user, credentials }: Account,
  { caller, given, now, guessesPerHour }: PasswordChange,
): Promise<void> {
  if (user.id !== caller.userId) return;
  if (credentials.password_hash === null) {
    throw invalidField(
      'current_password',
      'You have no password yet: set the first one by the link of “Forgot password”, or ask an administrator.',
    );
  }
  if (given === undefined) {
    throw invalidField(
      'current_password',
      'The current_password field is required to change your own password.',
    );
  }
  const guess = await admitGuess(table, { email: user.email, now, limit: guessesPerHour });
  if (!(await verifyPassword(credentials.password_hash, given))) {
    throw invalidField('current_password', 'The current_password field is not your current password.');
  }
  // Forgives the guess while the next write runs. It never rejects, and the invocation waits for it (settleTableCalls).
  void guess.forgive();
}
