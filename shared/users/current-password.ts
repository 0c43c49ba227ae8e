import type { Actor } from '../actor.ts';
import { invalidField } from '../errors.ts';
import { admitGuess } from '../rate-limits/password-guesses.ts';
import type { Table } from '../table/table.ts';
import { verifyPassword } from './password.ts';
import type { Account } from './user.ts';

interface PasswordChange {
  readonly caller: Actor;
  /** The password that the caller sent as the current one. */
  readonly given: string | undefined;
  readonly now: Date;
  readonly guessesPerHour: number;
}

/**
 * Requires the current password when users change their own password, so that a stolen token does not give away the
 * account. Wrong guesses count as failed logins. Users do not give themselves a first one, which would make more of a session of
 * single sign-on than its minutes.
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
  if ((await verifyPassword(credentials.password_hash, given)) === 'wrong') {
    throw invalidField('current_password', 'The current_password field is not your current password.');
  }
  // This runs in parallel with the next write. It never rejects, and the invocation waits for it (settleTableCalls).
  void guess.forgive();
}
